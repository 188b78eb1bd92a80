"""A finding of an audit: which check found a problem, what is wrong, and at which version. Also functions that check
plain values.

Every check reports findings, from the verifier of a log to the audit of a whole database. The checks in this folder
raise `LogError` where they cannot continue. `verify` and `reexecute` turn it into a finding.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kontor.domain.kernel.canonical import Json, JsonObject, canonical_text
from kontor.domain.kernel.echo import quote

LONGEST = 200  # characters of a value that are shown

_MISSING = object()


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem that a check found. `version` is None if the problem concerns the whole file or game."""

    check: str
    message: str
    version: int | None = None

    def __str__(self) -> str:
        where = "" if self.version is None else f"version {self.version}, "
        return f"{where}{self.check}: {self.message}"

    def as_json(self) -> JsonObject:
        return {"check": self.check, "version": self.version, "message": self.message}


class LogError(ValueError):
    """A log contains something that cannot be true. `version`: the version of the problem, if it is not the version of
    the last line read."""

    def __init__(self, message: str, version: int | None = None) -> None:
        super().__init__(message)
        self.version = version


def require(holds: bool, message: str, version: int | None = None) -> None:
    if not holds:
        raise LogError(message, version)


def broken_rule(version: int, expected: str, found: str) -> Finding:
    """Return a finding about the first version that does not follow from its command by the rules."""
    return Finding("rules", f"expected {expected}; found {found}", version)


def other_events(first: int, made: Sequence[str], found: Sequence[str]) -> Finding:
    """Return a finding about a commit whose event types `found` differ from the types `made`, which the rules produce.
    `first`: the version of its first event."""
    same = next((n for n, (one, other) in enumerate(zip(made, found, strict=False)) if one != other), None)
    place = min(len(made), len(found)) if same is None else same
    return broken_rule(first + place, f"the events {', '.join(made)}", f"the events {', '.join(found)}")


def first_difference(expected: Json, found: Json) -> tuple[str, str]:
    """Return the first difference of two JSON values: a text for each value, with the path to the difference."""
    path, one, other = _first(expected, found, ())
    way = ".".join(path) or "the value"
    return f"{way} = {_show(one)}", f"{way} = {_show(other)}"


def _first(expected: object, found: object, path: tuple[str, ...]) -> tuple[tuple[str, ...], object, object]:
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        # compare the type first: it explains the other differences
        for key in sorted({*expected, *found}, key=lambda key: (key != "type", key)):
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
    return _text(one) == _text(other)  # not ==: for Python, True equals 1 and a tuple is not a list


def _text(value: object) -> str:
    return canonical_text(value)  # type: ignore[arg-type]  # all that is left is JSON


def _show(value: object) -> str:
    if value is _MISSING:
        return "nothing"
    text = _text(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


# ---------------------------------------------------------------- plain values of a line

_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}").fullmatch
_HEX = re.compile(r"[0-9a-f]{64}").fullmatch


def require_object(value: Json, name: str) -> JsonObject:
    if not isinstance(value, dict):
        raise LogError(f"{name} must be an object")
    return value


def require_list(value: Json, name: str) -> Sequence[Json]:
    if not isinstance(value, list):
        raise LogError(f"{name} must be a list")
    return value


def require_integer(value: Json) -> int:
    if type(value) is not int:  # for Python True equals 1, but its text differs
        raise LogError(f"{quote(value)} is not an integer")
    return value


def require_text(value: Json, name: str) -> str:
    if not isinstance(value, str):
        raise LogError(f"{name} must be a string")
    return value


def require_digest(value: Json) -> str:
    if not isinstance(value, str) or not _HEX(value):
        raise LogError(f"{quote(value)} is not 64 lower-case hex digits")
    return value


def require_uuid(value: Json) -> str:
    if not isinstance(value, str) or not _UUID(value):
        raise LogError(f"{quote(value)} is not a UUID, written in lower case with hyphens")
    return value
