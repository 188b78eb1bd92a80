"""Whole games with the commands that the service writes for them, as in a bundle. No server is needed."""

from collections.abc import Mapping, Sequence
from typing import Any

from kontor.domain.kernel import model, play
from kontor.domain.kernel.canonical import Json, JsonObject, canonical, parse_strict
from kontor.domain.kernel.commits import SYSTEM, seat_actor
from kontor.domain.kernel.game import Game
from kontor.domain.kernel.lifecycle import Clock, SeatPlan, SeatTaken
from kontor.service.registry import AnyRuleset
from tests.games.recording import Recording
from tests.support.playing import Played, hash_of, id_of, nonce_of, participant_of, seed_of
from tests.worlds.world import World

Served = Played[Any, Any, Any]


def opened(
    rules: AnyRuleset,
    seats: Sequence[SeatPlan],
    number: int = 1,
    board: JsonObject | None = None,
    options: Mapping[str, bool | int | str] | None = None,
    **more: Any,
) -> Served:
    """Return a game that has been created."""
    board = next(iter(rules.boards().values())) if board is None else board
    played: Served = Played(rules, Game(id_of(number), seed_of(number), board))
    whole: Any = model.write(model.read(rules.options, dict(options or {})))
    plan = play.Plan(hash_of(board), whole, tuple(seats), **more)
    played.write(SYSTEM, {"type": "create"}, play.create(rules, played.game, plan))
    return played


def join(played: Served, seat: int, **more: Any) -> None:
    taker = SeatTaken(seat, participant_of(seat), nonce_of(seat), **more)
    played.write(seat_actor(seat), {"type": "join"}, play.take_seat(played.rules, played.game, taker))


def do(played: Served, seat: int, body: JsonObject, note: Json = None) -> None:
    """Play a seat's command. The body of the command is written as the rules read it."""
    rules = played.rules
    played.do(seat, play.body_of(rules.commands, play.read_command(rules, body)), note)


def of_world(world: World, number: int = 1, clock: Clock | None = None) -> Served:
    """Return a started game of a world."""
    plans = [SeatPlan(seat, "open") for seat in range(1, world.seats + 1)]
    played = opened(world.rules, plans, number, world.board_data, world.options, order=world.order, clock=clock)
    for plan in plans:
        join(played, plan.seat)
    return played


def of_recording(recording: Recording) -> Served:
    """Replay a recorded game to its end."""
    played = of_world(recording.world, recording.number)
    for seat, body in recording.commands:
        do(played, seat, body)
    if played.game.status == "scoring":
        played.score()
    return played


def shown(played: Served, seats: Sequence[int] = ()) -> list[JsonObject]:
    """Return the lines of a game's log, as read from a file."""
    return [parse_strict(canonical(line).decode()) for line in played.lines(seats)]  # type: ignore[misc]  # objects
