"""What can happen to a game, as commits: a seat's command, the system's scoring, a deadline that passes. How a change
is asked for and answered, and what may stand in its way."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, TypeAlias
from uuid import UUID

from kontor.domain.kernel import play
from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.clocks import deadlines
from kontor.domain.kernel.commits import SYSTEM, Command, Commit, commit, seat_actor
from kontor.domain.kernel.game import require_created
from kontor.domain.kernel.lifecycle import Note, NoteSealed
from kontor.domain.kernel.secrets import Secret
from kontor.domain.kernel.violation import GameOver
from kontor.service.clock import new_id, now, stamp
from kontor.service.engine.game_at import GameAt
from kontor.service.refusals import Refused
from kontor.service.registry import AnyGame, AnyRuleset
from kontor.service.store import Answer, Invitation, Seated


@dataclass(frozen=True, slots=True)
class Move:
    """What a decision brings about: commits, who sits down or stands up with them, whom they invite, and which
    invitation they use up."""

    commits: tuple[Commit[Any], ...]
    seated: tuple[Seated, ...] = ()
    left: tuple[str, ...] = ()
    invited: tuple[Invitation, ...] = ()
    accepted: UUID | None = None


# ---------------------------------------------------------------- asking for a change


class Moved(Refused):
    """The game does not stand at the version that the caller expects."""

    def __init__(self, at: GameAt, expected: int) -> None:
        super().__init__(f"The game stands at version {at.game.version}, not {expected}.")
        self.at = at
        self.expected = expected


class Contention(Exception):
    """Others were faster, five times in a row. Nothing was changed."""


class Answered(Refused):
    """This request was answered before, or its key belongs to another one; `answer` is the stored one."""

    def __init__(self, answer: Answer) -> None:
        super().__init__("An answer is stored for this idempotency key.")
        self.answer = answer


@dataclass(frozen=True, slots=True)
class IdempotencyKey:
    """Whose key it is and for what, the key, and a hash of the request that it is for."""

    scope: str
    key: str
    fingerprint: bytes


@dataclass(frozen=True, slots=True)
class Reply:
    """What whoever asks for a change is told, made before it is written; with a key it is stored with the change."""

    status: int = 204
    body: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


Decide: TypeAlias = Callable[[GameAt], Move]
MakeReply: TypeAlias = Callable[[GameAt, Move], Reply]  # given the game after the move


def no_reply(after: GameAt, move: Move) -> Reply:
    """For changes that nobody waits for: bots, the system."""
    return Reply()


# ---------------------------------------------------------------- what happens


def one_commit(at: GameAt, actor: str, body: JsonObject, events: Sequence[object]) -> Move:
    """Build a move of one commit. `body`: the command that the log names as its cause."""
    return Move((commit(at.rules, at.game, Command(new_id(), actor, body), events, now()),))


def late(game: AnyGame) -> list[tuple[datetime, int]]:
    """Deadlines that have passed and the seats that let them pass, the longest overdue first."""
    if game.status != "running":
        return []
    return sorted((at, seat) for seat, at in deadlines(game).items() if at <= datetime.now(UTC))


def time_out(at: GameAt) -> Move:
    overdue = late(at.game)
    if not overdue:
        raise GameOver("Nobody is late any more.")
    (deadline, seat), clock = overdue[0], require_created(at.game).clock
    bot = play.stand_in(at.rules, at.game) if clock is not None and clock.on_timeout == "bot" else None
    events = play.time_out(at.game, seat, stamp(deadline), bot)
    left = (str(at.game.place(seat).participant),) if bot else ()
    return replace(one_commit(at, SYSTEM, {"type": "time_out", "seat": seat}, events), left=left)


def rested(game: AnyGame) -> list[int | None]:
    """The seats whose pause is over by its own date; None: that of all."""
    if game.status != "running":
        return []
    over = stamp(datetime.now(UTC))
    return [seat for seat, until in game.paused.items() if until is not None and until <= over]


def resume(at: GameAt) -> Move:
    seats = rested(at.game)
    if not seats:
        raise GameOver("No pause is over.")
    body: JsonObject = {"type": "resume"} if seats[0] is None else {"type": "resume", "seat": seats[0]}
    return one_commit(at, SYSTEM, body, play.resume(at.game, seats[0]))


def final_scoring(at: GameAt) -> Move:
    return one_commit(at, SYSTEM, {"type": "score"}, play.score(at.rules, at.game))


def seat_commit(
    rules: AnyRuleset, game: AnyGame, seat: int, command: Any, note: Json = None, bot: str | None = None
) -> Commit[Any]:
    """The commit of one command of a seat, or of the bot that plays it. Its body is written as the rules read it:
    nothing else enters the log."""
    events: list[object] = list(play.act(rules, game, seat, command))
    if note is not None:
        events.insert(0, NoteSealed((Secret((), Note(note)),)))
    body, readers = play.body_of(rules.commands, command), rules.readers(seat, command)
    cause = Command(new_id(), seat_actor(seat), body, readers, bot)
    return commit(rules, game, cause, events, now())
