"""Select a part of an OpenAPI document: some operations, and the components that they need."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from kontor.service.http.openapi.named_parts import Schema
from kontor.service.http.openapi.operations import METHODS

PARTS = ("paths", "webhooks")


def select(whole: Mapping[str, Any], is_wanted: Callable[[Any], bool]) -> dict[str, Any]:
    """Return the part of a document about some operations, with the tags and schemas that they need."""
    found = {**whole, "components": dict(whole["components"])}
    for part in PARTS:
        items: dict[str, Any] = {}
        for path, item in whole.get(part, {}).items():
            kept = {word: each for word, each in item.items() if word not in METHODS or is_wanted(each)}
            if METHODS & kept.keys():
                items[path] = kept
        found[part] = items
    if not found["webhooks"]:
        del found["webhooks"]
    used = {tag for operation in operations(found) for tag in operation["tags"]}
    found["tags"] = [tag for tag in whole["tags"] if tag["name"] in used]
    remove_unused(found)
    return found


def operations(document: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the operations of a document."""
    for item in (each for part in PARTS for each in document.get(part, {}).values()):
        yield from (each for each in item.values() if isinstance(each, dict) and "operationId" in each)


def references(value: Any) -> Iterator[str]:
    """Yield the names of all components that a value refers to."""
    if isinstance(value, list):
        for each in value:
            yield from references(each)
    elif isinstance(value, Mapping):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"].rpartition("/")[2]
        for each in value.values():
            yield from references(each)


def reachable(schemas: Mapping[str, Schema], value: Any) -> set[str]:
    """Return the names of the components that a value needs, directly or through other components."""
    kept: set[str] = set()
    wanted = set(references(value))
    while wanted:
        kept |= wanted
        wanted = set(references([schemas[name] for name in wanted if name in schemas])) - kept
    return kept


def remove_unused(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    used = reachable(schemas, [*(document.get(part) for part in PARTS), document["components"].get("responses", {})])
    document["components"]["schemas"] = {name: schema for name, schema in schemas.items() if name in used}
