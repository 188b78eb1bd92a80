"""Canonical JSON: the one text a value has, so that equal values have equal hashes (docs/log-format.md §1).

RFC 8785, narrowed so that any encoder with sorted keys yields it: keys `[a-z0-9_]+`, integers of at most
2^53 − 1 in size, no floats, strings of valid Unicode without U+0000, 64 levels at most.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import NoReturn, TypeAlias

Json: TypeAlias = "bool | int | str | Sequence[Json] | Mapping[str, Json] | None"
JsonObject: TypeAlias = Mapping[str, Json]

LARGEST = 2**53 - 1
DEEPEST = 64

_KEY = re.compile(r"[a-z0-9_]+").fullmatch
_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode


class NotCanonical(ValueError):
    """A value that the log cannot hold, or a text that is not the canonical one."""


def canonical(value: Json) -> bytes:
    """The canonical text of a value, as UTF-8."""
    return canonical_text(value).encode()


def canonical_text(value: Json, levels: int = DEEPEST) -> str:
    """The canonical text of a value; refuses what the log cannot hold. `levels`: how deep it may be nested."""
    _require_encodable(value, levels)
    return _encode(value)


def parse(text: str | bytes) -> Json:
    """Read a canonical text; refuses any other text, also one that means the same."""
    if isinstance(text, bytes):
        text = _decode(text)
    value = parse_strict(text)
    if canonical_text(value) != text:
        raise NotCanonical("the text is not canonical JSON: check spaces, the order of keys and escapes")
    return value


def parse_strict(text: str) -> Json:
    """Read JSON as strictly as the log demands: no doubled keys, no floats, no NaN."""
    try:
        value: Json = json.loads(
            text, object_pairs_hook=_object, parse_float=_refuse_number, parse_constant=_refuse_number
        )
    except NotCanonical:
        raise
    except ValueError as error:  # not JSON, or an integer of more digits than Python is willing to read
        raise NotCanonical(f"not JSON: {error}") from None
    except RecursionError:
        raise NotCanonical(f"nested deeper than {DEEPEST} levels") from None
    return value


def _decode(text: bytes) -> str:
    try:
        return text.decode()
    except UnicodeDecodeError:
        raise NotCanonical("not UTF-8") from None


def _object(pairs: list[tuple[str, Json]]) -> JsonObject:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise NotCanonical("an object names a key twice")
    return found


def _refuse_number(text: str) -> NoReturn:
    raise NotCanonical(f"numbers are integers here, not {text}")


def _require_encodable(value: Json, depth: int) -> None:
    # exact types, frequent ones first: subclasses (enums, bool for int) would encode in ways of their own
    kind = type(value)
    if kind is str:
        if "\0" in value or not value.isascii():  # type: ignore[operator,union-attr]  # `kind is str` does not narrow
            _require_text(value)  # type: ignore[arg-type]  # same
    elif kind is int:
        if not -LARGEST <= value <= LARGEST:  # type: ignore[operator]  # same
            raise NotCanonical("integers beyond 2^53 - 1 are not exact everywhere")
    elif kind is dict:
        _require_deep_enough(depth)
        for key, item in value.items():  # type: ignore[union-attr]  # same
            if key not in _known_keys:
                _require_key(key)
            _require_encodable(item, depth - 1)
    elif kind is list or kind is tuple:
        _require_deep_enough(depth)
        for item in value:  # type: ignore[union-attr]  # same
            _require_encodable(item, depth - 1)
    elif value is not None and kind is not bool:
        raise NotCanonical(f"a {kind.__name__} has no canonical form")


_known_keys: set[str] = set()  # the few hundred names of our forms; others are looked at each time


def _require_key(key: object) -> None:
    if not isinstance(key, str) or not _KEY(key):
        raise NotCanonical(f"keys consist of a-z, 0-9 and _, unlike {key!r}")
    if len(_known_keys) < 1000:
        _known_keys.add(key)


def _require_deep_enough(depth: int) -> None:
    if depth == 0:
        raise NotCanonical(f"nested deeper than {DEEPEST} levels")


def _require_text(text: str) -> None:
    if "\0" in text:
        raise NotCanonical("strings hold no U+0000")
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise NotCanonical("strings hold no lone surrogates") from None
