"""A JSON Schema as a table for people, and examples as blocks."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

MOST_LISTED = 8  # values of an enumeration


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
        optional = "" if name in schema.get("required", ()) else " (may be left out)"
        yield f"| `{name}` | {form(each)}{optional} | {cell(each.get('description', ''))} |"
    yield ""


def form(schema: Mapping[str, Any]) -> str:
    """Describe the form of a value in a few words."""
    if "const" in schema:
        return f"`{json.dumps(schema['const'], ensure_ascii=False)}`"
    if "enum" in schema:
        told = [f"`{json.dumps(each, ensure_ascii=False)}`" for each in schema["enum"][:MOST_LISTED]]
        return ", ".join(told) + (" …" if len(schema["enum"]) > MOST_LISTED else "")
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
            inner = ", ".join(f"`{name}` {form(each)}" for name, each in schema["properties"].items())
            return f"{{{inner}}}"
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


def cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
