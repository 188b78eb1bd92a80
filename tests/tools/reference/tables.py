"""A JSON Schema as a table for people, and examples as blocks."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

MOST_LISTED = 8  # values of an enumeration
LONGEST_FORM = 120  # characters; a longer object gets a row for each of its fields


def block(value: object, language: str = "json") -> str:
    return f"```{language}\n{_laid_out(value)}\n```"


def _laid_out(value: object) -> str:
    """Write the value in one line if it fits, else indented, with short inner values in one line each."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(flat) <= 110 or not isinstance(value, Mapping | list):
        return flat
    if isinstance(value, list):
        inner = ",\n".join(_indented(_laid_out(each)) for each in value)
        return f"[\n{inner}\n]"
    inner = ",\n".join(_indented(f"{json.dumps(key)}: {_laid_out(each)}") for key, each in value.items())
    return f"{{\n{inner}\n}}"


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())


def table(schema: Mapping[str, Any], hidden: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield a table of its fields; nothing if it has none."""
    fields = {name: each for name, each in schema.get("properties", {}).items() if name not in hidden}
    if not fields:
        return
    yield "| field | form | |"
    yield "| --- | --- | --- |"
    for name, each in fields.items():
        yield from _rows(name, each, "" if name in schema.get("required", ()) else " (may be left out)")
    yield ""


def _rows(name: str, schema: Mapping[str, Any], optional: str = "") -> Iterator[str]:
    """Yield the row of a field. Rows for inner fields, or for each alternative, follow if its form would be long."""
    text, about = form(schema), cell(schema.get("description", ""))
    alternatives = schema.get("anyOf") or schema.get("oneOf") or [schema]
    objects = [each for each in alternatives if "properties" in each.get("items", each)]
    if len(text) <= LONGEST_FORM or not objects:
        yield f"| `{name}` | {text}{optional} | {about} |"
        return
    or_null = " or null" if {"type": "null"} in alternatives else ""
    if len(objects) > 1:
        yield f"| `{name}` | one of the next {len(objects)} rows{or_null}{optional} | {about} |"
        for each in objects:
            yield f"| … | {form(each)} | {cell(each.get('description', ''))} |"
        return
    is_list = "items" in objects[0]
    yield f"| `{name}` | {'list of objects' if is_list else 'object'}{or_null}{optional} | {about} |"
    inner = objects[0].get("items", objects[0])
    for key, each in inner["properties"].items():
        yield from _rows(f"{name}{'[]' if is_list else ''}.{key}", each)


def form(schema: Mapping[str, Any]) -> str:
    """Describe the form of a value in a few words."""
    if "const" in schema:
        return f"`{json.dumps(schema['const'], ensure_ascii=False)}`"
    if "enum" in schema:
        values = [f"`{json.dumps(each, ensure_ascii=False)}`" for each in schema["enum"]]
        more = " …" if len(values) > MOST_LISTED else ""
        return " or ".join(values) if len(values) < 3 else f"one of {', '.join(values[:MOST_LISTED])}{more}"
    if several := schema.get("anyOf") or schema.get("oneOf"):
        return " or ".join(form(each) for each in several)
    if "prefixItems" in schema:
        return f"a list of {', '.join(form(each) for each in schema['prefixItems'])}"
    return _of_type(schema)


def _of_type(schema: Mapping[str, Any]) -> str:
    kind = schema.get("x-kind")
    match schema.get("type"):
        case "array":
            return f"list of {form(schema.get('items', {}))}"
        case "object" if "properties" in schema:
            return f"{{{_fields(schema['properties'])}}}"
        case "object":
            values = schema.get("additionalProperties")
            return f"object of {form(values)}" if isinstance(values, Mapping) else "object"
        case "integer":
            bounds = f" {schema['minimum']} to {schema['maximum']}" if {"minimum", "maximum"} <= schema.keys() else ""
            return f"{kind or 'integer'}{bounds}".replace("_", " ")
        case None:
            return "any value"
        case word:
            return str(kind or word).replace("_", " ")


def _fields(properties: Mapping[str, Mapping[str, Any]]) -> str:
    """Name the fields of an object. Three or more fields with the same form are grouped."""
    groups: dict[str, list[str]] = {}
    for name, each in properties.items():
        groups.setdefault(form(each), []).append(f"`{name}`")
    if len(properties) < 3 or len(groups) > 2:
        return ", ".join(f"`{name}` {form(each)}" for name, each in properties.items())
    return ", ".join(f"{', '.join(names)}: {text}" for text, names in groups.items())


def cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
