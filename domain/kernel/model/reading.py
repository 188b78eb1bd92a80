"""Reading: a JSON value as an instance, or every flaw that it has.

For each form a reader is made once and kept; a reader calls the readers of its parts.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Literal, TypeAlias, TypeVar, Union, cast, get_args, get_origin

from kontor.domain.kernel.canonical import Json
from kontor.domain.kernel.model.forms import Flaw, Form, Pattern, Range, Size, Unreadable, fields_of, stripped

T = TypeVar("T")

_Reader: TypeAlias = Callable[[Json, str, list[Flaw]], object]


def read(form: type[T], value: Json) -> T:
    """The value as an instance of `form`; raises `Unreadable` with every flaw found."""
    flaws: list[Flaw] = []
    found = _reader(cast(Form, form))(value, "", flaws)
    if flaws:
        raise Unreadable(flaws)
    return cast(T, found)


def read_form(form: Form, value: Json) -> object:
    """Like `read`, for any annotation (a union, a Literal, a tuple)."""
    return read(cast("type[object]", form), value)


@cache
def _reader(form: Form) -> _Reader:
    bare, notes = stripped(form)
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


def _as_it_is(value: Json, pointer: str, flaws: list[Flaw]) -> object:
    return value


def _literal_reader(allowed: tuple[Json, ...]) -> _Reader:
    def reader(value: Json, pointer: str, flaws: list[Flaw]) -> object:
        # 1 == True in Python, not in JSON
        if not any(type(value) is type(each) and value == each for each in allowed):
            flaws.append(Flaw(pointer, "not-one-of", f"must be one of {', '.join(map(str, allowed))}"))
        return value

    return reader


def _union_reader(forms: tuple[Form, ...]) -> _Reader:
    readers: list[tuple[Form, _Reader]] = []  # looked up once: hashing a form takes longer than reading a number

    def reader(value: Json, pointer: str, flaws: list[Flaw]) -> object:
        nearest: list[Flaw] | None = None
        for form, each in readers or _filled(readers, forms):
            found: list[Flaw] = []
            result = each(value, pointer, found)
            if not found:
                return result
            if nearest is None or _is_meant(form, value):
                nearest = found
        flaws.extend(nearest or [])
        return None

    return reader


def _filled(readers: list[tuple[Form, _Reader]], forms: tuple[Form, ...]) -> list[tuple[Form, _Reader]]:
    readers[:] = [(form, _reader(form)) for form in forms]
    return readers


def _is_meant(form: Form, value: Json) -> bool:
    """Whether the literal fields of a dataclass agree with the value: then its flaws are the ones worth telling."""
    bare, _ = stripped(form)
    if not is_dataclass(bare) or not isinstance(value, Mapping):
        return False
    tags = [field for field in fields_of(cast(type, bare)) if get_origin(stripped(field.form)[0]) is Literal]
    return bool(tags) and all(value.get(tag.key) in get_args(stripped(tag.form)[0]) for tag in tags)


def _tuple_reader(items: tuple[Form, ...], notes: tuple[object, ...]) -> _Reader:
    if len(items) == 2 and items[1] is Ellipsis:
        size = next((note for note in notes if isinstance(note, Size)), None)
        return _list_reader(_reader(items[0]), size)
    readers = [_reader(item) for item in items]

    def reader(value: Json, pointer: str, flaws: list[Flaw]) -> object:
        if not isinstance(value, list | tuple) or len(value) != len(readers):
            flaws.append(Flaw(pointer, "wrong-type", f"must be a list of {len(readers)}"))
            return ()
        return tuple(
            each(item, f"{pointer}/{n}", flaws) for n, (each, item) in enumerate(zip(readers, value, strict=True))
        )

    return reader


def _list_reader(item_reader: _Reader, size: Size | None) -> _Reader:
    def reader(value: Json, pointer: str, flaws: list[Flaw]) -> object:
        if not isinstance(value, list | tuple):
            flaws.append(Flaw(pointer, "wrong-type", "must be a list"))
            return ()
        _check_size(value, size, pointer, flaws)
        return tuple(item_reader(item, f"{pointer}/{n}", flaws) for n, item in enumerate(value))

    return reader


def _mapping_reader(key_form: Form, form: Form, notes: tuple[object, ...]) -> _Reader:
    item_reader = _reader(form)
    key_reader = None if key_form is str else _reader(key_form)
    size = next((note for note in notes if isinstance(note, Size)), None)

    def reader(value: Json, pointer: str, flaws: list[Flaw]) -> object:
        if not isinstance(value, Mapping):
            flaws.append(Flaw(pointer, "wrong-type", "must be an object"))
            return {}
        _check_size(value, size, pointer, flaws)
        if key_reader is not None:
            for key in value:
                key_reader(key, f"{pointer}/{_escaped(key)}", flaws)
        return {key: item_reader(item, f"{pointer}/{_escaped(key)}", flaws) for key, item in value.items()}

    return reader


def _check_size(value: Sequence[Json] | Mapping[str, Json], size: Size | None, pointer: str, flaws: list[Flaw]) -> None:
    if size is not None and not size.low <= len(value) <= size.high:
        flaws.append(Flaw(pointer, "wrong-size", f"must have {size.low} to {size.high} entries, not {len(value)}"))


def _dataclass_reader(form: type) -> _Reader:
    known = {field.key: field for field in fields_of(form)}
    readers: dict[str, _Reader] = {}  # looked up once, when first needed: hashing a form takes long

    def reader(value: Json, pointer: str, flaws: list[Flaw]) -> object:
        if not isinstance(value, Mapping):
            flaws.append(Flaw(pointer, "wrong-type", "must be an object"))
            return None
        before = len(flaws)
        flaws.extend(
            Flaw(
                f"{pointer}/{_escaped(key)}",
                "unknown-field",
                f"unknown field; known are {', '.join(known) or 'none'}",
            )
            for key in value
            if key not in known
        )
        given: dict[str, object] = {}
        for key, field in known.items():
            if key in value:
                each = readers.get(key) or readers.setdefault(key, _reader(field.form))
                given[field.attribute] = each(value[key], f"{pointer}/{key}", flaws)
            elif field.required:
                flaws.append(Flaw(f"{pointer}/{key}", "missing-field", "is required"))
        return form(**given) if len(flaws) == before else None

    return reader


def _scalar_reader(form: Form, notes: tuple[object, ...]) -> _Reader:
    name = {str: "a string", int: "an integer", bool: "true or false", NoneType: "null", None: "null"}.get(
        cast("type | None", form)
    )
    if name is None:
        raise TypeError(f"{form} has no wire form")
    kind = NoneType if form is None else form
    ranges = [note for note in notes if isinstance(note, Range)]
    patterns = [re.compile(note.expression) for note in notes if isinstance(note, Pattern)]

    def reader(value: Json, pointer: str, flaws: list[Flaw]) -> object:
        if type(value) is not kind:
            flaws.append(Flaw(pointer, "wrong-type", f"must be {name}"))
            return value
        for allowed in ranges:
            if isinstance(value, int) and not allowed.low <= value <= allowed.high:
                flaws.append(Flaw(pointer, "out-of-range", f"must be from {allowed.low} to {allowed.high}"))
        for pattern in patterns:
            if isinstance(value, str) and not pattern.fullmatch(value):
                flaws.append(Flaw(pointer, "wrong-form", f"must match {pattern.pattern}"))
        return value

    return reader


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
