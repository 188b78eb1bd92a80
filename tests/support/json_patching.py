"""Apply a JSON Patch as a client does (RFC 6902): all operations or none, with strict checks."""

import copy
from collections.abc import Sequence
from typing import Any


class NotApplicable(Exception):
    """The patch cannot be applied, because it belongs to another document."""


def applied(document: Any, operations: Sequence[dict[str, Any]]) -> Any:
    """Return the document after all operations. The given document is not changed."""
    holder = {"": copy.deepcopy(document)}  # so that the whole document has a parent as well
    for each in operations:
        _apply(holder, each)
    return holder[""]


def _apply(holder: Any, operation: dict[str, Any]) -> None:
    steps = [step.replace("~1", "/").replace("~0", "~") for step in operation["path"].split("/")]
    inside = holder
    for step in steps[:-1]:
        inside = inside[_key(inside, step, len(inside))] if isinstance(inside, list) else inside[step]
    adds = operation["op"] == "add"
    key: Any = _key(inside, steps[-1], len(inside) + adds) if isinstance(inside, list) else steps[-1]
    if not adds and isinstance(inside, dict) and key not in inside:
        raise NotApplicable(operation)
    match operation["op"]:
        case "add" if isinstance(inside, list):
            inside.insert(key, operation["value"])
        case "add" | "replace":
            inside[key] = operation["value"]
        case "remove":
            del inside[key]
        case "test" if inside[key] == operation["value"]:
            pass
        case _:
            raise NotApplicable(operation)


def _key(items: list[Any], step: str, below: int) -> int:
    if not step.isdigit() or int(step) >= below:
        raise NotApplicable(step)
    return int(step)
