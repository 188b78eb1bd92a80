"""Add missing descriptions of properties. The description comes from the component that a property refers to, or from
the kind of object that it identifies."""

from collections.abc import Callable, Mapping
from typing import Any

from kontor.service.http.openapi.named_parts import Schema, inside, ref

# What a value identifies (`x-kind`), outside of the rulesets. A ruleset has its own list.
KINDS = {
    "account": "the id of an account",
    "board": "a board: its name, or `sha256:…` and the hash of its file",
    "bot": "the name of a bot",
    "category": "a category of the score, as the ruleset lists it",
    "colour": "a colour of pieces, as the ruleset lists it",
    "command": "the id of a command",
    "decision": "a kind of decision, as the ruleset lists it",
    "delivery": "the id of a delivery",
    "game": "the id of a game",
    "invitation": "the id of an invitation",
    "job": "the id of a background job",
    "key": "the id of an API key, not the key itself",
    "passkey": "the id of a passkey",
    "participant": "a random name for an account in this one game: an account has another one in each game",
    "rule": "the id of a rule, such as HT-PLACE-1",
    "ruleset": "the name of a ruleset",
    "seat": "the number of a seat, from 1",
    "signing_key": "the id of a key of the server, as in `/.well-known/kontor-keys.json`",
    "webhook": "the id of a webhook",
}


def by_kind(kinds: Mapping[str, str]) -> Callable[[Schema], str]:
    """Return a function that returns a description for a schema: `kinds` has one for each kind of object that a value
    may identify (`x-kind`)."""

    def describe(schema: Schema) -> str:
        if text := kinds.get(schema.get("x-kind", "")):
            return f"{text[:1].upper()}{text[1:]}."
        item = kinds.get(_only_branch(schema.get("items", {})).get("x-kind", ""))
        return f"A list. Each item is {item}." if item else ""

    return describe


def by_component(components: Mapping[str, Schema]) -> Callable[[Schema], str]:
    """Return a function that looks up a schema's `$ref`, and returns the description of this component, or ""."""
    return lambda schema: str(components.get(schema.get("$ref", "").rpartition("/")[2], {}).get("description", ""))


def describe_properties(schema: Schema, describe: Callable[[Schema], str]) -> Schema:
    """Return the schema with a description for every property of its objects, if `describe` has one for it."""
    found = inside(schema, lambda each: describe_properties(each, describe))
    if "properties" in found:
        found["properties"] = {name: _describe(each, describe) for name, each in found["properties"].items()}
    return found


def _describe(schema: Schema, describe: Callable[[Schema], str]) -> Schema:
    if schema.get("description"):
        return schema
    text = describe(schema) or _only_branch(schema).get("description") or describe(_only_branch(schema))
    return {**schema, "description": text} if text else schema


def _only_branch(schema: Mapping[str, Any]) -> Any:
    """Return the schema of the value itself, if null or an open field is allowed in its place."""
    if "anyOf" not in schema:
        return schema
    branches = [each for each in schema["anyOf"] if each not in ({"type": "null"}, ref("OpenField"))]
    return _only_branch(branches[0]) if len(branches) == 1 else {}
