"""A running game with every possible event. A player leaves before the start, bots write notes, a player resigns and
returns, and a seat misses its deadline. There are also pauses, a passed seat and an undo. At the end the game is
aborted."""

from kontor.domain.kernel import play
from kontor.domain.kernel.bots import look
from kontor.domain.kernel.clocks import deadlines
from kontor.domain.kernel.commits import SYSTEM, seat_actor
from kontor.domain.kernel.lifecycle import BotHolder, Clock, ParticipantHolder, SeatPlan
from kontor.domain.kernel.random_numbers import bot_luck
from kontor.domain.kernel.ruleset import Budget
from kontor.domain.kernel.undo import undo as kernel_undo
from kontor.domain.kernel.violation import CannotUndo
from kontor.service.clock import stamp
from tests.support.playing import participant_of
from tests.support.served_games import Served, join, opened
from tests.worlds import of

CLOCK = Clock("PT1S", "PT0S", "bot")


def eventful(ruleset: str) -> Served:
    world = of(ruleset)[0]
    last = world.seats
    plans = [*(SeatPlan(seat, "open") for seat in range(1, last)), SeatPlan(last, "bot", "random")]
    more = {"order": world.order, "clock": CLOCK, "stand_in": "random", "practice": True}
    played = opened(world.rules, plans, 1, world.board_data, world.options, **more)
    join(played, 1)
    played.write(seat_actor(1), {"type": "leave"}, play.leave_seat(played.game, 1))
    for seat in range(1, last):
        join(played, seat)
    decide(played, 2 * last)
    played.write(
        seat_actor(1), {"type": "resign"}, play.change_seat(played.game, 1, BotHolder("bot", "greedy"), "resigned")
    )
    decide(played, last)
    back = ParticipantHolder("participant", participant_of(1))
    played.write(seat_actor(1), {"type": "return"}, play.change_seat(played.game, 1, back, "returned"))
    undo(played)
    time_out(played)
    played.write(SYSTEM, {"type": "pause"}, play.pause(played.game, "agreed"))
    played.write(seat_actor(2), {"type": "resume"}, play.resume(played.game))
    passed = play.pass_seat(played.game, 2, participant_of(9))
    played.write(seat_actor(2), {"type": "pass_seat", "seat": 2}, passed)
    decide(played, last)
    played.write(SYSTEM, {"type": "abort"}, play.abort(played.game, "agreed"))
    return played


def decide(played: Served, times: int = 1) -> None:
    """Make `times` decisions of awaited seats, as the bot `random` does. A bot's note says that it has no reasons."""
    rules = played.rules
    for _ in range(times):
        game = played.game
        seat = rules.awaiting(game.state)[0]
        budget = Budget(0.0, lambda: 0.0, bot_luck(game.joint, game.version, seat))
        command, bot = rules.bots["random"](look(rules, game, seat), budget).command, game.place(seat).bot
        assert command is not None
        body = play.body_of(rules.commands, play.read_command(rules, command))
        played.do(seat, body, None if bot is None else {"reasons": "none"}, bot)


def undo(played: Served) -> None:
    """Undo the first decision that can be undone."""
    while True:
        before = played.game
        decide(played)
        try:
            events = kernel_undo(played.game, before, "own_turn")
        except CannotUndo:
            continue
        played.write(seat_actor(played.rules.awaiting(before.state)[0]), {"type": "undo"}, events, past=before)
        return


def time_out(played: Served) -> None:
    """Let the next awaited person miss the deadline."""
    while not (late := deadlines(played.game)):
        decide(played)
    seat, deadline = next(iter(late.items()))
    events = play.time_out(played.game, seat, stamp(deadline), "random")
    played.write(SYSTEM, {"type": "time_out", "seat": seat}, events)
