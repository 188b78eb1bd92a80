"""Add the descriptions of parameters, and the common problems, to every operation of the document."""

from typing import Any

METHODS = frozenset({"get", "post", "put", "patch", "delete"})

# Descriptions of the parameters in addresses, by name.
NAMED_IN_ADDRESS = {
    "game_id": "The id of the game.",
    "seat": "The number of the seat, from 1.",
    "name": "The name of the ruleset.",
    "board": "The name of a board of the ruleset, or the `sha256:…` of any board.",
    "rule": "The id of the rule, such as `HT-PLACE-1`.",
    "key_id": "The id of the key, not the key itself.",
    "passkey_id": "The id of the passkey at this server.",
    "app_id": "The id of the permission, from the list of your apps.",
    "user_code": "The code that the device shows, such as `BCDF-GHJK`.",
    "resource": "The path of the resource, such as `mcp`.",
    "invitation_id": "The id of the invitation.",
    "job_id": "The id of the job.",
    "webhook_id": "The id of the webhook.",
    "delivery_id": "The id of the delivery.",
    "path": "The rest of the address, as C2SP tlog-tiles defines it.",
}
PROBLEM = {"$ref": "#/components/responses/Problem"}


def complete(path: str, operation: dict[str, Any]) -> None:
    """Add the default description and the common problems to an operation."""
    operation.setdefault("description", f"{operation['summary']}.")
    responses = operation["responses"]
    for status in _problems(path, operation):
        responses.setdefault(status, PROBLEM)
    operation["responses"] = dict(sorted(responses.items()))


def describe_address(item: dict[str, Any]) -> None:
    """Describe the parameters in the path of an operation. A new parameter needs an entry in NAMED_IN_ADDRESS."""
    for parameter in item.get("parameters", ()):
        parameter.setdefault("description", NAMED_IN_ADDRESS[parameter["name"]])


def _problems(path: str, operation: dict[str, Any]) -> list[str]:
    """Return the common problems of an operation. It has 401 if it needs a key, 404 if its path has a parameter, and
    429 if it has a rate limit."""
    found = ["401"] if operation["security"] else []
    return [*found, *(["404"] if "{" in path else []), *(["429"] if path.startswith("/v1/") else [])]
