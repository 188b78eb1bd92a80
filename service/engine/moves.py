"""The changes of a game, as commits: the command of a seat, the final scoring, a passed deadline. This module also has
the types for a request to change a game, for its answer, and for its refusal."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, TypeAlias
from uuid import UUID

from kontor.domain.kernel import play
from kontor.domain.kernel.bots import stand_in
from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.clocks import abandoned_at, deadlines
from kontor.domain.kernel.commits import SYSTEM, Command, Commit, commit, seat_actor
from kontor.domain.kernel.game import require_created
from kontor.domain.kernel.lifecycle import Note, NoteSealed
from kontor.domain.kernel.secrets import Secret
from kontor.domain.kernel.violation import GameOver, Refused
from kontor.service.clock import new_id, now, stamp, utc_now
from kontor.service.engine.game_at import GameAt
from kontor.service.registry import AnyGame, AnyRuleset
from kontor.service.store.invitations import Invitation
from kontor.service.store.participants import Seated


@dataclass(frozen=True, slots=True)
class Move:
    """A change of a game: its commits, the participants who take or leave seats, new invitations, and the invitation
    that was used."""

    commits: tuple[Commit[Any], ...]
    seated: tuple[Seated, ...] = ()
    left: tuple[str, ...] = ()
    invited: tuple[Invitation, ...] = ()
    accepted: UUID | None = None


# ---------------------------------------------------------------- asking for a change


class Moved(Refused):
    """The game is not at the version that the caller expects."""

    def __init__(self, at: GameAt, expected: int) -> None:
        super().__init__(f"The game is at version {at.game.version}, not {expected}.")
        self.at = at
        self.expected = expected


@dataclass(frozen=True, slots=True)
class IdempotencyKey:
    """The Idempotency-Key of a request, its scope (caller and purpose), and a hash of the request."""

    scope: str
    key: str
    fingerprint: bytes


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a change. The answer is built before the change is written. If the request has an Idempotency-Key,
    the answer is stored together with the change."""

    status: int = 204
    body: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


Decide: TypeAlias = Callable[[GameAt], Move]
MakeReply: TypeAlias = Callable[[GameAt, Move], Reply]  # gets the game after the move


def no_reply(after: GameAt, move: Move) -> Reply:
    """Return an empty answer, because bots and the system do not read the answer to their changes."""
    return Reply()


# ---------------------------------------------------------------- what happens


def one_commit(at: GameAt, actor: str, body: JsonObject, events: Sequence[object]) -> Move:
    """Build a move that consists of one commit. `body`: the command that the log names as the cause of the commit."""
    return Move((commit(at.rules, at.game, Command(new_id(), actor, body), events, now()),))


def late(game: AnyGame) -> list[tuple[datetime, int]]:
    """Return the passed deadlines with their seats, the oldest deadline first."""
    if game.status != "running":
        return []
    return sorted((at, seat) for seat, at in deadlines(game).items() if at <= utc_now())


def time_out(at: GameAt) -> Move:
    overdue = late(at.game)
    if not overdue:
        raise GameOver("No deadline has passed.")
    (deadline, seat), clock = overdue[0], require_created(at.game).clock
    bot = stand_in(at.rules, at.game) if clock is not None and clock.on_timeout == "bot" else None
    events = play.time_out(at.game, seat, stamp(deadline), bot)
    left = (str(at.game.place(seat).participant),) if bot else ()
    return replace(one_commit(at, SYSTEM, {"type": "time_out", "seat": seat}, events), left=left)


def expired_pauses(game: AnyGame) -> list[int | None]:
    """Return the seats whose pause has expired. None stands for a pause of all clocks."""
    if game.status != "running":
        return []
    over = stamp(utc_now())
    return [seat for seat, until in game.paused.items() if until is not None and until <= over]


def resume(at: GameAt) -> Move:
    seats = expired_pauses(at.game)
    if not seats:
        raise GameOver("No pause has expired.")
    body: JsonObject = {"type": "resume"} if seats[0] is None else {"type": "resume", "seat": seats[0]}
    return one_commit(at, SYSTEM, body, play.resume(at.game, seats[0]))


def is_abandoned(game: AnyGame) -> bool:
    """Return whether the time in which players could start or continue the game is over."""
    end = abandoned_at(game)
    return end is not None and end <= utc_now()


def end_abandoned(at: GameAt) -> Move:
    if not is_abandoned(at.game):
        raise GameOver("The game is not abandoned.")
    return one_commit(at, SYSTEM, {"type": "abort"}, play.abort(at.game, "abandoned"))


def final_scoring(at: GameAt) -> Move:
    return one_commit(at, SYSTEM, {"type": "score"}, play.score(at.rules, at.game))


def seat_commit(
    rules: AnyRuleset, game: AnyGame, seat: int, command: Any, note: Json = None, bot: str | None = None
) -> Commit[Any]:
    """Return the commit for a command of a seat, or of the bot that plays the seat. Write only those fields of the
    command that the rules have read, so that nothing else enters the log."""
    events: list[object] = list(play.act(rules, game, seat, command))
    if note is not None:
        events.insert(0, NoteSealed((Secret((), Note(note)),)))
    body, readers = play.body_of(rules.commands, command), rules.readers(seat, command)
    cause = Command(new_id(), seat_actor(seat), body, readers, bot)
    return commit(rules, game, cause, events, now())
