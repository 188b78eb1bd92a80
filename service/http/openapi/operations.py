"""What the document says of every operation, however it was written: descriptions, and the problems it answers with."""

from typing import Any

METHODS = frozenset({"get", "post", "put", "patch", "delete"})

# What an address names, by the name of its parameter.
NAMED_IN_ADDRESS = {
    "game_id": "The id of the game.",
    "seat": "The seat, from 1.",
    "name": "The name of the ruleset.",
    "board": "The name of a board of the ruleset, or `sha256:…` of any.",
    "rule": "The id of the rule, as `HT-PLACE-1`.",
    "key_id": "The id of the key, never the key itself.",
    "invitation_id": "The id of the invitation.",
    "job_id": "The id of the job.",
    "webhook_id": "The id of the webhook.",
    "delivery_id": "The id of the delivery.",
    "path": "The rest of the address, as C2SP tlog-tiles defines it.",
}
PROBLEM = {"$ref": "#/components/responses/Problem"}


def complete(path: str, operation: dict[str, Any]) -> None:
    """Add to an operation what holds for all that are alike."""
    operation.setdefault("description", f"{operation['summary']}.")
    responses = operation["responses"]
    for status in _problems(path, operation):
        responses.setdefault(status, PROBLEM)
    operation["responses"] = dict(sorted(responses.items()))


def describe_address(item: dict[str, Any]) -> None:
    """Say what the address names; whoever writes a new name into one says above what it means."""
    for parameter in item.get("parameters", ()):
        parameter.setdefault("description", NAMED_IN_ADDRESS[parameter["name"]])


def _problems(path: str, operation: dict[str, Any]) -> list[str]:
    """401 where a key is asked for, 404 where something is named, 429 wherever somebody counts."""
    found = ["401"] if operation["security"] else []
    return [*found, *(["404"] if "{" in path else []), *(["429"] if path.startswith("/v1/") else [])]
