"""Find the strings of a JSON Schema that have no kind, and the kinds that the schema names (`x-kind`), for tests of
rulesets. A string is described if it has `enum` or `const`, or if the string or the `anyOf` around it has `x-kind`."""

from collections.abc import Iterator, Mapping

from kontor.domain.kernel.canonical import Json, JsonObject

TOLD = ("enum", "const", "x-kind")


def unnamed_leaves(schema: JsonObject) -> list[str]:
    """Return JSON pointers to the strings in a schema that have no enum, const or x-kind."""
    return list(_unnamed(schema, ""))


def kinds_of(schema: JsonObject) -> set[str]:
    """Return every kind that the schema names."""
    return set(_kinds(schema))


def _unnamed(schema: JsonObject, pointer: str) -> Iterator[str]:
    if _is_string(schema.get("type")) and not any(word in schema for word in TOLD):
        yield pointer
    for step, part in _parts(schema):
        if not (step.startswith("/anyOf") and any(word in schema for word in TOLD)):
            yield from _unnamed(part, pointer + step)


def _kinds(schema: JsonObject) -> Iterator[str]:
    if "x-kind" in schema:
        yield str(schema["x-kind"])
    for _, part in _parts(schema):
        yield from _kinds(part)


def _is_string(form: Json) -> bool:
    return form == "string" or (isinstance(form, list | tuple) and "string" in form)


def _parts(schema: JsonObject) -> Iterator[tuple[str, JsonObject]]:
    """Yield the schemas inside a schema, each with its path."""
    for key in ("items", "additionalProperties", "propertyNames"):
        yield from _as_part(f"/{key}", schema.get(key))
    for key in ("anyOf", "oneOf", "allOf", "prefixItems"):
        listed = schema.get(key)
        if isinstance(listed, list | tuple):
            for n, part in enumerate(listed):
                yield from _as_part(f"/{key}/{n}", part)
    for key in ("properties", "$defs"):
        named = schema.get(key)
        if isinstance(named, Mapping):
            for name, part in named.items():
                yield from _as_part(f"/{key}/{name.replace('~', '~0').replace('/', '~1')}", part)


def _as_part(step: str, part: Json) -> Iterator[tuple[str, JsonObject]]:
    if isinstance(part, Mapping):
        yield step, part
