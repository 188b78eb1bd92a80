"""Read plain values in a line of a log: each function returns the value, or raises LogError if its form is wrong."""

import re
from collections.abc import Sequence

from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.echo import quote
from kontor.domain.kernel.finding import LogError

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
