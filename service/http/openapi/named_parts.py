"""Rewrite schemas for client generators: every object with fields becomes a named component, and every value has a
type.

An object inside another one becomes a component with a reference to it. Two equal objects become one component.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

Schema = dict[str, Any]

JSON_TYPES = {bool: "boolean", int: "integer", str: "string"}
INNER = ("items", "additionalProperties")
INNER_LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")
OWN_WORDS = ("description", "x-kind")  # belong to the place of an object, not to the object


def ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def add_types(schema: Mapping[str, Any]) -> Schema:
    """Replace empty schemas by `JsonValue`, and add the missing type to enumerations."""
    if not schema:
        return ref("JsonValue")
    found = _as_list(inside(schema, add_types))
    values = [found["const"]] if "const" in found else found.get("enum", ())
    kinds = {JSON_TYPES[type(value)] for value in values}
    return _flatten_union({"type": kinds.pop(), **found} if len(kinds) == 1 and "type" not in found else found)


def _as_list(schema: Schema) -> Schema:
    """Describe a tuple of equal items as a list, because few generators support tuples."""
    first, *others = schema.get("prefixItems", [None])
    if first is None or any(each != first for each in others):
        return schema
    found = {word: value for word, value in schema.items() if word != "prefixItems"}
    return {**found, "items": first}


def _listing_words(parts: list[Schema]) -> list[Schema]:
    """Return those of the schemas that are enumerations of strings."""
    return [each for each in parts if each.keys() in ({"type", "const"}, {"type", "enum"}) and each["type"] == "string"]


def _flatten_union(schema: Schema) -> Schema:
    """Flatten a union of unions, and join its constants into one enumeration, because generators do not support a
    `const` in a union."""
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
    """Apply `made` to each schema inside a schema, and return the result."""
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
    """The objects that became components, by name. Each name starts with `prefix`."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._found: dict[str, Schema] = {}

    def __iter__(self) -> Iterator[tuple[str, Schema]]:
        return iter(self._found.items())

    def take_out(self, schema: Mapping[str, Any], owner: str) -> Schema:
        """Return a component in which each inner object is replaced by a reference. A component has a name, so remove
        its title."""
        found = _remove_duplicates(inside(add_types(schema), lambda each: self._move_out(each, owner)))
        found.pop("title", None)
        return found

    def _move_out(self, schema: Schema, owner: str) -> Schema:
        found = _remove_duplicates(inside(schema, lambda each: self._move_out(each, owner)))
        title = cast("str | None", found.pop("title", None))
        if title is None or "properties" not in found:
            return found
        if "x-about" not in found:
            return self._place(f"{self._prefix}{title}", found, owner, title)
        text, found["description"] = found["description"], found.pop("x-about")
        return {**self._place(f"{self._prefix}{title}", found, owner, title), "description": text}

    def _place(self, name: str, found: Schema, owner: str, title: str) -> Schema:
        known = self._found.setdefault(name, found)
        if _without_own_words(known) != _without_own_words(
            found
        ):  # another object has this name: put the name of the owner in front
            return self._place(f"{owner}{title}", found, f"{owner}{title}", title)
        said = {word: found[word] for word in OWN_WORDS if found.get(word) != known.get(word) and word in found}
        return {**ref(name), **said}


def _remove_duplicates(schema: Schema) -> Schema:
    """Remove duplicate branches of a union. Replacing objects by references may create duplicates."""
    if "anyOf" not in schema:
        return schema
    return {**schema, "anyOf": [each for n, each in enumerate(schema["anyOf"]) if each not in schema["anyOf"][:n]]}


def _without_own_words(schema: Schema) -> Schema:
    return {word: value for word, value in schema.items() if word not in OWN_WORDS}
