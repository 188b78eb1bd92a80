"""Prepare the document for client generators: add titles to enumerations, discriminators to unions and formats to
integers, and remove unused components."""

from collections.abc import Mapping
from typing import Any

from kontor.service.http.openapi.descriptions import KINDS, by_component, by_kind, describe_properties
from kontor.service.http.openapi.named_parts import Schema, inside
from kontor.service.http.openapi.selection import operations, remove_unused
from kontor.service.http.openapi.unions import START, camel, discriminated_union

INT32_MOST = 2**31 - 1


def finish(document: dict[str, Any]) -> None:
    """Rewrite all schemas of a document, and remove the components that no operation uses."""
    components: dict[str, Schema] = document["components"]["schemas"]
    for name, schema in components.items():
        components[name] = _finish_schema(schema, components, name)
    for describe in (by_component(components), by_kind(KINDS)):
        for name, schema in components.items():
            components[name] = describe_properties(schema, describe)
    for operation in operations(document):
        for parameter in operation.get("parameters", ()):
            if "schema" in parameter:
                owner = f"{camel(operation['operationId'])}{camel(parameter['name'])}"
                parameter["schema"] = _finish_schema(parameter["schema"], components, owner)
    remove_unused(document)


def _finish_schema(schema: Schema, components: Mapping[str, Schema], owner: str) -> Schema:
    """Return a schema with titles and formats. `owner`: the beginning of the titles of the enumerations in the
    schema."""
    found = dict(schema)
    properties = found.pop("properties", None)
    found = inside(found, lambda each: _finish_schema(each, components, owner))
    if properties is not None:
        found["properties"] = {
            name: _finish_schema(each, components, f"{owner}{camel(name)}") for name, each in properties.items()
        }
    if found.get("default", "") is None:  # in Go and Java a default has the type of the value, which null is not
        del found["default"]
    _title(found, owner)
    _int64(found)
    _only_true(found)
    return _tell_apart(found, components)


def _title(schema: Schema, owner: str) -> None:
    """Give an enumeration a title. Otherwise, if several objects have a field `kind`, generators would name its types
    Kind1, Kind2, and so on."""
    if "enum" in schema:
        schema["title"] = owner


def _int64(schema: Schema) -> None:
    """Add the format `int64` to an integer. In Go and Java, generators use 32 bits for an integer without a format."""
    small = schema.get("x-kind") == "seat" or schema.get("maximum", INT32_MOST + 1) <= INT32_MOST
    if schema.get("type") in ("integer", ["integer", "null"]) and not small:
        schema["format"] = "int64"


def _only_true(schema: Schema) -> None:
    """Describe the constant `true` as a boolean that is not false, because openapi-generator compares constants as
    texts."""
    if schema.get("type") == "boolean" and schema.pop("const", False):
        schema["not"] = {"const": False}


def _tell_apart(schema: Schema, components: Mapping[str, Schema]) -> Schema:
    """Turn an `anyOf` of objects into a `oneOf` with a discriminator, if a constant separates them."""
    names = [each.get("$ref", "").removeprefix(START) for each in schema.get("anyOf", ())]
    branches = [components.get(name, {}) for name in names]
    if len(branches) < 2 or not all("properties" in each for each in branches):
        return schema
    for key in branches[0]["required"]:
        values = [each["properties"].get(key, {}).get("const") for each in branches]
        if None not in values and len(set(values)) == len(values):
            rest = {word: value for word, value in schema.items() if word != "anyOf"}
            union = discriminated_union(dict(zip(values, names, strict=True)), "", by=key)
            return {**rest, "oneOf": union["oneOf"], "discriminator": union["discriminator"]}
    return schema
