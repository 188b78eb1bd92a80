"""Options: the commands that a seat may send, with open fields. Also functions that compare commands with options and
make commands from options.

An option is a command in JSON in which some values are open. An open value is `{"one_of": […]}`, `{"range": [a, b]}`
(integers, both included) or `{"list": item, "min": a, "max": b}`. The item of a list may be open too. `null` in
`one_of` means that the field is omitted. A filling is a command made by filling in the open values. The three laws are
in docs/contract/commands.md. A complete option is accepted. An accepted command is covered by an option. An option with
open fields has at least one accepted filling.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TypeAlias

from kontor.domain.kernel.canonical import Json, JsonObject

Option: TypeAlias = JsonObject

LEAVES = frozenset(
    {str, int, bool, type(None)}
)  # most values of an option; tested first, because isinstance takes ten times as long
TRIES = 200  # how often an option is filled in at random for a wanted command before a sample gives up
LISTED_MOST = 20_000  # how many commands are examined if random filling finds no legal command


def one_of(values: Sequence[Json]) -> Json:
    """Return an open value that allows any of the given values. If there is only one, return the value itself."""
    return values[0] if len(values) == 1 else {"one_of": list(values)}


def between(low: int, high: int) -> Json:
    """Return an open value for an integer from `low` to `high`. If both are equal, return the number itself."""
    return low if low == high else {"range": [low, high]}


def many(item: Json, low: int, high: int) -> Json:
    """Return an open value for a list of `low` to `high` items."""
    return {"list": item, "min": low, "max": high}


def is_complete(option: Json) -> bool:
    """Return whether the option has no open value. Such an option is a command that the rules accept unchanged."""
    if isinstance(option, Mapping):
        return not _is_open(option) and all(is_complete(value) for value in option.values())
    return not isinstance(option, list | tuple) or all(is_complete(value) for value in option)


def covers(option: Json, value: Json) -> bool:
    """Return whether the value is one of the values that can be made from the option by filling in its open fields."""
    if not isinstance(option, Mapping):
        return _covers_plain(option, value)
    if "one_of" in option:
        choices = option["one_of"]
        return isinstance(choices, list | tuple) and any(covers(each, value) for each in choices)
    if "range" in option:
        low, high = _bounds(option)
        return type(value) is int and low <= value <= high
    if "list" in option:
        return isinstance(value, list | tuple) and _covers_list(option, value)
    return isinstance(value, Mapping) and all(covers(option.get(key), value.get(key)) for key in {*option, *value})


def fillings(option: Json) -> Iterator[Json]:
    """Yield every value that can be made from an option by filling in its open fields, in a fixed order. There may be
    very many, so take only what you need."""
    if type(option) in LEAVES:
        yield option
    elif isinstance(option, Mapping):
        if "one_of" in option:
            for each in _sequence(option["one_of"]):
                yield from fillings(each)
        elif "range" in option:
            low, high = _bounds(option)
            yield from range(low, high + 1)
        elif "list" in option:
            for length in range(_integer(option["min"]), _integer(option["max"]) + 1):
                for items in _product([option["list"]] * length):
                    yield list(items)
        else:
            for values in _product(list(option.values())):
                yield _without_null(zip(option, values, strict=True))
    elif isinstance(option, list | tuple):
        yield from (list(items) for items in _product(option))
    else:
        yield option


def filling(option: Json, luck: random.Random) -> Json:
    """Return a value made from an option by filling in its open fields at random."""
    if type(option) in LEAVES:
        return option
    if isinstance(option, Mapping):
        if "one_of" in option:
            return filling(luck.choice(_sequence(option["one_of"])), luck)
        if "range" in option:
            return luck.randint(*_bounds(option))
        if "list" in option:
            length = luck.randint(_integer(option["min"]), _integer(option["max"]))
            return [filling(option["list"], luck) for _ in range(length)]
        return _without_null((key, filling(value, luck)) for key, value in option.items())
    if isinstance(option, list | tuple):
        return [filling(value, luck) for value in option]
    return option


def sample(
    options: Sequence[Option], wanted: int, luck: random.Random, accepted: Callable[[JsonObject], bool]
) -> tuple[list[JsonObject], bool]:
    """Return up to `wanted` complete commands that the rules accept, and whether there may be more. Each option is
    represented if possible. If there are few commands, all are listed. If there are many, a fair sample is drawn."""
    exact = _list_all(options, wanted * 4, accepted)
    if exact is not None:
        return _thin(exact, wanted, luck), len(exact) > wanted
    found: dict[str, JsonObject] = {}
    for option in options:
        if len(found) < wanted:
            _draw_one(option, found, luck, accepted)
    for _ in range(wanted * 4):
        if len(found) >= wanted:
            break
        _draw_one(luck.choice(options), found, luck, accepted, tries=20)
    return list(found.values()), True


def _draw_one(
    option: Option,
    found: dict[str, JsonObject],
    luck: random.Random,
    accepted: Callable[[JsonObject], bool],
    tries: int = TRIES,
) -> None:
    def is_new(command: JsonObject) -> bool:
        return repr(command) not in found and accepted(command)

    command = fill_legally(option, luck, is_new, tries)
    if command is None and tries == TRIES:
        command = listed_first(option, is_new)
    if command is not None:
        found[repr(command)] = command


def fill_legally(
    option: Option, luck: random.Random, accepted: Callable[[JsonObject], bool], tries: int = TRIES
) -> JsonObject | None:
    """Fill in the option at random, up to `tries` times. Return the first command that the rules accept, or None if
    there was none."""
    for _ in range(tries):
        command = filling(option, luck)
        if isinstance(command, Mapping) and accepted(command):
            return command
    return None


def listed_first(option: Option, accepted: Callable[[JsonObject], bool]) -> JsonObject | None:
    """Return the first accepted command that the option allows, in the fixed order. Law 3 says that there is one, even
    if filling in the option at random did not find it."""
    listed = islice(fillings(option), LISTED_MOST)
    return next((each for each in listed if isinstance(each, Mapping) and accepted(each)), None)


def _list_all(options: Sequence[Option], limit: int, accepted: Callable[[JsonObject], bool]) -> list[JsonObject] | None:
    """Return all commands that the rules accept, or None if the options allow more than `limit` commands."""
    commands: dict[str, JsonObject] = {}
    for option in options:
        for command in islice(fillings(option), limit + 1):
            if isinstance(command, Mapping):
                commands.setdefault(repr(command), command)
            if len(commands) > limit:
                return None
    return [command for command in commands.values() if accepted(command)]


def _thin(commands: list[JsonObject], wanted: int, luck: random.Random) -> list[JsonObject]:
    """Return `wanted` of the commands, in their order: at least one of each type if possible, and a random selection of
    the rest."""
    if len(commands) <= wanted:
        return commands
    kept = {next(n for n, each in enumerate(commands) if each.get("type") == kind): None for kind in _kinds(commands)}
    rest = [n for n in range(len(commands)) if n not in kept]
    luck.shuffle(rest)
    return [commands[n] for n in sorted([*kept, *rest][:wanted])]


def _kinds(commands: Sequence[JsonObject]) -> list[Json]:
    return list(dict.fromkeys(str(command.get("type")) for command in commands))


def _is_open(option: JsonObject) -> bool:
    return "one_of" in option or "list" in option or "range" in option


def _covers_plain(option: Json, value: Json) -> bool:
    if isinstance(option, list | tuple):
        return (
            isinstance(value, list | tuple)
            and len(option) == len(value)
            and all(covers(each, item) for each, item in zip(option, value, strict=True))
        )
    return type(option) is type(value) and option == value


def _covers_list(option: JsonObject, value: Sequence[Json]) -> bool:
    return _integer(option["min"]) <= len(value) <= _integer(option["max"]) and all(
        covers(option["list"], item) for item in value
    )


def _product(forms: Sequence[Json]) -> Iterator[tuple[Json, ...]]:
    # itertools.product would first list every factor, but a list of moves may have billions of fillings
    if not forms:
        yield ()
        return
    for first in fillings(forms[0]):
        for rest in _product(forms[1:]):
            yield (first, *rest)


def _without_null(pairs: "Iterator[tuple[str, Json]] | zip[tuple[str, Json]]") -> JsonObject:
    return {key: value for key, value in pairs if value is not None}


def _sequence(value: Json) -> Sequence[Json]:
    if not isinstance(value, list | tuple):
        raise TypeError(f"one_of and range name a list, not {value!r}")
    return value


def _bounds(option: JsonObject) -> tuple[int, int]:
    low, high = _sequence(option["range"])
    return _integer(low), _integer(high)


def _integer(value: Json) -> int:
    if not isinstance(value, int):
        raise TypeError(f"a bound is an integer, not {value!r}")
    return value
