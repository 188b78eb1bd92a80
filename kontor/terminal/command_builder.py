"""Build one command with menus: first its kind, then each of its fields."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, cast

from kontor.domain.kernel.labels import Words
from kontor.domain.kernel.nearest import fold
from kontor.terminal.filling import Allowed, Choice, Filling, Open, Path, Scalar, Step
from kontor.terminal.menu import Entry
from kontor.terminal.schemas import Schemas
from kontor.terminal.table import Effect
from kontor.terminal.words import human, printable, wrap

MOST_NUMBERS = 24  # longest range that is listed number by number
PARTS = re.compile(r"[a-z]+|\d+").findall  # the parts of typed amounts: names and numbers


class CommandBuilder:
    """A seat's command that is partly built. `names`: the names of the seats."""

    def __init__(
        self, schemas: Schemas, options: Sequence[Mapping[str, Any]], names: Mapping[int, str], words: Words
    ) -> None:
        self._schemas = schemas
        self._options = options
        self._names = names
        self._words = words
        self._type = ""
        self._filling: Filling | None = None

    @property
    def is_new(self) -> bool:
        return self._filling is None

    @property
    def is_complete(self) -> bool:
        return self._filling is not None and self._filling.open is None

    @property
    def command(self) -> Mapping[str, Any]:
        assert self._filling is not None, "a kind has been chosen"
        return cast("Mapping[str, Any]", self._filling.command)

    # ---------------------------------------------------------------- choices

    def choose(self, choice: Choice) -> bool:
        """Apply the user's choice: first the kind of the command, then the value of each field. Return False if no
        option allows the choice.
        """
        if self._filling is None:
            self._type = str(choice)
            order = partial(self._schemas.order, self._type)
            self._filling = Filling([each for each in self._options if each["type"] == choice], order)
            return True
        following = self._filling.chosen(choice)
        self._filling = following or self._filling
        return following is not None

    def back(self) -> None:
        self._filling = None if self._filling is None else self._filling.before

    # ---------------------------------------------------------------- questions

    def question(self) -> str:
        open_ = self._open()
        amounts = ""
        if open_.amounts:
            some = ", ".join(f"{human(key)} 1" for key in list(open_.amounts)[:2])
            amounts = f"Type amounts, for example {some}: {', '.join(map(_bounds, open_.amounts.items()))}."
        asked = f"{self._words.title(self._type)}: {self._words.question(self._type, open_.path)}"
        return wrap(" ".join(each for each in (asked, amounts) if each))

    def entries(self) -> Sequence[Entry[Choice]]:
        if self._filling is None:
            kinds = self._words.ordered(list(dict.fromkeys(str(each["type"]) for each in self._options)))
            return [Entry(self._words.title(kind), kind, self._about(kind)) for kind in kinds]
        open_ = self._open()
        enough = [Entry[Choice]("that is all", Step.END)] if open_.ends is not None else []
        return [*self._choices(open_), *enough]

    def _choices(self, open_: Open) -> Iterator[Entry[Choice]]:
        if open_.is_branch:
            yield Entry("choose", Step.FILL)
            yield Entry("leave it out", Step.OMIT)
        elif open_.amounts is not None:
            yield Entry("none", {})
        elif open_.values is None:
            yield Entry("one more", Step.FILL)
        else:
            yield from (Entry(self._label(open_.path, each), each) for each in _list_values(open_.values))

    def read(self) -> Callable[[str], Choice | None] | None:
        """Return a function that reads typed amounts, or numbers of a range that is too long for the menu. Return None
        if the menu lists all values.
        """
        open_ = self._open()
        if open_.amounts is not None:
            return partial(read_amounts, list(open_.amounts))
        return _read_number if open_.values is not None and open_.values.numbers > MOST_NUMBERS else None

    def _label(self, path: Path, value: Scalar) -> str:
        if self._schemas.kind(self._type, path) == "seat" and type(value) is int:
            return self._names.get(value, str(value))
        if self._words.is_thing(value):
            return str(value)  # a name that can be typed
        return self._words.value(_name_of(path), value)

    def _about(self, kind: str) -> str:
        return self._words.about(kind) or self._schemas.summary(kind)

    def _open(self) -> Open:
        assert self._filling is not None, "a kind has been chosen"
        assert self._filling.open is not None, "something is open"
        return self._filling.open

    # ---------------------------------------------------------------- texts

    def command_in_words(self) -> str:
        """Return the command as text for the user."""
        return wrap(self._words.sentence(self.command))

    def effect_in_words(self, effect: Effect) -> Iterator[str]:
        for each in effect.events:
            yield printable(str(each["sentence"]))
        if effect.undetermined:
            yield "Other effects are drawn at random or revealed when you send the command."

    def help(self) -> str:
        """Return a help text for the choice that the user has to make now."""
        if self._filling is None:
            return "\n".join(
                wrap(f"{each.label}: {self._schemas.description(str(each.value))}") for each in self.entries()
            )
        said = [f"{self._words.title(self._type)}: {self._schemas.description(self._type)}"]
        if self._filling.open is not None:
            path = self._filling.open.path
            said.append(f"{human(_name_of(path))}: {self._schemas.description(self._type, path)}")
        return "\n".join(map(wrap, said))


def _name_of(path: Path) -> str:
    return next((each for each in reversed(path) if isinstance(each, str)), "")


def _list_values(allowed: Allowed) -> Sequence[Scalar]:
    """Return the allowed values, including the numbers of short ranges. None, which leaves the field out,
    comes first.
    """
    numbers = (
        [n for low, high in allowed.ranges for n in range(low, high + 1)] if allowed.numbers <= MOST_NUMBERS else []
    )
    return sorted(dict.fromkeys([*allowed.values, *numbers]), key=lambda each: each is not None)


def _bounds(amount: tuple[str, Allowed]) -> str:
    """Return the limits of an amount as text, for example `gold 0 to 3`."""
    key, allowed = amount
    numbers = [each or 0 for each in allowed.values if not isinstance(each, str)]
    numbers += [each for ends in allowed.ranges for each in ends]
    return f"{human(key)} {min(numbers)} to {max(numbers)}"


def _read_number(typed: str) -> int | None:
    return int(typed) if typed.isascii() and typed.isdecimal() else None


def read_amounts(keys: Sequence[str], typed: str) -> Mapping[str, int] | None:
    """Read typed amounts such as `lumber 1, gold 2`, `1 lumber, 2 gold` or `none`. Return None for any other text."""
    if fold(typed) == "none":
        return {}
    parts = PARTS(fold(typed).replace(" and ", " "))
    names, numbers = (parts[1::2], parts[::2]) if parts[:1] and parts[0].isdecimal() else (parts[::2], parts[1::2])
    amounts = {}
    if len(names) != len(numbers) or not all(each.isdecimal() for each in numbers):
        return None
    for name, number in zip(names, numbers, strict=True):
        fits = [key for key in keys if fold(key).startswith(name)]
        if len(fits) != 1:
            return None
        amounts[fits[0]] = int(number)
    return amounts or None
