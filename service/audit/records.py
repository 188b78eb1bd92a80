"""The lines of a bundle of an ended game, turned back into what a store holds. The verifier has seen them before."""

from collections.abc import Sequence
from typing import Any, cast
from uuid import UUID

from kontor.domain.kernel.canonical import JsonObject, canonical_text
from kontor.domain.kernel.commits import Command, Part, Record
from kontor.service.store import Logged


def logged_of(line: JsonObject) -> Logged:
    """An event with all its parts and, if it begins a commit, its command."""
    envelope = cast("dict[str, Any]", line["envelope"])
    parts = [
        Part(tuple(sealed["for"]), bytes.fromhex(part["salt"]), part["value"])
        for sealed, part in zip(envelope["sealed"], cast("list[Any]", line["parts"]), strict=True)
    ]
    digest = bytes.fromhex(cast(str, line["hash"]))
    record = Record(envelope["version"], canonical_text(envelope), digest, tuple(parts))
    return Logged(record, _cause(envelope, cast("dict[str, Any]", line["command"])) if "command" in line else None)


def seed_of(lines: Sequence[JsonObject]) -> bytes:
    """The seed that the last event publishes."""
    data = cast("dict[str, Any]", cast("dict[str, Any]", lines[-1]["envelope"])["data"])
    return bytes.fromhex(data["seed"])


def _cause(envelope: dict[str, Any], shown: dict[str, Any]) -> tuple[Command, bytes]:
    told = envelope["command"]
    command = Command(UUID(told["id"]), envelope["actor"], shown["body"], None, told.get("bot"))
    return command, bytes.fromhex(shown["salt"])
