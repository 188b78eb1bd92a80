"""The public form of the log: one line for each event, with the sealed parts that the reader may see
(docs/log-format.md §6).

Every reader gets the same envelopes and hashes. The event itself determines which parts and command bodies a reader may
see; a ruleset cannot change this.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, cast
from uuid import UUID

from kontor.domain.kernel.canonical import Json, JsonObject, canonical_text, parse_strict
from kontor.domain.kernel.commits import Command, Part, Record


def line(record: Record, seats: Collection[int], ended: bool, cause: tuple[Command, bytes] | None = None) -> JsonObject:
    """Return the line of one event for a reader who held `seats` at its version. After the end of the game every reader
    sees all parts. `cause`: the command with its salt, for the first event of a commit."""
    shown: dict[str, Json] = {
        "version": record.version,
        "hash": record.hash.hex(),
        "envelope": parse_strict(record.envelope),
        "parts": [
            {"part": n, "salt": part.salt.hex(), "value": part.value}
            for n, part in enumerate(record.parts)
            if ended or any(seat in seats for seat in part.seats)
        ],
    }
    if cause is not None and may_read(cause[0], seats, ended):
        shown["command"] = {"salt": cause[1].hex(), "body": cause[0].body}
    return shown


def line_text(record: Record, seats: Collection[int], ended: bool, cause: tuple[Command, bytes] | None = None) -> str:
    """Return the line of an event as canonical JSON. It contains the exact text of the envelope that was hashed."""
    parts = ",".join(
        f'{{"part":{n},"salt":"{part.salt.hex()}","value":{canonical_text(part.value)}}}'
        for n, part in enumerate(record.parts)
        if ended or any(seat in seats for seat in part.seats)
    )
    command = ""
    if cause is not None and may_read(cause[0], seats, ended):
        command = f'"command":{{"body":{canonical_text(cause[0].body)},"salt":"{cause[1].hex()}"}},'
    envelope, hash_ = record.envelope, record.hash.hex()
    return f'{{{command}"envelope":{envelope},"hash":"{hash_}","parts":[{parts}],"version":{record.version}}}'


def may_read(command: Command, seats: Collection[int], ended: bool) -> bool:
    return ended or command.readers is None or any(seat in seats for seat in command.readers)


# ---------------------------------------------------------------- reading, where everything is shown


def record_of(line: JsonObject) -> Record:
    """Return the stored event of a verified line. Raise ValueError if the line does not show all parts of the event."""
    envelope = cast("Mapping[str, Any]", line["envelope"])
    parts = tuple(
        Part(tuple(sealed["for"]), bytes.fromhex(part["salt"]), part["value"])
        for sealed, part in zip(envelope["sealed"], cast("Sequence[Any]", line["parts"]), strict=True)
    )
    digest = bytes.fromhex(cast(str, line["hash"]))
    return Record(envelope["version"], canonical_text(cast(JsonObject, envelope)), digest, parts)


def cause_of(line: JsonObject) -> tuple[Command, bytes] | None:
    """Return the command that a line shows, with its salt, or None if the line shows none. The line does not say which
    seats may read the command."""
    if "command" not in line:
        return None
    envelope, shown = cast("Mapping[str, Any]", line["envelope"]), cast("Mapping[str, Any]", line["command"])
    told = envelope["command"]
    command = Command(UUID(told["id"]), envelope["actor"], shown["body"], None, told.get("bot"))
    return command, bytes.fromhex(shown["salt"])


def commits_of(lines: Sequence[JsonObject]) -> Iterator[Sequence[JsonObject]]:
    """Yield the lines of a log commit by commit, from its first line."""
    first = 0
    while first < len(lines):
        last = cast("Mapping[str, Mapping[str, int]]", lines[first]["envelope"])["command"]["last"]
        yield lines[first:last]
        first = last
