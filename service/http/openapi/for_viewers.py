"""The OpenAPI document for a viewer, which draws all that it reads: a body that may be any command of any ruleset has
hundreds of schemas. Such a union is told as an object, with a word on where to read on; examples stay. What is then
named by nobody goes. And it is told as OpenAPI 3.0, which viewers read many times faster than 3.1; they draw the same.
"""

from collections.abc import Iterator, Mapping
from typing import Any

MOST = 4  # branches of a union that a viewer draws quickly


def lean(document: Mapping[str, Any], note: str) -> dict[str, Any]:
    """`note`: where there is more of what was left out."""
    short = _shortened(document, note)
    schemas = short["components"]["schemas"]
    kept: dict[str, Any] = {}
    wanted = set(_named(short["paths"]))
    while wanted:
        fresh = {name: schemas[name] for name in wanted if name in schemas and name not in kept}
        kept.update(fresh)
        wanted = set(_named(fresh))
    in_order = {name: schema for name, schema in schemas.items() if name in kept}
    return {**short, "openapi": "3.0.3", "components": {**short["components"], "schemas": in_order}}


def _shortened(value: Any, note: str) -> Any:
    if isinstance(value, list):
        return [_shortened(each, note) for each in value]
    if not isinstance(value, Mapping):
        return value
    short = {name: _shortened(each, note) for name, each in value.items()}
    for union in ("oneOf", "anyOf"):
        if isinstance(short.get(union), list) and len(short[union]) > MOST:
            short = {name: each for name, each in short.items() if name not in (union, "discriminator")}
            short |= {"type": "object", "description": " ".join(filter(None, (short.get("description"), note)))}
    return _older(short)


def _older(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema as 3.0 writes it."""
    kinds = schema.get("type")
    if isinstance(kinds, list):
        schema |= {"type": next(each for each in kinds if each != "null"), "nullable": "null" in kinds}
    if isinstance(schema.get("const"), str | int):
        schema["enum"] = [schema.pop("const")]
    return schema


def _named(value: Any) -> Iterator[str]:
    """The names of all components that something refers to."""
    if isinstance(value, list):
        for each in value:
            yield from _named(each)
    elif isinstance(value, Mapping):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"].rpartition("/")[2]
        for each in value.values():
            yield from _named(each)
