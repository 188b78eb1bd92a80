"""Split the OpenAPI document for the viewer, which is slow with large documents. Each part has one call and the schemas
that the call needs.

A body that may be any command of any ruleset has hundreds of schemas. Such a union becomes an object with a note where
to find the schemas; its examples stay. The parts are OpenAPI 3.0, because the viewer reads 3.0 faster than 3.1.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kontor.service.http.openapi.operations import METHODS
from kontor.service.http.openapi.selection import select

MOST = 4  # a viewer shows a union with more branches slowly


@dataclass(frozen=True, slots=True)
class CallLine:
    """A line in the list of calls."""

    name: str
    method: str
    path: str
    summary: str


def list_calls(document: Mapping[str, Any]) -> Sequence[tuple[Mapping[str, str], Sequence[CallLine]]]:
    """Return the groups (tags) of the document with their calls, in the order of the document."""
    by_group: dict[str, list[CallLine]] = {tag["name"]: [] for tag in document["tags"]}
    for path, method, call in _calls(document):
        by_group[call["tags"][0]].append(CallLine(call["operationId"], method.upper(), path, call["summary"]))
    return [(tag, by_group[tag["name"]]) for tag in document["tags"] if by_group[tag["name"]]]


def shorten_unions(document: Mapping[str, Any], note: str) -> Mapping[str, Any]:
    """Return the document without large unions. `note`: a text that says where to find the schemas that are left
    out."""
    short: Mapping[str, Any] = _shorten(document, note)
    return short


def of_call(short: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return the document of one call. Raise KeyError if there is no call with this name."""
    for path, method, call in _calls(short):
        if call["operationId"] == name:
            return _single_call(short, path, method)
    raise KeyError(name)


def _calls(document: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    for path, item in document["paths"].items():
        yield from ((path, method, item[method]) for method in item if method in METHODS)


def _single_call(document: Mapping[str, Any], path: str, method: str) -> dict[str, Any]:
    """Return the document with one call only, and with the schemas that it needs."""
    call = document["paths"][path][method]
    return {**select(document, lambda each: each is call), "openapi": "3.0.3"}


def _shorten(value: Any, note: str) -> Any:
    if isinstance(value, list):
        return [_shorten(each, note) for each in value]
    if not isinstance(value, Mapping):
        return value
    short = {name: _shorten(each, note) for name, each in value.items()}
    for union in ("oneOf", "anyOf"):
        if isinstance(short.get(union), list) and len(short[union]) > MOST:
            short = {name: each for name, each in short.items() if name not in (union, "discriminator")}
            short |= {"type": "object", "description": " ".join(filter(None, (short.get("description"), note)))}
    return _to_openapi_3_0(short)


def _to_openapi_3_0(schema: dict[str, Any]) -> dict[str, Any]:
    """Convert a schema to OpenAPI 3.0."""
    kinds = schema.get("type")
    if isinstance(kinds, list):
        schema |= {"type": next(each for each in kinds if each != "null"), "nullable": "null" in kinds}
    if isinstance(schema.get("const"), str | int):
        schema["enum"] = [schema.pop("const")]
    return schema
