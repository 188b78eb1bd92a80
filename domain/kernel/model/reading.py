"""Read a JSON value as an instance of a dataclass, or report all flaws of the value.

The reader of a type is built once and calls the readers of its parts. The position of a value is stored as its key and
the position of its container. It is written as a JSON pointer only for a flaw.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Literal, NamedTuple, TypeAlias, TypeVar, Union, cast, get_args, get_origin

from kontor.domain.kernel.canonical import Json
from kontor.domain.kernel.echo import shorten
from kontor.domain.kernel.model.annotations import (
    Doc,
    Flaw,
    Form,
    Pattern,
    Range,
    Size,
    Unreadable,
    fields_of,
    strip_annotations,
)

T = TypeVar("T")
MOST_SUGGESTIONS = 20  # a suggestion takes up to a millisecond, and a body can have thousands of flaws

_Place: TypeAlias = "tuple[_Place, str | int] | None"
_Reader: TypeAlias = Callable[[Json, _Place, list[Flaw]], object]


def read(form: type[T], value: Json) -> T:
    """Return the value as an instance of `form`. Raise `Unreadable` with all flaws if the value has any."""
    flaws: list[Flaw] = []
    found = _reader(cast(Form, form))(value, None, flaws)
    if flaws:
        suggested = [flaw.with_suggestion() for flaw in flaws[:MOST_SUGGESTIONS]]
        raise Unreadable([*suggested, *flaws[MOST_SUGGESTIONS:]])
    return cast(T, found)


def read_form(form: Form, value: Json) -> object:
    """Read a value of any annotated type, such as a union, a Literal or a tuple."""
    return read(cast("type[object]", form), value)


@cache
def _reader(form: Form) -> _Reader:
    bare, notes = strip_annotations(form)
    origin = get_origin(bare)
    if origin is Literal:
        return _literal_reader(get_args(bare))
    if origin in (Union, UnionType):
        return _union_reader(get_args(bare))
    if origin is tuple:
        return _tuple_reader(get_args(bare), notes)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        key_form, item_form = get_args(bare)
        return _mapping_reader(key_form, item_form, notes)
    if is_dataclass(bare):
        return _dataclass_reader(cast(type, bare))
    if bare is object:
        return _as_it_is
    return _scalar_reader(bare, notes)


def _as_it_is(value: Json, place: _Place, flaws: list[Flaw]) -> object:
    return value


def _literal_reader(allowed: tuple[Json, ...]) -> _Reader:
    kinds = {type(each) for each in allowed}
    exact = {(type(each), each) for each in allowed}  # 1 == True in Python, not in JSON

    def reader(value: Json, place: _Place, flaws: list[Flaw]) -> object:
        if type(value) not in kinds or (type(value), value) not in exact:
            message = f"must be one of {', '.join(map(str, allowed))}"
            flaws.append(_flaw(place, "not-one-of", message, value, allowed))
        return value

    return reader


def _union_reader(forms: tuple[Form, ...]) -> _Reader:
    readers: list[tuple[Form, _Reader]] = []  # built once: hashing a form takes longer than reading a number
    is_optional = cast(Form, NoneType) in forms

    def reader(value: Json, place: _Place, flaws: list[Flaw]) -> object:
        # Without this test, each earlier form would describe a flaw that is then discarded.
        if value is None and is_optional:
            return None
        nearest: list[Flaw] | None = None
        for form, each in readers or _fill(readers, forms):
            found: list[Flaw] = []
            result = each(value, place, found)
            if not found:
                return result
            if nearest is None or _is_meant(form, value):
                nearest = found
        flaws.extend(nearest or [])
        return None

    return reader


def _fill(readers: list[tuple[Form, _Reader]], forms: tuple[Form, ...]) -> list[tuple[Form, _Reader]]:
    readers[:] = [(form, _reader(form)) for form in forms]
    return readers


def _is_meant(form: Form, value: Json) -> bool:
    """Return whether the literal fields of a dataclass match the value. Then the flaws that its reader finds are the
    relevant ones."""
    bare, _ = strip_annotations(form)
    if not is_dataclass(bare) or not isinstance(value, Mapping):
        return False
    tags = [field for field in fields_of(cast(type, bare)) if get_origin(strip_annotations(field.form)[0]) is Literal]
    return bool(tags) and all(value.get(tag.key) in get_args(strip_annotations(tag.form)[0]) for tag in tags)


def _tuple_reader(items: tuple[Form, ...], notes: tuple[object, ...]) -> _Reader:
    if len(items) == 2 and items[1] is Ellipsis:
        size = next((note for note in notes if isinstance(note, Size)), None)
        return _list_reader(_reader(items[0]), size)
    readers = [_reader(item) for item in items]

    def reader(value: Json, place: _Place, flaws: list[Flaw]) -> object:
        if not isinstance(value, list | tuple) or len(value) != len(readers):
            flaws.append(_flaw(place, "wrong-type", f"must be a list of {len(readers)}"))
            return ()
        return tuple([each(item, (place, n), flaws) for n, (each, item) in enumerate(zip(readers, value, strict=True))])

    return reader


def _list_reader(item_reader: _Reader, size: Size | None) -> _Reader:
    def reader(value: Json, place: _Place, flaws: list[Flaw]) -> object:
        if not isinstance(value, list | tuple):
            flaws.append(_flaw(place, "wrong-type", "must be a list"))
            return ()
        _check_size(value, size, place, flaws)
        return tuple([item_reader(item, (place, n), flaws) for n, item in enumerate(value)])

    return reader


def _mapping_reader(key_form: Form, form: Form, notes: tuple[object, ...]) -> _Reader:
    item_reader = _reader(form)
    key_reader = None if key_form is str else _reader(key_form)
    size = next((note for note in notes if isinstance(note, Size)), None)

    def reader(value: Json, place: _Place, flaws: list[Flaw]) -> object:
        if not isinstance(value, Mapping):
            flaws.append(_flaw(place, "wrong-type", "must be an object"))
            return {}
        _check_size(value, size, place, flaws)
        if key_reader is not None:
            for key in value:
                key_reader(key, (place, key), flaws)
        return {key: item_reader(item, (place, key), flaws) for key, item in value.items()}

    return reader


def _check_size(
    value: Sequence[Json] | Mapping[str, Json], size: Size | None, place: _Place, flaws: list[Flaw]
) -> None:
    if size is not None and not size.low <= len(value) <= size.high:
        flaws.append(_flaw(place, "wrong-size", f"must have {size.low} to {size.high} entries, not {len(value)}"))


class _Part(NamedTuple):
    attribute: str
    key: str
    required: bool
    reader: _Reader


def _dataclass_reader(form: type) -> _Reader:
    parts: list[_Part] = []  # built once, on first use: hashing a form is slow

    def reader(value: Json, place: _Place, flaws: list[Flaw]) -> object:
        if type(value) is not dict and not isinstance(value, Mapping):
            flaws.append(_flaw(place, "wrong-type", "must be an object"))
            return None
        before = len(flaws)
        given: dict[str, object] = {}
        for attribute, key, required, each in parts or _parts_of(form, parts):
            if key in value:
                given[attribute] = each(value[key], (place, key), flaws)
            elif required:
                flaws.append(_flaw((place, key), "missing-field", "is required"))
        if len(given) != len(value):
            flaws[before:before] = _unknown_fields(value, [part.key for part in parts], place)
        return form(**given) if len(flaws) == before else None

    return reader


def _parts_of(form: type, parts: list[_Part]) -> list[_Part]:
    parts[:] = [_Part(each.attribute, each.key, each.required, _reader(each.form)) for each in fields_of(form)]
    return parts


def _unknown_fields(value: Mapping[str, Json], known: Sequence[str], place: _Place) -> list[Flaw]:
    message = f"unknown field; known are {', '.join(known) or 'none'}"
    return [_flaw((place, key), "unknown-field", message, key, known) for key in value if key not in known]


def _scalar_reader(form: Form, notes: tuple[object, ...]) -> _Reader:
    if form is int:
        return _integer_reader([(note.low, note.high) for note in notes if isinstance(note, Range)])
    if form is str:
        return _string_reader(
            [(re.compile(note.expression), _in_words(note, notes)) for note in notes if isinstance(note, Pattern)]
        )
    if form is bool:
        return _plain_reader(bool, "true or false")
    if form in (None, NoneType):
        return _plain_reader(NoneType, "null")
    raise TypeError(f"{form} has no wire form")


def _integer_reader(ranges: Sequence[tuple[int, int]]) -> _Reader:
    def reader(value: Json, place: _Place, flaws: list[Flaw]) -> object:
        if type(value) is not int:
            flaws.append(_flaw(place, "wrong-type", "must be an integer"))
            return value
        for low, high in ranges:
            if not low <= value <= high:
                flaws.append(_flaw(place, "out-of-range", f"must be from {low} to {high}"))
        return value

    return reader


def _in_words(pattern: Pattern, notes: tuple[object, ...]) -> str:
    """Describe a pattern in words: with its own words, or with the description of the field."""
    if pattern.words:
        return f"must be {pattern.words}"
    meaning = next((note.text for note in notes if isinstance(note, Doc)), "")
    return f"has the wrong form. {meaning}".rstrip(". ")


def _string_reader(patterns: Sequence[tuple[re.Pattern[str], str]]) -> _Reader:
    def reader(value: Json, place: _Place, flaws: list[Flaw]) -> object:
        if type(value) is not str:
            flaws.append(_flaw(place, "wrong-type", "must be a string"))
            return value
        for pattern, message in patterns:
            if not pattern.fullmatch(value):
                flaws.append(_flaw(place, "wrong-form", message))
        return value

    return reader


def _plain_reader(kind: type, name: str) -> _Reader:
    def reader(value: Json, place: _Place, flaws: list[Flaw]) -> object:
        if type(value) is not kind:
            flaws.append(_flaw(place, "wrong-type", f"must be {name}"))
        return value

    return reader


def _flaw(place: _Place, code: str, message: str, given: Json = None, known: Sequence[Json] = ()) -> Flaw:
    if not isinstance(given, str):
        return Flaw(_pointer(place), code, message)
    return Flaw(_pointer(place), code, message, given, tuple(each for each in known if isinstance(each, str)))


def _pointer(place: _Place) -> str:
    if place is None:
        return ""
    around, key = place
    return f"{_pointer(around)}/{shorten(str(key)).replace('~', '~0').replace('/', '~1')}"
