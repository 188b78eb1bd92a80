"""Where a log and the rules part: the first place at which two JSON values differ, in words that say what was expected
there and what was found."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kontor.domain.kernel.canonical import Json, canonical_text

LONGEST = 200  # characters of a value that are shown

_MISSING = object()


@dataclass(frozen=True, slots=True)
class Difference:
    """The first version that is not what the rules make of its command."""

    version: int
    expected: str
    found: str

    def __str__(self) -> str:
        return f"version {self.version}: expected {self.expected}; found {self.found}"


def other_events(first: int, made: Sequence[str], found: Sequence[str]) -> Difference:
    """Types of events of a commit that begins with version `first`: there are more, fewer or others than expected."""
    same = next((n for n, (one, other) in enumerate(zip(made, found, strict=False)) if one != other), None)
    place = min(len(made), len(found)) if same is None else same
    return Difference(first + place, f"the events {', '.join(made)}", f"the events {', '.join(found)}")


def first_difference(expected: Json, found: Json) -> tuple[str, str]:
    """What stands at the first place where they differ, in the one and in the other, each with the way there."""
    path, one, other = _first(expected, found, ())
    way = ".".join(path) or "the value"
    return f"{way} = {_shown(one)}", f"{way} = {_shown(other)}"


def _first(expected: object, found: object, path: tuple[str, ...]) -> tuple[tuple[str, ...], object, object]:
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        for key in sorted({*expected, *found}, key=lambda key: (key != "type", key)):  # another type explains the rest
            one, other = expected.get(key, _MISSING), found.get(key, _MISSING)
            if not _same(one, other):
                return _first(one, other, (*path, key))
    if isinstance(expected, list | tuple) and isinstance(found, list | tuple) and len(expected) == len(found):
        for n, (one, other) in enumerate(zip(expected, found, strict=True)):
            if not _same(one, other):
                return _first(one, other, (*path, str(n)))
    return path, expected, found


def _same(one: object, other: object) -> bool:
    if one is _MISSING or other is _MISSING:
        return one is other
    return _text(one) == _text(other)  # not ==: to Python, True is 1 and a tuple is no list


def _text(value: object) -> str:
    return canonical_text(value)  # type: ignore[arg-type]  # all that is left is JSON


def _shown(value: object) -> str:
    if value is _MISSING:
        return "nothing"
    text = _text(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
