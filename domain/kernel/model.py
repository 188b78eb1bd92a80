"""Commands and events are frozen dataclasses; from their annotations follow JSON Schema, reading and writing.

Understood: int, str, bool, None, object (any JSON), Literal, unions, `tuple[T, ...]`, `tuple[A, B]`, `Mapping[K, T]`
whose keys are strings, dataclasses, and `Annotated` with `Range`, `Pattern`, `Size`, `Names` or `Doc`. A field that
ends in `_` is named without it on the wire (`from_` is `from`). A field whose default is None is left out while it is
None. Of a union of dataclasses, the one is read whose `Literal` fields agree; a field with one literal is such a tag
and required, whatever its default. Fields named `sealed` and `opens` are no part of the JSON: an envelope has places of
its own for them (`domain.kernel.secrets`), so they must have a default.
"""

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Literal,
    NewType,
    TypeAlias,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from kontor.domain.kernel.canonical import Json, JsonObject

T = TypeVar("T")

APART = ("sealed", "opens")

Form: TypeAlias = Hashable  # an annotation: a class, a Literal, a union …


@dataclass(frozen=True, slots=True)
class Range:
    """Bounds of an integer, both included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regular expression that a string matches as a whole."""

    expression: str


@dataclass(frozen=True, slots=True)
class Size:
    """Bounds of the length of a list or of the number of keys of a mapping, both included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Names:
    """Which kind of thing a value names: a post, a seat, a card. `x-kind` of the published schema, so that a client
    can look for the thing on its board."""

    kind: str


@dataclass(frozen=True, slots=True)
class Doc:
    """What a field means, in a sentence for the published schema."""

    text: str


@dataclass(frozen=True, slots=True)
class Flaw:
    """One thing that makes a value unreadable: where (JSON pointer), which kind of flaw, and a sentence."""

    pointer: str
    code: str
    message: str


class Unreadable(ValueError):
    """A JSON value that does not have the form asked for."""

    def __init__(self, flaws: Sequence[Flaw]) -> None:
        super().__init__("; ".join(f"{flaw.pointer or '/'}: {flaw.message}" for flaw in flaws))
        self.flaws = tuple(flaws)


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


def write(value: object) -> Json:
    """The JSON of an instance, a tuple of them, or a plain value."""
    kind = type(value)
    if kind is str or kind is int or value is None or kind is bool:
        return cast(Json, value)
    if kind is tuple or kind is list:
        return [write(item) for item in cast("Sequence[object]", value)]
    if isinstance(value, Mapping):
        return {key: write(item) for key, item in value.items()}
    return _writer(cast(Form, kind))(value)


def schema(form: Form) -> JsonObject:
    """JSON Schema (2020-12) of an annotation, without references."""
    return _schema(form)


# ---------------------------------------------------------------- fields


@dataclass(frozen=True, slots=True)
class _Field:
    attribute: str
    key: str
    form: Form
    required: bool
    omitted_when_none: bool


@cache
def _fields(form: type) -> tuple[_Field, ...]:
    hints = get_type_hints(form, include_extras=True)
    return tuple(
        _Field(
            field.name,
            field.name.removesuffix("_"),
            hints[field.name],
            required=(field.default is MISSING and field.default_factory is MISSING) or _is_tag(hints[field.name]),
            omitted_when_none=field.default is None,
        )
        for field in fields(form)
        if field.name not in APART
    )


def _is_tag(form: Form) -> bool:
    """One literal: it tells what the object is, so it is always written out, whatever its default in Python."""
    bare, _ = _bare(form)
    return get_origin(bare) is Literal and len(get_args(bare)) == 1


def _bare(form: Form) -> tuple[Form, tuple[object, ...]]:
    """The form without `Annotated` and `NewType`, and the notes on it."""
    notes: tuple[object, ...] = ()
    while True:
        if get_origin(form) is Annotated:
            form, *more = get_args(form)
            notes = (*notes, *more)
        elif isinstance(form, NewType):
            form = form.__supertype__
        else:
            return form, notes


# ---------------------------------------------------------------- writing


@cache
def _writer(form: Form) -> Callable[[object], Json]:
    if not is_dataclass(form):
        raise TypeError(f"{form} is no dataclass and has no wire form")
    known = [(each.attribute, each.key, each.omitted_when_none) for each in _fields(cast(type, form))]

    def written(value: object) -> Json:
        found: dict[str, Json] = {}
        for attribute, key, omitted_when_none in known:
            item = getattr(value, attribute)
            if item is None and omitted_when_none:
                continue
            found[key] = write(item)
        return found

    return written


# ---------------------------------------------------------------- reading

_Reader: TypeAlias = Callable[[Json, str, list[Flaw]], object]


@cache
def _reader(form: Form) -> _Reader:
    bare, notes = _bare(form)
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
            if nearest is None or _nearness(form, value) > 0:
                nearest = found
        flaws.extend(nearest or [])
        return None

    return reader


def _filled(readers: list[tuple[Form, _Reader]], forms: tuple[Form, ...]) -> list[tuple[Form, _Reader]]:
    readers[:] = [(form, _reader(form)) for form in forms]
    return readers


def _nearness(form: Form, value: Json) -> int:
    """1 if the literal fields of a dataclass agree with the value: then its flaws are the ones worth telling."""
    bare, _ = _bare(form)
    if not is_dataclass(bare) or not isinstance(value, Mapping):
        return 0
    tags = [field for field in _fields(cast(type, bare)) if get_origin(_bare(field.form)[0]) is Literal]
    return int(bool(tags) and all(value.get(tag.key) in get_args(_bare(tag.form)[0]) for tag in tags))


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
    known = {field.key: field for field in _fields(form)}
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

    def reader(value: Json, pointer: str, flaws: list[Flaw]) -> object:
        if type(value) is not kind:
            flaws.append(Flaw(pointer, "wrong-type", f"must be {name}"))
            return value
        for note in notes:
            if isinstance(note, Range) and isinstance(value, int) and not note.low <= value <= note.high:
                flaws.append(Flaw(pointer, "out-of-range", f"must be from {note.low} to {note.high}"))
            elif isinstance(note, Pattern) and isinstance(value, str) and not re.fullmatch(note.expression, value):
                flaws.append(Flaw(pointer, "wrong-form", f"must match {note.expression}"))
        return value

    return reader


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


# ---------------------------------------------------------------- JSON Schema


def _schema(form: Form) -> JsonObject:
    bare, notes = _bare(form)
    found = dict(_bare_schema(bare))
    for note in notes:
        found.update(_note_schema(note, found))
    return found


def _bare_schema(form: Form) -> JsonObject:
    origin = get_origin(form)
    if origin is Literal:
        allowed = get_args(form)
        return {"const": allowed[0]} if len(allowed) == 1 else {"enum": list(allowed)}
    if origin in (Union, UnionType):
        return {"anyOf": [_schema(each) for each in get_args(form)]}
    if origin is tuple:
        return _tuple_schema(get_args(form))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping_schema(*get_args(form))
    if is_dataclass(form):
        return _dataclass_schema(cast(type, form))
    if form is object:
        return {}
    names: dict[object, str] = {
        str: "string",
        int: "integer",
        bool: "boolean",
        NoneType: "null",
        None: "null",
    }
    return {"type": names[form]}


def _mapping_schema(key: Form, value: Form) -> JsonObject:
    found: JsonObject = {"type": "object", "additionalProperties": _schema(value)}
    return found if key is str else {**found, "propertyNames": _schema(key)}


def _tuple_schema(items: tuple[Form, ...]) -> JsonObject:
    if len(items) == 2 and items[1] is Ellipsis:
        return {"type": "array", "items": _schema(items[0])}
    return {
        "type": "array",
        "prefixItems": [_schema(item) for item in items],
        "minItems": len(items),
        "maxItems": len(items),
    }


def _dataclass_schema(form: type) -> JsonObject:
    known = _fields(form)
    found: dict[str, Json] = {
        "type": "object",
        "title": form.__name__,
        "properties": {field.key: _schema(field.form) for field in known},
        "required": [field.key for field in known if field.required],
        "additionalProperties": False,
    }
    if form.__doc__ and not form.__doc__.startswith(f"{form.__name__}("):  # not the one dataclass makes up
        found["description"] = form.__doc__.strip().partition("\n\n")[0]
    return found


def _note_schema(note: object, found: JsonObject) -> JsonObject:
    match note:
        case Range(low, high):
            return {"minimum": low, "maximum": high}
        case Pattern(expression):
            return {"pattern": f"^(?:{expression})$"}
        case Size(low, high):
            if found.get("type") == "object":
                return {"minProperties": low, "maxProperties": high}
            return {"minItems": low, "maxItems": high}
        case Names(kind):
            return {"x-kind": kind}
        case Doc(text):
            return {"description": text}
        case _:
            raise TypeError(f"{note!r} says nothing to a schema")
