"""The lines of a bundle of an ended game, turned back into what a store holds. The verifier has seen them before."""

from collections.abc import Sequence
from typing import Any, cast

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.event_lines import cause_of, record_of
from kontor.service.store import Logged


def logged_of(line: JsonObject) -> Logged:
    """An event with all its parts and, if it begins a commit, its command."""
    return Logged(record_of(line), cause_of(line))


def seed_of(lines: Sequence[JsonObject]) -> bytes:
    """The seed that the last event publishes."""
    data = cast("dict[str, Any]", cast("dict[str, Any]", lines[-1]["envelope"])["data"])
    return bytes.fromhex(data["seed"])
