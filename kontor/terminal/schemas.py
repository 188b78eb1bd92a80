"""Read the fields of commands from a ruleset's published schemas: the kind, the description and the order of each
field.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kontor.terminal.filling import Path

RULES = re.compile(r" \((?:[A-Z]{2,}-[A-Z0-9-]*\d(?:, )?)+\)")


class Schemas:
    """The schemas of a ruleset, as the resource `/v1/rulesets/{r}/schemas` returns them."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._defs = document["$defs"]
        self._commands = {
            each["properties"]["type"]["const"]: each for each in self._branches(self._defs["Command"], "")
        }

    def kind(self, type_: str, path: Path) -> str | None:
        return next((each["x-kind"] for each in self._at(type_, path) if "x-kind" in each), None)

    def description(self, type_: str, path: Path = ()) -> str:
        found = self._at(type_, path) if path else iter([self._commands.get(type_, {})])
        text = next((each["description"] for each in found if each.get("description")), "")
        return " ".join(str(text).replace("`", "").split())

    def summary(self, type_: str) -> str:
        """Return the description of a command without rule ids, for a line of a menu."""
        return RULES.sub("", self.description(type_))

    def order(self, type_: str, path: Path, keys: Sequence[str]) -> Sequence[str]:
        """Return the keys in the order of the schema. Keys that the schema does not contain come last."""
        known = list(dict.fromkeys(key for each in self._at(type_, path) for key in each.get("properties", {})))
        return sorted(keys, key=lambda key: known.index(key) if key in known else len(known))

    def _at(self, type_: str, path: Path) -> Iterator[Mapping[str, Any]]:
        """Yield every schema that may apply to a field of a command. There are several if the field may have several
        types.
        """
        found = list(self._branches(self._commands.get(type_), ""))
        for key in path:
            found = [inner for each in found for inner in self._branches(_below(each, key), "")]
        return iter(found)

    def _branches(self, schema: Mapping[str, Any] | None, about: str) -> Iterator[Mapping[str, Any]]:
        if schema is None:
            return
        if "$ref" in schema:
            yield from self._branches(self._defs[schema["$ref"].rpartition("/")[2]], about)
        elif several := schema.get("anyOf") or schema.get("oneOf"):
            for each in several:
                yield from self._branches(each, schema.get("description", about))
        else:
            yield {"description": about, **schema} if about else schema


def _below(schema: Mapping[str, Any], key: str | int) -> Mapping[str, Any] | None:
    found: Any
    if isinstance(key, int):
        listed = schema.get("prefixItems", ())
        found = listed[key] if key < len(listed) else schema.get("items")
    else:
        found = schema.get("properties", {}).get(key, schema.get("additionalProperties"))
    return found if isinstance(found, Mapping) else None
