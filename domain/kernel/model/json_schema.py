"""Describe an annotated type as JSON Schema (2020-12), without references."""

from collections.abc import Mapping
from dataclasses import is_dataclass
from types import NoneType, UnionType
from typing import Literal, Union, cast, get_args, get_origin

from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.model.annotations import (
    Distinct,
    Doc,
    Form,
    Names,
    Pattern,
    Range,
    Size,
    fields_of,
    strip_annotations,
)
from kontor.domain.kernel.model.docstrings import descriptions


def schema(form: Form) -> JsonObject:
    """Return the JSON Schema of an annotated type."""
    bare, notes = strip_annotations(form)
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
        return {"anyOf": [schema(each) for each in get_args(form)]}
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
    found: JsonObject = {"type": "object", "additionalProperties": schema(value)}
    return found if key is str else {**found, "propertyNames": schema(key)}


def _tuple_schema(items: tuple[Form, ...]) -> JsonObject:
    if len(items) == 2 and items[1] is Ellipsis:
        return {"type": "array", "items": schema(items[0])}
    return {
        "type": "array",
        "prefixItems": [schema(item) for item in items],
        "minItems": len(items),
        "maxItems": len(items),
    }


def _dataclass_schema(form: type) -> JsonObject:
    known = fields_of(form)
    about, texts = descriptions(form, {field.key for field in known})
    properties: dict[str, Json] = {field.key: schema(field.form) for field in known}
    for key in properties.keys() & texts.keys():
        properties[key] = _describe(cast(JsonObject, properties[key]), texts[key])
    found: dict[str, Json] = {
        "type": "object",
        "title": form.__name__,
        "properties": properties,
        "required": [field.key for field in known if field.required],
        "additionalProperties": False,
    }
    return {**found, "description": about} if about else found


def _describe(found: JsonObject, text: str) -> JsonObject:
    """Describe a value at its place. The description of a dataclass is kept as `x-about`."""
    about = {"x-about": found.get("description", "")} if "properties" in found else {}
    return {**found, **about, "description": text}


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
        case Distinct():
            return {"x-distinct": True}
        case Names(kind):
            return {"x-kind": kind}
        case Doc(text):
            return _describe(found, text)
        case _:
            raise TypeError(f"{note!r} cannot be written in a JSON Schema")
