"""The vectors of games that the system ends because no player started or continued them, and their forgeries."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from kontor.domain.kernel import play
from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.commits import SYSTEM, commit, seat_actor
from kontor.domain.kernel.commits import Command as Cause
from kontor.domain.kernel.game import Game
from kontor.domain.kernel.lifecycle import Clock, SeatPlan, SeatTaken
from tests.support.playing import Played, hash_of, id_of, nonce_of, participant_of, seed_of
from tests.tiny import RULESET
from tests.tiny.rulebook.catalogue import Command, Event
from tests.tiny.state import State
from tests.vectors.forge import Case, Forger, Line, put

Tiny: TypeAlias = Played[State, Command, Event]

OPEN_UNTIL = "2026-01-08T00:00:00.000Z"
IDLE_DAYS = 2
IDLE_UNTIL = "2026-01-03T00:00:03.000Z"  # two days after the last event, which is the roll


def created_game(number: int, seats: int, clock: Clock | None = None) -> Tiny:
    """A game of open seats. Seat 1 is taken."""
    board: JsonObject = {"name": "square"}
    played: Tiny = Played(RULESET, Game(id_of(number), seed_of(number), board))
    plans = tuple(SeatPlan(seat, "open") for seat in range(1, seats + 1))
    plan = play.Plan(hash_of(board), {"rounds": 2}, plans, clock=clock, open_until=OPEN_UNTIL, idle_days=IDLE_DAYS)
    played.write(SYSTEM, {"type": "create"}, play.create(RULESET, played.game, plan))
    sit(played, 1)
    return played


def sit(played: Tiny, seat: int) -> None:
    taker = SeatTaken(seat, participant_of(seat), nonce_of(seat))
    played.write(seat_actor(seat), {"type": "join"}, play.take_seat(RULESET, played.game, taker))


def abandon(played: Tiny, at: str) -> Tiny:
    """End the game at this time, without asking whether it may end."""
    cause = Cause(id_of(3000), SYSTEM, {"type": "abort"})
    made = commit(RULESET, played.game, cause, play.abort(played.game, "abandoned"), at)
    played.commits.append(made)
    played.game = made.after
    return played


def running_game() -> Tiny:
    played = created_game(3, 2)
    sit(played, 2)
    played.do(1, {"type": "roll"}, note="I need a six")
    return played


def abandoned_game() -> Tiny:
    """Two players. The first notes a reason, the second never moves. The seed opens what was dealt and noted."""
    return abandon(running_game(), IDLE_UNTIL)


def abandoned_while_open() -> Tiny:
    """A second player never came."""
    return abandon(created_game(4, 2), OPEN_UNTIL)


def forgeries_of_running(lines: Sequence[JsonObject], seed: bytes) -> Iterator[Case]:
    forger, end = Forger(lines, seed), len(lines)
    yield forger.case("nothing is changed", None, range(1, end + 1))
    yield from _with_plan(forger, "the game names no days", end, lambda data: data.pop("idle_days"))
    yield from _with_plan(forger, "the game may be idle for longer", end, lambda data: data.update(idle_days=3))
    early = put("envelope/at", "2026-01-03T00:00:02.999Z")
    yield forger.change("a running game ends a millisecond too early", end, early)
    for name, value in {"no days": 0, "too many days": 3651, "days as text": "2", "half a day": True}.items():
        yield forger.change(f"a game may be idle for {name}", 1, put("envelope/data/idle_days", value))
    yield forger.change("a seat ends the idle game", end, put("envelope/actor", "seat:1"))


def forgeries_of_open(lines: Sequence[JsonObject], seed: bytes) -> Iterator[Case]:
    forger, end = Forger(lines, seed), len(lines)
    yield forger.case("nothing is changed", None, range(1, end + 1))
    yield from _with_plan(forger, "the game waits for ever", end, lambda data: data.pop("open_until"))
    early = put("envelope/at", "2026-01-07T23:59:59.999Z")
    yield forger.change("an open game ends a millisecond too early", end, early)
    times: dict[str, Json] = {"a number": 8, "a day": "2026-01-08", "no time": "2026-02-30T00:00:00.000Z"}
    for name, value in times.items():
        yield forger.change(f"a game is open until {name}", 1, put("envelope/data/open_until", value))


def _with_plan(forger: Forger, name: str, found: int, alter: Callable[[Line], object]) -> Iterator[Case]:
    """A game that was created with other limits."""
    yield forger.change(name, 1, lambda line: alter(line["envelope"]["data"]), found)
