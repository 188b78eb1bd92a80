"""Decide a command of a log again. It may be a command of the kernel or of the ruleset.

The body of a kernel command contains only the request. Facts that no rule can decide are taken from its first events
(docs/audit.md lists them).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar, cast

from kontor.domain.kernel import lifecycle as life
from kontor.domain.kernel import play
from kontor.domain.kernel.boards import board_hash
from kontor.domain.kernel.bots import OWN, stand_in
from kontor.domain.kernel.canonical import JsonObject, text_of
from kontor.domain.kernel.clocks import abandoned_at, deadlines, moment
from kontor.domain.kernel.commits import SYSTEM
from kontor.domain.kernel.finding import LogError
from kontor.domain.kernel.game import Game, require_created
from kontor.domain.kernel.model import read
from kontor.domain.kernel.ruleset import C, E, Ruleset, S
from kontor.domain.kernel.secrets import Secret
from kontor.domain.kernel.undo import undo, undo_own
from kontor.domain.kernel.unknown_values import Unknown

Form = TypeVar("Form")

# an administrator may abort at any time
REASONS: Mapping[str, life.AbortReason] = {"open": "creator", "running": "agreed"}

_SEAT = re.compile(r"seat:([1-9][0-9]?)").fullmatch


@dataclass(frozen=True, slots=True)
class Recorded:
    """A commit of the log: the command, its actor, and the lines of its events."""

    actor: str
    body: JsonObject
    lines: Sequence[JsonObject]

    @property
    def seat(self) -> int:
        found = _SEAT(self.actor)
        if found is None:
            raise LogError(f"{self.body.get('type')} by {self.actor}, which only a seat may send")
        return int(found[1])

    @property
    def at(self) -> str:
        return cast(str, next(self._envelopes())["at"])

    def facts(self, kind: str, form: type[Form]) -> Sequence[Form]:
        """Return the recorded events of one kind."""
        return [read(form, each["data"]) for each in self._envelopes() if each["type"] == kind]

    def fact(self, kind: str, form: type[Form]) -> Form:
        found = self.facts(kind, form)
        if not found:
            raise LogError(f"{self.body.get('type')} without {kind}")
        return found[0]

    def note(self) -> life.NoteSealed | None:
        """Return the note that a seat sent with its command, or None. The note comes before the events of the
        command."""
        if next(self._envelopes())["type"] != "note_sealed":
            return None
        parts = cast("Sequence[Mapping[str, JsonObject]]", self.lines[0]["parts"])
        # before the end of the game, the line does not show the content of the note
        note = read(life.Note, parts[0]["value"]) if parts else life.Note(Unknown())
        return life.NoteSealed((Secret((), note),))

    def _envelopes(self) -> Iterator[JsonObject]:
        return (cast(JsonObject, line["envelope"]) for line in self.lines)


Past: TypeAlias = Mapping[int, Game[S]]  # the game at versions that an undo returns to


def redecide_command(rules: Ruleset[S, C, E], game: Game[S], given: Recorded, past: Past[S]) -> Sequence[object]:
    """Return the events of a command, decided again. Raise the refusal of the rules or the kernel if the command is not
    allowed."""
    name = given.body.get("type")
    if name == "create":
        return _create(rules, game, given)
    if game.created is None:
        raise LogError(f"{name} before the game was created")
    match name:
        case "join" | "leave" | "resign" | "return":
            return _of_seats(rules, game, given, name)
        case "abort" | "score" | "time_out":
            return _of_system(rules, game, given, name)
        case "undo" | "pause" | "resume" | "pass_seat":
            return _of_table(rules, game, given, name, past)
        case _:
            return _of_ruleset(rules, game, given)


def _create(rules: Ruleset[S, C, E], game: Game[S], given: Recorded) -> Sequence[object]:
    """Return the events that create the game. The creator's request and the participants who sat down are taken from
    the log."""
    _require_body(given, {"type": "create"})
    _require_system(given)
    if game.created is not None:
        raise LogError("create in a game that exists")
    asked = given.fact("game_created", life.GameCreated)
    if not 0 <= asked.ruleset_version <= rules.version:
        raise LogError(f"version {asked.ruleset_version} of {rules.name}, which is known up to {rules.version}")
    told = (asked.options, asked.seats, asked.order, asked.clock, asked.stand_in, asked.practice)
    plan = play.Plan(board_hash(game.board), *told, asked.open_until, asked.idle_days)
    as_then = replace(rules, version=asked.ruleset_version)  # the version that the game keeps
    created, *rest = play.create(as_then, game, plan, given.facts("seat_taken", life.SeatTaken))
    # the verifier checks the commitment: here the seed may be unknown
    return [replace(cast(life.GameCreated, created), commitment=asked.commitment), *rest]


def _of_seats(rules: Ruleset[S, C, E], game: Game[S], given: Recorded, name: str) -> Sequence[object]:
    """Return the events of a command about one seat. The participant, nonce and colour of a joining player, and the bot
    that gets a seat, are taken from the log."""
    _require_body(given, {"type": name})
    seat = given.seat
    place = play.require_place(game, seat)
    if name == "join":
        taker = given.fact("seat_taken", life.SeatTaken)
        return play.take_seat(rules, game, replace(taker, seat=seat, before_commitment=False))
    if name == "leave":
        return play.leave_seat(game, seat)
    if name == "resign":
        to = given.fact("seat_changed", life.SeatChanged).to
        if not isinstance(to, life.BotHolder) or not _is_known(rules, to.bot) or place.bot is not None:
            raise LogError(f"seat {seat} resigned to {to} while {place.bot or place.participant} held it")
        return play.change_seat(game, seat, to, "resigned")
    if place.bot is None or place.participant is None:
        raise LogError(f"participant returned to seat {seat}, but no bot plays it for a participant")
    return play.change_seat(game, seat, life.ParticipantHolder("participant", place.participant), "returned")


def _is_known(rules: Ruleset[S, C, E], bot: str) -> bool:
    """Return whether the bot belongs to the ruleset, or has the name of an operator's own bot. The verifier may lack
    such a bot."""
    return bot in rules.bots or OWN in bot


def _of_system(rules: Ruleset[S, C, E], game: Game[S], given: Recorded, name: str) -> Sequence[object]:
    """Return the events of a command of the system. The reason for an abort is taken from the log."""
    _require_system(given)
    if name == "time_out":
        return _time_out(rules, game, given)
    _require_body(given, {"type": name})
    if name == "score":
        return play.score(rules, game)
    reason = given.fact("game_aborted", life.GameAborted).reason
    if reason == "abandoned":
        _require_abandoned(game, given)
    elif reason != "admin" and REASONS.get(game.status) != reason:
        raise LogError(f"the game was aborted with reason {reason} while it was {game.status}")
    return play.abort(game, reason)


def _require_abandoned(game: Game[S], given: Recorded) -> None:
    since, at = abandoned_at(game), moment(given.at)
    if since is None or at < since:
        raise LogError(f"an abandoned game was ended at {given.at}, but it may end only at {since or 'no time'}")


def _time_out(rules: Ruleset[S, C, E], game: Game[S], given: Recorded) -> Sequence[object]:
    seat = cast(int, given.body.get("seat"))
    _require_body(given, {"type": "time_out", "seat": seat})
    running, created = deadlines(game), require_created(game)
    clock = created.clock
    if clock is None or seat not in running:
        raise LogError(f"seat {seat} timed out, but its clock did not run")
    deadline = running[seat].isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return play.time_out(game, seat, deadline, stand_in(rules, game) if clock.on_timeout == "bot" else None)


def _of_table(rules: Ruleset[S, C, E], game: Game[S], given: Recorded, name: str, past: Past[S]) -> Sequence[object]:
    """Return the events of an undo, a pause, a resume or a passed seat. The reason, the end of a pause, the version of
    an undo and the new participant are taken from the log. The body names the seat of the event."""
    if name == "undo":
        _require_body(given, {"type": name})
        undone = given.fact("commits_undone", life.CommitsUndone)
        if undone.why == "own_turn":
            return undo_own(rules, game, past[undone.to], given.seat)
        return undo(game, past[undone.to], undone.why)
    if name == "pass_seat":
        passed = given.fact("seat_passed", life.SeatPassed)
        _require_body(given, {"type": name, "seat": passed.seat})
        return play.pass_seat(game, passed.seat, passed.to)
    if name == "resume":
        resumed = given.fact("clocks_resumed", life.ClocksResumed)
        _require_body(given, {"type": name, **_seat_named(resumed.seat)})
        return play.resume(game, resumed.seat)
    paused = given.fact("clocks_paused", life.ClocksPaused)
    _require_body(given, {"type": name, **_seat_named(paused.seat)})
    return play.pause(game, paused.why, paused.seat, paused.until)


def _seat_named(seat: int | None) -> JsonObject:
    return {} if seat is None else {"seat": seat}


def _of_ruleset(rules: Ruleset[S, C, E], game: Game[S], given: Recorded) -> Sequence[object]:
    """Return the events of a command of the ruleset. The note of the seat is taken from the log."""
    command, seat = play.read_command(rules, given.body), given.seat
    # both have the same type, otherwise the body could not be read
    if given.body != (written := play.body_of(rules.commands, command)):
        _require_body(given, written)
    note = given.note()
    events = play.act(rules, game, seat, command)
    return [*([] if note is None else [note]), *events]


def _require_body(given: Recorded, expected: JsonObject) -> None:
    if text_of(given.body) != text_of(expected):
        raise LogError(f"the body of the command is {text_of(given.body)} instead of {text_of(expected)}")


def _require_system(given: Recorded) -> None:
    if given.actor != SYSTEM:
        raise LogError(f"{given.body['type']} by {given.actor}, which only the system may send")
