"""List all complete commands of a seat page by page, or draw some at random.

A filling of an option is a command made by filling in its open fields. There may be billions of fillings. So they are
numbered, and a page starts at its number without computing the fillings before it.
"""

import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from math import prod
from typing import TypeAlias

from kontor.domain.kernel.canonical import Json, JsonObject, canonical_text
from kontor.domain.kernel.legality import Option, covers, fill_legally, fillings, listed_first

Accepted: TypeAlias = Callable[[JsonObject], bool]


# ---------------------------------------------------------------- fillings by number


class Numbered:
    """Options whose fillings are numbered in the order of `legality.fillings`. A filling is a command made by filling
    in the open fields of an option. The fillings of each option are counted once."""

    def __init__(self, options: Sequence[Option]) -> None:
        self._options = options  # kept alive, because counts are cached by identity
        self._counts: dict[int, int] = {}

    def count(self, form: Json) -> int:
        """Return how many ways there are to fill in the open fields of an option, or of a part of an option."""
        if not isinstance(form, Mapping | list | tuple):
            return 1
        if id(form) not in self._counts:
            self._counts[id(form)] = self._count(form)
        return self._counts[id(form)]

    def _count(self, form: Json) -> int:
        match form:
            case {"one_of": list() | tuple() as choices}:
                return sum(map(self.count, choices))
            case {"range": [int() as low, int() as high]}:
                return high - low + 1
            case {"list": item, "min": int() as low, "max": int() as high}:
                return sum(self.count(item) ** length for length in range(low, high + 1))
            case Mapping():
                return prod(map(self.count, form.values()))
            case list() | tuple():
                return prod(map(self.count, form))
        return 1

    def at(self, form: Json, number: int) -> Json:
        """Return the filling of an option with this number, in the order of `legality.fillings`."""
        match form:
            case {"one_of": list() | tuple() as choices}:
                n, number = self.within(choices, number)
                return self.at(choices[n], number)
            case {"range": [int() as low, _]}:
                return low + number
            case {"list": item, "min": int() as length, "max": _}:
                while number >= (there := self.count(item) ** length):
                    number, length = number - there, length + 1
                return self._side_by_side([item] * length, number)
            case Mapping():
                values = self._side_by_side(list(form.values()), number)
                return {key: value for key, value in zip(form, values, strict=True) if value is not None}
            case list() | tuple():
                return self._side_by_side(form, number)
        return form

    def within(self, forms: Sequence[Json], number: int) -> tuple[int, int]:
        """Return which of these options contains the filling with this number, and the number of the filling within
        that option."""
        for n, form in enumerate(forms):
            if number < (there := self.count(form)):
                return n, number
            number -= there
        raise IndexError(number)

    def _side_by_side(self, forms: Sequence[Json], number: int) -> list[Json]:
        """Fill in several fields with the combination that has this number. Combinations are counted like digits: the
        last field changes with each number, the first field least often."""
        found: list[Json] = []
        for form in reversed(forms):
            number, rest = divmod(number, self.count(form))
            found.append(self.at(form, rest))
        return found[::-1]


# ---------------------------------------------------------------- pages


def page(
    options: Sequence[Option], start: int, wanted: int, most: int, accepted: Accepted, told: Collection[JsonObject]
) -> tuple[list[JsonObject], int | None]:
    """Return up to `wanted` accepted commands that are not in `told`, beginning with number `start`. Also return the
    start of the next page, or None. At most `most` commands are examined, so a page may be short, or even empty."""
    numbered, known = Numbered(options), {canonical_text(each) for each in told}
    end = sum(map(numbered.count, options))
    found: list[JsonObject] = []
    for number in range(start, min(start + most, end)):
        if len(found) == wanted:
            return found, number
        n, rest = numbered.within(options, number)
        command = numbered.at(options[n], rest)
        if not isinstance(command, Mapping) or canonical_text(command) in known:
            continue
        if not _is_covered(options[:n], command) and accepted(command):
            found.append(command)
    return found, start + most if start + most < end else None


def _is_covered(before: Sequence[Option], command: JsonObject) -> bool:
    """Return whether an earlier option has already listed the command."""
    return any(each["type"] == command["type"] and covers(each, command) for each in before)


def walk(options: Sequence[Option]) -> Iterator[JsonObject]:
    """Yield every command that can be made from the options once, ordered by number."""
    for n, option in enumerate(options):
        before = [each for each in options[:n] if each["type"] == option["type"]]
        for command in fillings(option):
            if isinstance(command, Mapping) and not _is_covered(before, command):
                yield command


# ---------------------------------------------------------------- random draws


def draw_legal(options: Sequence[Option], wanted: int, luck: random.Random, accepted: Accepted) -> list[JsonObject]:
    """Draw `wanted` accepted commands independently. First a kind of command is drawn, then an option of that kind,
    then its fields, each equally likely. A refused command is drawn again, and the same command may occur several
    times."""
    kinds: dict[str, list[Option]] = {}
    for option in options:
        kinds.setdefault(str(option["type"]), []).append(option)
    rare: dict[str, JsonObject | None] = {}  # the replacement for an option that random filling does not satisfy
    found: list[JsonObject] = []
    for _ in range(wanted if kinds else 0):
        option = luck.choice(kinds[luck.choice(sorted(kinds))])
        name = canonical_text(option)
        command = rare[name] if name in rare else fill_legally(option, luck, accepted)
        if command is None and name not in rare:
            command = rare[name] = listed_first(option, accepted)
        if command is not None:
            found.append(command)
    return found
