"""Check a log line by line: each line must follow from the lines before it (log format §8)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import cast
from uuid import UUID

from kontor.domain.kernel import seals
from kontor.domain.kernel.canonical import Json, JsonObject, parse, text_of
from kontor.domain.kernel.commits import FORMAT, OPENING, SYSTEM
from kontor.domain.kernel.dice import Draw, Shuffle
from kontor.domain.kernel.finding import (
    LogError,
    require,
    require_digest,
    require_integer,
    require_list,
    require_object,
    require_text,
    require_uuid,
)
from kontor.domain.kernel.model import read_form
from kontor.domain.kernel.seat_check import Seating, check_cause, follow, require_seat, require_time, tells_cause

ENVELOPE = {"format", "game", "version", "type", "schema", "at", "actor", "command", "data", "sealed", "opens"}
LINE = {"version", "hash", "envelope", "parts"}

_TYPE = re.compile(r"[a-z][a-z0-9_]*").fullmatch
_ACTOR = re.compile(r"seat:([1-9][0-9]?)").fullmatch
_PURPOSE = re.compile(r"[a-z0-9_.-]+").fullmatch


@dataclass(slots=True)
class Known:
    """The values known from the lines so far. Sealed parts are addressed by version and number."""

    game: str = ""
    version: int = 0
    head: bytes = seals.GENESIS
    at: str = ""
    actor: str = ""
    commit: JsonObject = field(default_factory=dict)
    commit_at: str = ""
    body: JsonObject | None = None  # the body of the commit's command, if the log shows it
    is_caused: bool = False  # whether an event of this commit has already determined its command
    ends: set[int] = field(default_factory=set)  # last versions of the commits since the start
    undone: list[tuple[int, int]] = field(default_factory=list)
    last_opening: int = 0
    commands: set[str] = field(default_factory=set)
    # by the first version of a commit: the salt of its command, if shown
    bodies: dict[int, bytes | None] = field(default_factory=dict)
    digests: dict[tuple[int, int], str] = field(default_factory=dict)
    # only of parts that are shown with their own event
    salts: dict[tuple[int, int], bytes] = field(default_factory=dict)
    opened: set[tuple[int, int]] = field(default_factory=set)
    draws: list[tuple[int, Draw | Shuffle]] = field(default_factory=list)
    seating: Seating = field(default_factory=Seating)

    @property
    def id(self) -> UUID:
        return UUID(self.game)


def check_line(known: Known, text: bytes) -> JsonObject:
    """Check one line, given as its canonical text, against the lines before it. Return the parsed line.

    Raise LogError, NotCanonical or Unreadable if the line cannot follow them.
    """
    line = require_object(parse(text), "a line")
    if line.keys() - {"command"} != LINE:
        raise LogError("a line must have the fields envelope, hash, parts, version, and may have command")
    envelope = require_object(line["envelope"], "envelope")
    _check_envelope(known, envelope)
    require(
        require_integer(line["version"]) == envelope["version"], "the line and its envelope have different versions"
    )
    head = seals.chain_hash(known.head, _envelope_text(line, text))
    require(line["hash"] == head.hex(), "the hash does not match the previous hash and the envelope")
    known.version, known.head, known.at = known.version + 1, head, cast(str, envelope["at"])
    _check_commit(known, envelope)
    follow(known.seating, envelope)
    if known.commit["first"] == known.version:
        _check_actor(known)
    if envelope["sealed"] != []:
        _check_sealed(known, envelope)
    if envelope["opens"] != []:
        _check_opens(known, envelope)
    if line["parts"] != []:
        _check_parts(known, line)
    _check_note(envelope, line)
    _check_body(known, line)
    _check_cause(known, envelope)
    _check_undone(known, envelope)
    _note_draws(known, envelope, line)
    return line


def _envelope_text(line: JsonObject, text: bytes) -> bytes:
    """Return the text of the envelope inside the text of its line. The lengths of all other parts of the line are
    known."""
    before = f'{{"command":{text_of(line["command"])},"envelope":' if "command" in line else '{"envelope":'
    parts = text_of(line["parts"]) if line["parts"] else "[]"
    after = f',"hash":"{require_digest(line["hash"])}","parts":{parts},"version":{line["version"]}}}'
    return text[len(before.encode()) : len(text) - len(after.encode())]


def _check_envelope(known: Known, envelope: JsonObject) -> None:
    if envelope.keys() != ENVELOPE:
        raise LogError(f"an envelope must have the fields {', '.join(sorted(ENVELOPE))}")
    require(known.seating.seed is None, "nothing can follow the end of a game")
    require(envelope["format"] == FORMAT, f"the format is not {FORMAT}")
    if known.game != envelope["game"]:
        require_uuid(envelope["game"])
        require(not known.game, "the envelope belongs to another game")
        known.game = cast(str, envelope["game"])
    if require_integer(envelope["version"]) != known.version + 1:
        raise LogError(f"version {known.version + 1} is missing here")
    require(require_integer(envelope["schema"]) >= 1, "schema must be a positive integer")
    if envelope["at"] != known.at:
        require(require_time(envelope["at"], "at") > known.at, "the event is older than the one before it")
    require(bool(_TYPE(require_text(envelope["type"], "type"))), "type must be a name in snake case")
    require(
        (envelope["type"] == "game_created") == (known.version == 0),
        "game_created must be the first event, and only the first",
    )
    require_object(envelope["data"], "data")


def _check_commit(known: Known, envelope: JsonObject) -> None:
    command = require_object(envelope["command"], "command")
    if command.keys() - {"bot"} != {"id", "first", "last", "digest"}:
        raise LogError("command must have the fields digest, first, id, last, and may have bot")
    first, last = require_integer(command["first"]), require_integer(command["last"])
    actor = require_text(envelope["actor"], "actor")
    if first == known.version:
        check_last_commit_is_whole(known, known.version - 1)
        name = require_uuid(command["id"])
        if name in known.commands:
            raise LogError(f"command {name} is in the log twice")
        require(last >= first, "a commit ends before it begins")
        require_digest(command["digest"])
        known.commands.add(name)
        known.bodies[first] = None
        known.commit, known.actor, known.commit_at = command, actor, known.at
        known.body, known.is_caused = None, False
        _check_bot(known, command, actor)
    else:
        require(
            known.commit.get("last") != known.version - 1,
            "the first event of a commit must have its own version as first",
        )
        # only integers and strings, as checked above: values that are equal in Python have the same text
        same = command == known.commit and actor == known.actor
        require(same, "the events of a commit must have the same command and actor")
        require(known.at == known.commit_at, "the events of a commit must have the same time")


def check_last_commit_is_whole(known: Known, version: int | None = None) -> None:
    version = known.version if version is None else version
    require(version == 0 or known.commit.get("last") == version, "a commit is not complete")


def _check_actor(known: Known) -> None:
    seat = _ACTOR(known.actor)
    require(seat is not None or known.actor == SYSTEM, "the actor must be a seat or the system")
    if seat is not None:
        require_seat(known.seating, int(seat[1]))


def _check_bot(known: Known, command: JsonObject, actor: str) -> None:
    """Check that the bot that sent the command holds the seat."""
    if "bot" in command:
        held = {f"seat:{seat}": bot for seat, bot in known.seating.bots.items()}
        require(held.get(actor) == require_text(command["bot"], "bot"), f"{actor} is not played by that bot")


def _check_sealed(known: Known, envelope: JsonObject) -> None:
    for number, each in enumerate(require_list(envelope["sealed"], "sealed")):
        sealed = require_object(each, "sealed")
        require(sealed.keys() == {"for", "digest"}, "a sealed part must have the fields for and digest")
        seats = [require_integer(seat) for seat in require_list(sealed["for"], "for")]
        require(seats == sorted(set(seats)), "for must list seats in rising order, each once")
        for seat in seats:
            require_seat(known.seating, seat)
        known.digests[known.version, number] = require_digest(sealed["digest"])


def _check_opens(known: Known, envelope: JsonObject) -> None:
    for each in require_list(envelope["opens"], "opens"):
        opening = require_object(each, "opens")
        require(opening.keys() == OPENING, "an entry of opens must have the fields part, salt, value and version")
        address = _check_opening(known, opening, before=known.version)
        require(address not in known.opened, f"part {address[1]} of version {address[0]} is open already")
        known.opened.add(address)
        known.last_opening = known.version


def _check_parts(known: Known, line: JsonObject) -> None:
    last = -1
    for each in require_list(line["parts"], "parts"):
        part = require_object(each, "part")
        require(part.keys() == {"part", "salt", "value"}, "a part must have the fields part, salt and value")
        number = require_integer(part["part"])
        require(number > last, "parts must be listed by number, each once")
        last = number
        known.salts[known.version, number] = _check_seal(known, (known.version, number), part)


def _check_opening(known: Known, opening: JsonObject, before: int) -> tuple[int, int]:
    address = require_integer(opening["version"]), require_integer(opening["part"])
    require(address[0] < before, "only earlier parts can be opened")
    _check_seal(known, address, opening)
    return address


def _check_seal(known: Known, address: tuple[int, int], opened: JsonObject) -> bytes:
    if address not in known.digests:
        raise LogError(f"version {address[0]} has no part {address[1]}")
    salt, value = bytes.fromhex(require_digest(opened["salt"])), opened["value"]
    if seals.seal_of_text(salt, known.game, *address, text_of(value)).hex() != known.digests[address]:
        raise LogError(f"part {address[1]} of version {address[0]} does not match its seal")
    if isinstance(value, dict) and value.keys() == OPENING:  # the part shows an earlier part to its readers
        _check_opening(known, value, before=address[0])
    return salt


def _check_note(envelope: JsonObject, line: JsonObject) -> None:
    if envelope["type"] != "note_sealed":
        return
    sealed = cast("Sequence[JsonObject]", envelope["sealed"])
    require(
        bool(sealed) and not any(each["for"] for each in sealed),
        "a note must have sealed parts, and list no seat that may read them",
    )
    values = [cast(JsonObject, part)["value"] for part in cast("Sequence[Json]", line["parts"])]
    shown = all(isinstance(value, dict) and value.keys() == {"note"} for value in values)
    require(shown, "a part of a note must have the single field note")


def _check_body(known: Known, line: JsonObject) -> None:
    if "command" not in line:
        return
    shown = require_object(line["command"], "command")
    require(shown.keys() == {"salt", "body"}, "a command must have the fields salt and body")
    require(known.commit["first"] == known.version, "only the first event of a commit may carry the command")
    salt, body = bytes.fromhex(require_digest(shown["salt"])), require_object(shown["body"], "body")
    digest = seals.command_digest_of_text(salt, known.game, known.version, text_of(body)).hex()
    require(digest == known.commit["digest"], "the command does not match its digest")
    known.bodies[known.version], known.body = salt, body


def _check_cause(known: Known, envelope: JsonObject) -> None:
    kind = cast(str, envelope["type"])
    if tells_cause(kind) and not known.is_caused:
        check_cause(kind, cast(JsonObject, envelope["data"]), known.actor, known.body)
        known.is_caused = True


def _check_undone(known: Known, envelope: JsonObject) -> None:
    version = known.version
    if envelope["type"] == "commits_undone":
        to = cast(int, cast(JsonObject, envelope["data"])["to"])
        require(known.commit["first"] == known.commit["last"], "commits_undone must be the only event of its commit")
        require(to in known.ends and to < version - 1, f"version {to} is not the end of an earlier commit of the game")
        require(all(not first <= to <= last for first, last in known.undone), f"version {to} was undone")
        require(known.last_opening <= to, f"a part was opened since version {to}, which cannot be undone")
        known.undone.append((to + 1, version - 1))
    if known.seating.started and known.commit["last"] == version:
        known.ends.add(version)


def _note_draws(known: Known, envelope: JsonObject, line: JsonObject) -> None:
    values = [cast(JsonObject, part)["value"] for part in cast("Sequence[Json]", line["parts"])]
    for holder in (envelope["data"], *values):
        if not isinstance(holder, dict) or "draws" not in holder:
            continue
        for each in require_list(holder["draws"], "draws"):
            require(known.seating.started, "nothing can be drawn before the start of the game")
            draw = cast("Draw | Shuffle", read_form(Draw | Shuffle, each))
            require(bool(_PURPOSE(draw.purpose)), "a purpose may contain only a-z, 0-9, _, . and -")
            require(isinstance(draw, Shuffle) or 0 < draw.below <= 2**32, "the bound of a draw must be 1 to 2^32")
            known.draws.append((known.version, draw))
