"""Canonical JSON: exactly one text per value, so that equal values have equal hashes (docs/log-format.md §1).

It is RFC 8785, restricted so that any encoder with sorted keys produces it. Keys are `[a-z0-9_]+`. Integers are at most
2^53 − 1 in size, and there are no floats. Strings are valid Unicode without U+0000. There are at most 64 levels.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NoReturn, TypeAlias

from kontor.domain.kernel.echo import quote

Json: TypeAlias = "bool | int | str | Sequence[Json] | Mapping[str, Json] | None"
JsonObject: TypeAlias = Mapping[str, Json]

LARGEST = 2**53 - 1
DEEPEST = 64
TOO_DEEP = f"nested deeper than {DEEPEST} levels"
TOO_LARGE = "integers beyond 2^53 - 1 are not exact everywhere"

_KEY = re.compile(r"[a-z0-9_]+").fullmatch
_encoder = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def _encoding() -> Callable[[Json], str]:
    """Return a faster function with the result of `_encoder.encode`. The encoder prepares itself again on each call,
    which takes a third of the time. The function uses an undocumented part of Python, so there is a fallback."""
    make = getattr(json.encoder, "c_make_encoder", None)
    if make is None:
        return _encoder.encode
    chunks = make(None, _encoder.default, json.encoder.encode_basestring, None, ":", ",", True, False, False)
    return lambda value: "".join(chunks(value, 0))


_encode = _encoding()


class NotCanonical(ValueError):
    """A value that the log cannot represent, or a text that is not canonical."""


def canonical(value: Json) -> bytes:
    """Return the canonical text of a value, as UTF-8."""
    return canonical_text(value).encode()


def canonical_text(value: Json, levels: int = DEEPEST) -> str:
    """Return the canonical text of a value. Raise NotCanonical if the log cannot represent the value. `levels`: the
    allowed depth."""
    _require_encodable(value, levels)
    return _encode(value)


def text_of(value: Json) -> str:
    """Return the text of a value that `parse` returned, without checking it again."""
    return _encode(value)


def parse(text: str | bytes) -> Json:
    """Read a canonical text. Raise NotCanonical for any other text, even if it has the same meaning."""
    if isinstance(text, bytes):
        text = _decode(text)
    elif not text.isascii():
        _require_text(text)
    value = _load(text, _read)
    _require_levels(value, text)
    if _encode(value) != text:  # this comparison also detects a doubled key
        raise NotCanonical("the text is not canonical JSON: check spaces, the order of keys, doubled keys and escapes")
    if "\\u0000" in text:  # the text may mean U+0000, or an escaped backslash before other letters
        _require_encodable(value, DEEPEST)
    return value


def parse_strict(text: str) -> Json:
    """Read JSON as strictly as the log requires: no doubled keys, no floats, no NaN."""
    return _load(text, _read_strictly)


def _load(text: str, read: Callable[[str], Json]) -> Json:
    try:
        return read(text)
    except NotCanonical:
        raise
    except ValueError as error:  # not JSON, or an integer with more digits than Python reads
        raise NotCanonical(f"not JSON: {error}") from None
    except RecursionError:
        raise NotCanonical(TOO_DEEP) from None


def _require_levels(value: Json, text: str) -> None:
    if text.count("[") + text.count("{") > DEEPEST:  # an upper bound: brackets may be side by side, or inside a string
        _require_encodable(value, DEEPEST)


def _decode(text: bytes) -> str:
    try:
        return text.decode()
    except UnicodeDecodeError:
        raise NotCanonical("not UTF-8") from None


def _object(pairs: list[tuple[str, Json]]) -> JsonObject:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise NotCanonical("an object has a key twice")
    return found


def _object_with_keys(found: dict[str, Json]) -> JsonObject:
    if not _known_keys.issuperset(found):
        for key in found:
            _require_key(key)
    return found


def _integer(text: str) -> int:
    found = int(text)
    if not -LARGEST <= found <= LARGEST:
        raise NotCanonical(TOO_LARGE)
    return found


def _refuse_number(text: str) -> NoReturn:
    raise NotCanonical(f"numbers must be integers, not {text}")


_read_strictly = json.JSONDecoder(
    object_pairs_hook=_object, parse_float=_refuse_number, parse_constant=_refuse_number
).decode
_read = json.JSONDecoder(
    object_hook=_object_with_keys, parse_int=_integer, parse_float=_refuse_number, parse_constant=_refuse_number
).decode


def _require_encodable(value: Json, depth: int) -> None:
    # exact types, frequent ones first: subclasses (enums, bool for int) are encoded in other ways
    kind = type(value)
    if kind is dict:
        _require_deep_enough(depth)
        if not _known_keys.issuperset(value):  # type: ignore[arg-type]  # `kind is dict` does not narrow
            for key in value:  # type: ignore[union-attr]  # same
                _require_key(key)
        _require_items(value.values(), depth - 1)  # type: ignore[union-attr]  # same
    elif kind is list or kind is tuple:
        _require_deep_enough(depth)
        _require_items(value, depth - 1)  # type: ignore[arg-type]  # same
    else:
        _require_items((value,), depth)


def _require_items(items: Iterable[Json], depth: int) -> None:
    # One call per string and number would take most of the time.
    for item in items:
        kind = type(item)
        if kind is str:
            if "\0" in item or not item.isascii():  # type: ignore[operator,union-attr]  # `kind is str` does not narrow
                _require_text(item)  # type: ignore[arg-type]  # same
        elif kind is int:
            if not -LARGEST <= item <= LARGEST:  # type: ignore[operator]  # same
                raise NotCanonical(TOO_LARGE)
        elif kind is dict or kind is list or kind is tuple:
            _require_encodable(item, depth)
        elif item is not None and kind is not bool:
            raise NotCanonical(f"a {kind.__name__} has no canonical form")


_known_keys: set[str] = set()  # the few hundred names of our forms; other keys are checked each time


def _require_key(key: object) -> None:
    if not isinstance(key, str) or not _KEY(key):
        raise NotCanonical(f"keys may contain only a-z, 0-9 and _, but this one is {quote(key)}")
    if len(_known_keys) < 1000:
        _known_keys.add(key)


def _require_deep_enough(depth: int) -> None:
    if depth == 0:
        raise NotCanonical(TOO_DEEP)


def _require_text(text: str) -> None:
    if "\0" in text:
        raise NotCanonical("strings must not contain U+0000")
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise NotCanonical("strings must not contain lone surrogates") from None
