"""Schemas as generators of clients want them: whatever has fields has a name of its own, and every value a type.

An object that stands inside of another is moved out into a component and referred to; the same twice is written once.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

Schema = dict[str, Any]

JSON_TYPES = {bool: "boolean", int: "integer", str: "string"}
INNER = ("items", "additionalProperties")
INNER_LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")
OWN_WORDS = ("description", "x-kind")  # of the place where an object stands, not of the object


def ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def typed(schema: Mapping[str, Any]) -> Schema:
    """The same schema with `Json` in the place of what says nothing, and the type beside the values it lists."""
    if not schema:
        return ref("Json")
    found = _as_list(inside(schema, typed))
    values = [found["const"]] if "const" in found else found.get("enum", ())
    kinds = {JSON_TYPES[type(value)] for value in values}
    return _joined({"type": kinds.pop(), **found} if len(kinds) == 1 and "type" not in found else found)


def _as_list(schema: Schema) -> Schema:
    """A tuple of things that are alike is a list of so many; few generators know more of tuples."""
    first, *others = schema.get("prefixItems", [None])
    if first is None or any(each != first for each in others):
        return schema
    found = {word: value for word, value in schema.items() if word != "prefixItems"}
    return {**found, "items": first}


def _listing_words(parts: list[Schema]) -> list[Schema]:
    """Those that list words and say nothing else."""
    return [each for each in parts if each.keys() in ({"type", "const"}, {"type", "enum"}) and each["type"] == "string"]


def _joined(schema: Schema) -> Schema:
    """A union of unions is one, and the values that it lists stand together: a lone `const` is no part of a union that
    generators know."""
    if "anyOf" not in schema:
        return schema
    parts = [part for each in schema["anyOf"] for part in (each["anyOf"] if each.keys() == {"anyOf"} else [each])]
    listed = _listing_words(parts)
    others = [each for each in parts if each not in listed]
    values = [value for each in listed for value in ([each["const"]] if "const" in each else each["enum"])]
    joined = [{"type": "string", "enum": values}, *others] if listed else parts
    rest = {word: value for word, value in schema.items() if word != "anyOf"}
    return {**joined[0], **rest} if len(joined) == 1 else {**rest, "anyOf": joined}


def inside(schema: Mapping[str, Any], made: Callable[[Schema], Schema]) -> Schema:
    """The same schema with something else in the place of those that it is made of."""
    found = dict(schema)
    if "properties" in found:
        found["properties"] = {name: made(each) for name, each in found["properties"].items()}
    for word in INNER:
        if isinstance(found.get(word), Mapping):
            found[word] = made(found[word])
    for word in INNER_LISTS:
        if word in found:
            found[word] = [made(each) for each in found[word]]
    return found


class NamedParts:
    """Objects by the names of their components; `prefix` begins the name of each."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._found: dict[str, Schema] = {}

    def __iter__(self) -> Iterator[tuple[str, Schema]]:
        return iter(self._found.items())

    def taken_out(self, schema: Mapping[str, Any], owner: str) -> Schema:
        """A component with references in the place of the objects inside it. Its name is its title enough."""
        found = _distinct(inside(typed(schema), lambda each: self._moved(each, owner)))
        found.pop("title", None)
        return found

    def _moved(self, schema: Schema, owner: str) -> Schema:
        found = _distinct(inside(schema, lambda each: self._moved(each, owner)))
        title = cast("str | None", found.pop("title", None))
        if title is None or "properties" not in found:
            return found
        return self._placed(f"{self._prefix}{title}", found, owner, title)

    def _placed(self, name: str, found: Schema, owner: str, title: str) -> Schema:
        known = self._found.setdefault(name, found)
        if _bare(known) != _bare(found):  # two things of one name: the second is called after where it stands
            return self._placed(f"{owner}{title}", found, f"{owner}{title}", title)
        said = {word: found[word] for word in OWN_WORDS if found.get(word) != known.get(word) and word in found}
        return {**ref(name), **said}


def _distinct(schema: Schema) -> Schema:
    """Two parts of a union that came to bear one name are one."""
    if "anyOf" not in schema:
        return schema
    return {**schema, "anyOf": [each for n, each in enumerate(schema["anyOf"]) if each not in schema["anyOf"][:n]]}


def _bare(schema: Schema) -> Schema:
    return {word: value for word, value in schema.items() if word not in OWN_WORDS}
