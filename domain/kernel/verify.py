"""The verifier: whether a log, as somebody was shown it, is whole, unchanged and honestly drawn (log format §8).

It needs no ruleset and no server. From a running game it checks the chain and all that the reader was shown; from an
ended one also the seed, every seal and every draw. A log alone cannot tell that its last commits are missing, or that
everything was written anew: compare its head with a receipt for that. That the events follow from the commands is for
the ruleset to tell, by deciding them again.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast
from uuid import UUID

from kontor.domain.kernel import seals
from kontor.domain.kernel.canonical import Json, JsonObject, NotCanonical, canonical, parse
from kontor.domain.kernel.commits import FORMAT, OPENING, SYSTEM
from kontor.domain.kernel.dice import Draw, Shuffle, joint_key, redraw
from kontor.domain.kernel.model import Unreadable, read_form
from kontor.domain.kernel.seat_check import Doubt, Seating, follow, require, require_seat, require_time

ENVELOPE = {"format", "game", "version", "type", "schema", "at", "actor", "command", "data", "sealed", "opens"}
LINE = {"version", "hash", "envelope", "parts"}

_TYPE = re.compile(r"[a-z][a-z0-9_]*").fullmatch
_ACTOR = re.compile(r"seat:([1-9][0-9]?)").fullmatch
_HEX = re.compile(r"[0-9a-f]{64}").fullmatch
_PURPOSE = re.compile(r"[a-z0-9_.-]+").fullmatch


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
    """What the lines so far have told. Parts are known by their address: version and number."""

    game: UUID | None = None
    version: int = 0
    head: bytes = seals.GENESIS
    at: str = ""
    actor: str = ""
    commit: JsonObject = field(default_factory=dict)
    commands: set[str] = field(default_factory=set)
    bodies: dict[int, bytes | None] = field(default_factory=dict)  # first version of a commit → salt, where shown
    digests: dict[tuple[int, int], str] = field(default_factory=dict)
    salts: dict[tuple[int, int], bytes] = field(default_factory=dict)  # of the parts shown with their own event
    opened: set[tuple[int, int]] = field(default_factory=set)
    draws: list[tuple[int, Draw | Shuffle]] = field(default_factory=list)
    seating: Seating = field(default_factory=Seating)

    @property
    def id(self) -> UUID:
        return cast(UUID, self.game)


def lines_of(text: bytes) -> Sequence[bytes]:
    """The lines of a log in NDJSON. No canonical text holds a line feed."""
    return text.removesuffix(b"\n").split(b"\n") if text else []


def verify(lines: Iterable[JsonObject | bytes], head: str | None = None) -> Verdict:
    """Check a log from its first event on; `head` is the hash its last event should have, from a receipt.

    A line is an object, or the canonical text of one: any other text of it is a flaw.
    """
    known, findings = _Known(), []
    for line in lines:
        expected = known.version + 1
        try:
            _check_line(known, parse(line) if isinstance(line, bytes) else line)
        except (Doubt, NotCanonical, Unreadable) as doubt:
            findings.append(Finding(expected, str(doubt)))
            break  # whatever follows hangs on this
    if not findings:
        findings.extend(_findings_at_the_end(known, head))
    return Verdict(str(known.game), known.version, known.head.hex(), known.seating.seed is not None, tuple(findings))


def _findings_at_the_end(known: _Known, head: str | None) -> Iterator[Finding]:
    checks = [_check_something_is_there, _check_last_commit_is_whole]
    if known.seating.seed is not None:
        checks += [_check_seed, _check_all_parts, _check_all_commands, _check_all_draws]
    for check in checks:
        try:
            check(known)
        except Doubt as doubt:
            yield Finding(known.version if doubt.version is None else doubt.version, str(doubt))
    if head is not None and head != known.head.hex():
        yield Finding(known.version, f"the log ends with hash {known.head.hex()}, not with {head}")


# ---------------------------------------------------------------- line by line


def _check_line(known: _Known, line: Json) -> None:
    line = _object(line, "a line")
    require(line.keys() - {"command"} == LINE, "a line has the fields envelope, hash, parts, version and maybe command")
    envelope = _object(line["envelope"], "envelope")
    _check_envelope(known, envelope)
    head = seals.chained(known.head, canonical(envelope))
    require(_integer(line["version"]) == envelope["version"], "the line and its envelope name different versions")
    require(line["hash"] == head.hex(), "the hash does not follow from the previous one and the envelope")
    known.version, known.head, known.at = known.version + 1, head, cast(str, envelope["at"])
    _check_commit(known, envelope)
    follow(known.seating, envelope)
    _check_actor(known)
    _check_sealed(known, envelope)
    _check_opens(known, envelope)
    _check_parts(known, line)
    _check_body(known, line)
    _note_draws(known, envelope, line)


def _check_envelope(known: _Known, envelope: JsonObject) -> None:
    require(envelope.keys() == ENVELOPE, f"an envelope has the fields {', '.join(sorted(ENVELOPE))}")
    require(known.seating.seed is None, "nothing can follow the end of a game")
    require(envelope["format"] == FORMAT, f"the format is not {FORMAT}")
    game = _uuid(envelope["game"])
    require(known.game in (None, game), "the envelope belongs to another game")
    known.game = game
    require(_integer(envelope["version"]) == known.version + 1, f"version {known.version + 1} is missing here")
    require(_integer(envelope["schema"]) >= 1, "schema is a positive integer")
    require(require_time(envelope["at"], "at") >= known.at, "the time runs backwards")
    require(bool(_TYPE(_text(envelope["type"], "type"))), "type is a name in snake case")
    require((envelope["type"] == "game_created") == (known.version == 0), "a game begins with game_created, once")
    _object(envelope["data"], "data")


def _check_commit(known: _Known, envelope: JsonObject) -> None:
    command = _object(envelope["command"], "command")
    require(command.keys() == {"id", "first", "last", "digest"}, "command has the fields digest, first, id, last")
    first, last, actor = _integer(command["first"]), _integer(command["last"]), _text(envelope["actor"], "actor")
    if first == known.version:
        _check_last_commit_is_whole(known, known.version - 1)
        name = str(_uuid(command["id"]))
        require(name not in known.commands, f"command {name} stands in the log twice")
        require(last >= first, "a commit ends before it begins")
        _digest(command["digest"])
        known.commands.add(name)
        known.bodies[first] = None
        known.commit, known.actor = command, actor
    else:
        require(known.commit.get("last") != known.version - 1, "a commit begins with its own version as first")
        same = canonical(command) == canonical(known.commit) and actor == known.actor
        require(same, "the events of a commit have one command and one actor")


def _check_last_commit_is_whole(known: _Known, version: int | None = None) -> None:
    version = known.version if version is None else version
    require(version == 0 or known.commit.get("last") == version, "a commit is not complete")


def _check_actor(known: _Known) -> None:
    seat = _ACTOR(known.actor)
    require(seat is not None or known.actor == SYSTEM, "the actor is a seat or the system")
    if seat is not None:
        require_seat(known.seating, int(seat[1]))


def _check_sealed(known: _Known, envelope: JsonObject) -> None:
    for number, each in enumerate(_list(envelope["sealed"], "sealed")):
        sealed = _object(each, "sealed")
        require(sealed.keys() == {"for", "digest"}, "a sealed part has the fields for and digest")
        seats = [_integer(seat) for seat in _list(sealed["for"], "for")]
        require(seats == sorted(set(seats)), "for lists seats, each once and rising")
        for seat in seats:
            require_seat(known.seating, seat)
        known.digests[known.version, number] = _digest(sealed["digest"])


def _check_opens(known: _Known, envelope: JsonObject) -> None:
    for each in _list(envelope["opens"], "opens"):
        opening = _object(each, "opens")
        require(opening.keys() == OPENING, "opens has the fields part, salt, value and version")
        address = _check_opening(known, opening, before=known.version)
        require(address not in known.opened, f"part {address[1]} of version {address[0]} is open already")
        known.opened.add(address)


def _check_parts(known: _Known, line: JsonObject) -> None:
    last = -1
    for each in _list(line["parts"], "parts"):
        part = _object(each, "part")
        require(part.keys() == {"part", "salt", "value"}, "a part has the fields part, salt and value")
        number = _integer(part["part"])
        require(number > last, "parts are listed by their numbers, each once")
        last = number
        known.salts[known.version, number] = _check_seal(known, (known.version, number), part)


def _check_opening(known: _Known, opening: JsonObject, before: int) -> tuple[int, int]:
    address = _integer(opening["version"]), _integer(opening["part"])
    require(address[0] < before, "only earlier parts can be opened")
    _check_seal(known, address, opening)
    return address


def _check_seal(known: _Known, address: tuple[int, int], opened: JsonObject) -> bytes:
    require(address in known.digests, f"version {address[0]} has no part {address[1]}")
    salt, value = bytes.fromhex(_digest(opened["salt"])), opened["value"]
    digest = seals.seal(salt, known.id, *address, value).hex()
    require(digest == known.digests[address], f"part {address[1]} of version {address[0]} is not what was sealed")
    if isinstance(value, Mapping) and value.keys() == OPENING:  # the part shows an earlier one to its readers
        _check_opening(known, value, before=address[0])
    return salt


def _check_body(known: _Known, line: JsonObject) -> None:
    if "command" not in line:
        return
    shown = _object(line["command"], "command")
    require(shown.keys() == {"salt", "body"}, "a command is shown by salt and body")
    require(known.commit["first"] == known.version, "a command is shown with the first event of its commit")
    salt, body = bytes.fromhex(_digest(shown["salt"])), _object(shown["body"], "body")
    digest = seals.command_digest(salt, known.id, known.version, body).hex()
    require(digest == known.commit["digest"], "the command is not the one that was digested")
    known.bodies[known.version] = salt


def _note_draws(known: _Known, envelope: JsonObject, line: JsonObject) -> None:
    values = [cast(JsonObject, part)["value"] for part in cast("Sequence[Json]", line["parts"])]
    for holder in (envelope["data"], *values):
        if not isinstance(holder, Mapping) or "draws" not in holder:
            continue
        for each in _list(holder["draws"], "draws"):
            require(known.seating.started, "something is drawn before the game has started")
            draw = cast("Draw | Shuffle", read_form(Draw | Shuffle, each))
            require(bool(_PURPOSE(draw.purpose)), "a purpose consists of a-z, 0-9, _, . and -")
            require(isinstance(draw, Shuffle) or 0 < draw.below <= 2**32, "a draw is below 1 to 2^32")
            known.draws.append((known.version, draw))


# ---------------------------------------------------------------- when all lines are read


def _check_something_is_there(known: _Known) -> None:
    require(known.version > 0, "the log is empty")


def _check_seed(known: _Known) -> None:
    given = seals.commitment(cast(bytes, known.seating.seed), known.id).hex()
    require(given == known.seating.commitment, "the seed is not the one that was committed to")


def _check_all_parts(known: _Known) -> None:
    """Each part stands beside its own event: shown elsewhere only, its draws would go unseen."""
    seed = cast(bytes, known.seating.seed)
    for version, part in known.digests:
        salt, name = known.salts.get((version, part)), f"part {part} of version {version}"
        require(salt is not None, f"{name} is not shown though the game has ended", version)
        honest = salt == seals.salt(seed, known.id, version, part)
        require(honest, f"the salt of {name} does not come from the seed", version)


def _check_all_commands(known: _Known) -> None:
    seed = cast(bytes, known.seating.seed)
    for first, salt in known.bodies.items():
        require(salt is not None, "the command is not shown though the game has ended", first)
        honest = salt == seals.command_salt(seed, known.id, first)
        require(honest, "the salt of the command does not come from the seed", first)


def _check_all_draws(known: _Known) -> None:
    key = joint_key(cast(bytes, known.seating.seed), known.seating.nonces)
    counters: dict[str, int] = {}
    for version, draw in known.draws:
        expected = counters.get(draw.purpose, 0)
        require(draw.counter == expected, f"a draw of {draw.purpose} is left out or repeated", version)
        counters[draw.purpose] = expected + 1
        require(redraw(key, draw) == draw, f"that is not what seed and nonces yield for {draw.purpose}", version)


# ---------------------------------------------------------------- forms


def _object(value: Json, name: str) -> JsonObject:
    if not isinstance(value, Mapping):
        raise Doubt(f"{name} is an object")
    return value


def _list(value: Json, name: str) -> Sequence[Json]:
    if not isinstance(value, list | tuple):
        raise Doubt(f"{name} is a list")
    return value


def _integer(value: Json) -> int:
    if type(value) is not int:  # True is 1 to Python, and has another text
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
    require(str(found) == value, "UUIDs are written in lower case with hyphens")
    return found
