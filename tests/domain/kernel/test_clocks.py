"""Clocks: time per decision, a bank that is not refilled, hands that rest while others think or a bot plays."""

from datetime import timedelta
from uuid import UUID

import pytest

from kontor.domain.kernel import lifecycle as life
from kontor.domain.kernel import play
from kontor.domain.kernel.clocks import SeatClock, deadlines, duration, moment
from kontor.domain.kernel.commits import SYSTEM, Command, commit, seat_actor
from kontor.domain.kernel.game import Game
from kontor.domain.kernel.model import Unreadable, read
from kontor.domain.kernel.undo import undo
from tests.support.playing import id_of, nonce_of, participant_of, seed_of
from tests.tiny import RULESET
from tests.tiny.state import State

CLOCK = life.Clock("PT10M", "PT1H", "bot")
START = "2026-01-01T12:00:00.000Z"


def at(minutes: int) -> str:
    return f"2026-01-01T{12 + minutes // 60:02}:{minutes % 60:02}:00.000Z"


class Table:
    """A game for two with a clock; every step has a time in minutes after the start."""

    def __init__(self, clock: life.Clock | None = CLOCK) -> None:
        self.game: Game[State] = Game(id_of(1), seed_of(1), {"name": "square"})
        seats = tuple(life.SeatPlan(seat, "open") for seat in (1, 2))
        plan = play.Plan("sha256:" + "0" * 64, {"rounds": 5}, seats, clock=clock)
        takers = [life.SeatTaken(seat, participant_of(seat), nonce_of(seat)) for seat in (1, 2)]
        self.write(SYSTEM, play.create(RULESET, self.game, plan, takers), 0)

    def write(self, actor: str, events: object, minutes: int) -> None:
        command = Command(UUID(int=self.game.version + 1), actor, {"type": "step"})
        self.game = commit(RULESET, self.game, command, events, at(minutes)).after  # type: ignore[arg-type]

    def do(self, seat: int, minutes: int, **body: str | int | bool) -> None:
        command = play.read_command(RULESET, body)
        self.write(seat_actor(seat), play.act(RULESET, self.game, seat, command), minutes)

    def deadline(self, seat: int) -> timedelta | None:
        found = deadlines(self.game).get(seat)
        return None if found is None else found - moment(START)


def test_only_who_is_waited_for_has_a_deadline() -> None:
    table = Table()
    assert table.deadline(1) == timedelta(minutes=70)
    assert table.deadline(2) is None


def test_a_quick_decision_costs_nothing_and_the_next_one_has_its_own_time() -> None:
    table = Table()
    table.do(1, 9, type="offer", points=1)
    assert table.deadline(1) == timedelta(minutes=9 + 70)


def test_a_slow_decision_is_paid_from_the_bank_for_good() -> None:
    table = Table()
    table.do(1, 30, type="offer", points=1)
    assert table.deadline(1) == timedelta(minutes=30 + 10 + 40)
    table.do(1, 31, type="take_card")
    table.do(2, 32, type="take_card")
    table.do(1, 33, type="bid", amount=1)
    table.do(2, 34, type="bid", amount=2)
    assert table.deadline(1) == timedelta(minutes=34 + 10 + 40)
    assert table.deadline(2) is None


def test_a_clock_stops_while_other_seats_decide() -> None:
    table = Table()
    table.do(1, 5, type="take_card")
    assert table.deadline(1) is None
    assert table.deadline(2) == timedelta(minutes=5 + 70)


def test_an_answer_of_another_seat_does_not_restart_a_clock() -> None:
    table = Table()
    table.do(1, 1, type="offer", points=1)
    before = table.deadline(1)
    table.do(2, 8, type="answer_offer", accept=False)
    assert table.deadline(1) == before


def test_seats_that_decide_at_once_have_clocks_of_their_own() -> None:
    table = Table()
    table.do(1, 1, type="take_card")
    table.do(2, 2, type="take_card")
    assert table.deadline(1) == table.deadline(2) == timedelta(minutes=2 + 70)
    table.do(2, 3, type="bid", amount=1)
    assert table.deadline(1) == timedelta(minutes=2 + 70)
    assert table.deadline(2) is None


def test_a_bot_has_no_clock_and_a_returning_player_starts_again() -> None:
    table = Table()
    table.write(SYSTEM, play.change_seat(table.game, 1, life.BotHolder("bot", "random"), "timed_out"), 80)
    assert table.deadline(1) is None
    assert table.game.clocks[1] == SeatClock(None, timedelta(minutes=70))
    back = life.ParticipantHolder("participant", participant_of(1))
    table.write(seat_actor(1), play.change_seat(table.game, 1, back, "returned"), 90)
    assert table.deadline(1) == timedelta(minutes=90 + 10)  # the bank is empty


def test_a_paused_clock_stops_and_resumes_at_the_same_time() -> None:
    table = Table()
    table.write(SYSTEM, play.pause(table.game, "agreed"), 15)
    assert table.deadline(1) is None
    assert table.game.clocks[1] == SeatClock(None, timedelta(0), timedelta(minutes=15))
    table.write(seat_actor(1), play.resume(table.game), 100)
    assert table.deadline(1) == timedelta(minutes=100 + 70 - 15)
    table.do(1, 105, type="offer", points=1)
    assert table.deadline(1) == timedelta(minutes=105 + 70 - 10)  # 20 minutes in all, 10 of them from the bank


def test_pausing_and_undoing_gain_no_time() -> None:
    table = Table()
    before = table.game
    table.do(1, 5, type="offer", points=1)
    events = undo(table.game, before, "own_turn")
    command = Command(UUID(int=99), seat_actor(1), {"type": "undo"})
    table.game = commit(RULESET, table.game, command, events, at(9), {before.version: before}).after
    assert table.deadline(1) == timedelta(minutes=5 + 70)
    table.write(seat_actor(1), play.pause(table.game, "agreed"), 10)
    table.write(seat_actor(1), play.resume(table.game), 10)
    assert table.deadline(1) == timedelta(minutes=5 + 70)


def test_a_vacation_is_that_of_one_seat_and_ends_after_all_pauses() -> None:
    table = Table()
    table.write(seat_actor(1), play.pause(table.game, "vacation", 1, at(600)), 1)
    table.write(SYSTEM, play.pause(table.game, "admin"), 2)
    table.write(SYSTEM, play.resume(table.game), 3)
    assert table.deadline(1) is None
    table.do(1, 4, type="take_card")
    assert table.deadline(2) == timedelta(minutes=4 + 70)
    assert table.game.clocks[1] == SeatClock()


def test_a_game_without_a_clock_has_no_deadlines() -> None:
    table = Table(clock=None)
    assert deadlines(table.game) == {}
    assert table.game.clocks == {}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("P1D", timedelta(days=1)),
        ("PT0S", timedelta(0)),
        ("P1DT2H3M4S", timedelta(days=1, hours=2, minutes=3, seconds=4)),
    ],
)
def test_durations_are_read(text: str, expected: timedelta) -> None:
    assert duration(text) == expected
    read(life.Clock, {"per_decision": text, "bank": text, "on_timeout": "bot"})


@pytest.mark.parametrize("text", ["", "P", "PT", "1D", "P1M", "P1DT", "P-1D", "P1.5D", "PT1S ", "P1W", "P9999D"])
def test_an_invalid_duration_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        read(life.Clock, {"per_decision": text, "bank": "PT0S", "on_timeout": "bot"})


def test_a_duration_that_cannot_be_read_is_an_error() -> None:
    with pytest.raises(ValueError, match="not a duration"):
        duration("soon")
