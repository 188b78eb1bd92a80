"""The verifier: whether a log, as somebody was shown it, is whole, unchanged and honestly drawn (log format §7).

It needs no ruleset and no server. From a running game it checks the chain and all that the reader was shown; from an
ended one also the seed, every seal and every draw. A log alone cannot tell that its last commits are missing, or that
everything was written anew: compare its head with a receipt for that.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast
from uuid import UUID

from domain.kernel import seals
from domain.kernel.canonical import Json, JsonObject, NotCanonical, canonical
from domain.kernel.commits import FORMAT
from domain.kernel.dice import Draw, Shuffle, joint_key, redraw
from domain.kernel.model import Unreadable, read_form

ENVELOPE = {
    "format",
    "game",
    "version",
    "type",
    "schema",
    "at",
    "actor",
    "command",
    "data",
    "sealed",
    "opens",
}
OPENING = {"version", "part", "salt", "value"}

_AT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z").fullmatch
_ACTOR = re.compile(r"system|seat:[1-9]\d?").fullmatch
_HEX = re.compile(r"[0-9a-f]{64}").fullmatch


class Doubt(ValueError):
    """Something in a line that cannot be true."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A flaw of the log, and the version at which it shows."""

    version: int
    message: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a log proves. `ended`: seed, seals and draws were checked too."""

    game: str
    version: int
    head: str
    ended: bool
    findings: tuple[Finding, ...]

    @property
    def is_good(self) -> bool:
        return not self.findings


@dataclass(slots=True)
class _Known:
    """What the lines so far have told."""

    game: UUID | None = None
    version: int = 0
    head: bytes = seals.GENESIS
    at: str = ""
    actor: str = ""
    commit: JsonObject = field(default_factory=dict)
    commands: set[str] = field(default_factory=set)
    digests: dict[tuple[int, int], str] = field(default_factory=dict)
    parts: dict[tuple[int, int], tuple[bytes, Json]] = field(default_factory=dict)
    bodies: dict[int, bytes] = field(default_factory=dict)  # first version of a commit → salt of its body
    nonces: dict[int, str] = field(default_factory=dict)
    draws: list[tuple[int, Draw | Shuffle]] = field(default_factory=list)
    commitment: str = ""
    started: int = 0
    seed: bytes | None = None


def verify(lines: Iterable[JsonObject], head: str | None = None) -> Verdict:
    """Check a log from its first event on; `head` is the hash its last event should have, from a receipt."""
    known, findings = _Known(), []
    for line in lines:
        expected = known.version + 1
        try:
            _check_line(known, line)
        except (Doubt, NotCanonical, Unreadable) as doubt:
            findings.append(Finding(expected, str(doubt)))
            break  # whatever follows hangs on this
    if not findings:
        findings.extend(_findings_at_the_end(known, head))
    return Verdict(str(known.game), known.version, known.head.hex(), known.seed is not None, tuple(findings))


def _findings_at_the_end(known: _Known, head: str | None) -> Iterator[Finding]:
    checks = [
        _check_last_commit_is_whole,
        *([_check_seed, _check_all_open, _check_draws] if known.seed else []),
    ]
    for check in checks:
        try:
            check(known)
        except (Doubt, NotCanonical) as doubt:
            yield Finding(known.version, str(doubt))
    if head is not None and head != known.head.hex():
        yield Finding(known.version, f"the log ends with hash {known.head.hex()}, not with {head}")


# ---------------------------------------------------------------- line by line


def _check_line(known: _Known, line: JsonObject) -> None:
    _require(line.keys() <= {"version", "hash", "envelope", "parts", "command"}, "the line has unknown fields")
    envelope = _object(line.get("envelope"), "envelope")
    _check_envelope(known, envelope)
    head = seals.chained(known.head, canonical(envelope))
    _require(line.get("version") == envelope["version"], "the line and its envelope name different versions")
    _require(line.get("hash") == head.hex(), "the hash does not follow from the previous one and the envelope")
    known.version, known.head, known.at = known.version + 1, head, _text(envelope["at"], "at")
    _check_commit(known, envelope)
    _check_parts(known, envelope, line)
    _check_opens(known, envelope)
    _check_body(known, envelope, line)
    _note_life(known, envelope)
    _note_draws(known, envelope, line)


def _check_envelope(known: _Known, envelope: JsonObject) -> None:
    _require(envelope.keys() == ENVELOPE, f"an envelope has the fields {', '.join(sorted(ENVELOPE))}")
    _require(known.seed is None, "nothing can follow the end of a game")
    _require(envelope["format"] == FORMAT, f"the format is not {FORMAT}")
    game = _uuid(envelope["game"])
    _require(known.game in (None, game), "the envelope belongs to another game")
    known.game = game
    _require(envelope["version"] == known.version + 1, f"version {known.version + 1} is missing here")
    schema = envelope["schema"]
    _require(type(schema) is int and schema >= 1, "schema is a positive integer")
    at = _text(envelope["at"], "at")
    _require(bool(_AT(at)), "at is a time in UTC with three decimals")
    _require(at >= known.at, "the time runs backwards")
    _require(bool(_ACTOR(_text(envelope["actor"], "actor"))), "the actor is a seat or the system")
    _require((envelope["type"] == "game_created") == (known.version == 0), "a game begins with game_created, once")


def _check_commit(known: _Known, envelope: JsonObject) -> None:
    command = _object(envelope["command"], "command")
    _require(command.keys() == {"id", "first", "last", "digest"}, "command has the fields digest, first, id, last")
    if command["first"] == known.version:
        _check_last_commit_is_whole(known, known.version - 1)
        name = str(_uuid(command["id"]))
        _require(name not in known.commands, f"command {name} stands in the log twice")
        known.commands.add(name)
        _require(_integer(command["last"]) >= known.version, "a commit ends before it begins")
        _digest(command["digest"])
        known.commit, known.actor = command, _text(envelope["actor"], "actor")
    else:
        same = command == known.commit and envelope["actor"] == known.actor
        _require(
            same and known.version <= _integer(command["last"]),
            "the events of a commit name the same command",
        )


def _check_last_commit_is_whole(known: _Known, version: int | None = None) -> None:
    version = known.version if version is None else version
    _require(version == 0 or known.commit.get("last") == version, "a commit is not complete")


def _check_parts(known: _Known, envelope: JsonObject, line: JsonObject) -> None:
    game = cast(UUID, known.game)
    for number, each in enumerate(_list(envelope["sealed"], "sealed")):
        sealed = _object(each, "sealed")
        _require(sealed.keys() == {"for", "digest"}, "a sealed part has the fields for and digest")
        seats = [_integer(seat) for seat in _list(sealed["for"], "for")]
        _require(seats == sorted(set(seats)), "for lists seats, each once and rising")
        known.digests[known.version, number] = _digest(sealed["digest"])
    for each in _list(line.get("parts", ()), "parts"):
        part = _object(each, "part")
        _require(part.keys() == {"part", "salt", "value"}, "a part has the fields part, salt and value")
        address = known.version, _integer(part["part"])
        _require(address not in known.parts, "a part is given twice")
        _check_seal(known, game, address, part)
        if _is_opening(part["value"]):  # the part shows an earlier one to its readers
            _check_earlier(known, _object(part["value"], "value"))


def _check_opens(known: _Known, envelope: JsonObject) -> None:
    for each in _list(envelope["opens"], "opens"):
        opens = _object(each, "opens")
        _require(opens.keys() == OPENING, "opens has the fields part, salt, value and version")
        _check_earlier(known, opens)


def _check_earlier(known: _Known, opens: JsonObject) -> None:
    address = _integer(opens["version"]), _integer(opens["part"])
    _require(address[0] < known.version, "only earlier parts can be opened")
    _check_seal(known, cast(UUID, known.game), address, opens)


def _check_seal(known: _Known, game: UUID, address: tuple[int, int], opened: JsonObject) -> None:
    _require(address in known.digests, f"version {address[0]} has no part {address[1]}")
    salt = bytes.fromhex(_digest(opened["salt"]))
    digest = seals.seal(salt, game, *address, opened["value"]).hex()
    _require(digest == known.digests[address], f"part {address[1]} of version {address[0]} is not what was sealed")
    known.parts[address] = (salt, opened["value"])


def _check_body(known: _Known, envelope: JsonObject, line: JsonObject) -> None:
    if "command" not in line:
        return
    shown = _object(line["command"], "command")
    _require(shown.keys() == {"salt", "body"}, "a command is shown by salt and body")
    _require(known.commit["first"] == known.version, "a command is shown with the first event of its commit")
    salt = bytes.fromhex(_digest(shown["salt"]))
    digest = seals.command_digest(salt, cast(UUID, known.game), known.version, shown["body"]).hex()
    _require(digest == known.commit["digest"], "the command is not the one that was digested")
    known.bodies[known.version] = salt


def _note_life(known: _Known, envelope: JsonObject) -> None:
    """What the kernel's own events say about seed and nonces."""
    data = _object(envelope["data"], "data")
    match envelope["type"]:
        case "game_created":
            known.commitment = _digest(data.get("commitment"))
        case "seat_taken" if data.get("nonce") is not None:
            known.nonces[_integer(data.get("seat"))] = _digest(data["nonce"])
        case "seat_left":
            known.nonces.pop(_integer(data.get("seat")), None)
        case "game_started":
            _require(known.started == 0, "a game starts once")
            known.started = known.version
            given = [{"seat": seat, "nonce": nonce} for seat, nonce in sorted(known.nonces.items())]
            _require(data.get("nonces") == given, "the nonces are not those that the seats gave")
        case "game_finished" | "game_aborted":
            known.seed = bytes.fromhex(_digest(data.get("seed")))


def _note_draws(known: _Known, envelope: JsonObject, line: JsonObject) -> None:
    data = _object(envelope["data"], "data")
    values = [cast(JsonObject, part)["value"] for part in _list(line.get("parts", ()), "parts")]
    for holder in (data, *(value for value in values if isinstance(value, Mapping))):
        for each in _list(holder.get("draws", ()), "draws"):
            _require(known.started > 0, "something is drawn before the game has started")
            known.draws.append((known.version, cast("Draw | Shuffle", read_form(Draw | Shuffle, each))))


# ---------------------------------------------------------------- once the seed is known


def _check_seed(known: _Known) -> None:
    given = seals.commitment(cast(bytes, known.seed), cast(UUID, known.game)).hex()
    _require(given == known.commitment, "the seed is not the one that was committed to")


def _check_all_open(known: _Known) -> None:
    seed, game = cast(bytes, known.seed), cast(UUID, known.game)
    for version, part in known.digests:
        opened = known.parts.get((version, part))
        _require(opened is not None, f"part {part} of version {version} is not shown though the game has ended")
        _require(
            cast("tuple[bytes, Json]", opened)[0] == seals.salt(seed, game, version, part),
            f"the salt of part {part} of version {version} does not come from the seed",
        )
    for first, salt in known.bodies.items():
        _require(
            salt == seals.command_salt(seed, game, first),
            f"the salt of command {first} does not come from the seed",
        )
    _require(len(known.bodies) == len(known.commands), "a command is not shown though the game has ended")


def _check_draws(known: _Known) -> None:
    key = joint_key(cast(bytes, known.seed), known.nonces)
    counters: dict[str, int] = {}
    for version, draw in known.draws:
        _require(
            draw.counter == counters.get(draw.purpose, 0),
            f"version {version} skips or repeats a draw of {draw.purpose}",
        )
        counters[draw.purpose] = draw.counter + 1
        _require(
            redraw(key, draw) == draw,
            f"version {version} does not show what the seed yields for {draw.purpose}",
        )


# ---------------------------------------------------------------- forms


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise Doubt(message)


def _is_opening(value: Json) -> bool:
    return isinstance(value, Mapping) and value.keys() == OPENING


def _object(value: Json, name: str) -> JsonObject:
    if not isinstance(value, Mapping):
        raise Doubt(f"{name} is an object")
    return value


def _list(value: Json, name: str) -> Sequence[Json]:
    if not isinstance(value, list | tuple):
        raise Doubt(f"{name} is a list")
    return value


def _integer(value: Json) -> int:
    if type(value) is not int:
        raise Doubt(f"{value!r} is not an integer")
    return value


def _text(value: Json, name: str) -> str:
    if not isinstance(value, str):
        raise Doubt(f"{name} is a string")
    return value


def _digest(value: Json) -> str:
    if not isinstance(value, str) or not _HEX(value):
        raise Doubt(f"{value!r} is not 64 lower-case hex digits")
    return value


def _uuid(value: Json) -> UUID:
    try:
        found = UUID(_text(value, "an id"))
    except ValueError:
        raise Doubt(f"{value!r} is not a UUID") from None
    _require(str(found) == value, "UUIDs are written in lower case with hyphens")
    return found
