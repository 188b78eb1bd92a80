"""Bots choose again: with the luck of the seed and as many positions as their notes tell, they choose the same."""

from itertools import count
from random import Random
from typing import Any

import pytest

from kontor.domain.hansa import RULESET
from kontor.domain.kernel import play
from kontor.domain.kernel.bot_check import BotCheck
from kontor.domain.kernel.bots import Stages, look
from kontor.domain.kernel.canonical import Json
from kontor.domain.kernel.commits import SYSTEM
from kontor.domain.kernel.lifecycle import SeatPlan
from kontor.domain.kernel.random_numbers import bot_luck
from kontor.domain.kernel.reexecute import reexecute
from kontor.domain.kernel.ruleset import Budget
from tests.domain.hansa.bots.positions import ticking
from tests.support.served_games import Served, opened, shown

BOTS = ("planner", "greedy", "random")
DECISIONS = 24


def played_by_bots(nth: int = 0, **changed: Json) -> Served:
    """A game of three bots, as workers play it; `changed` in the notes, and not the best but the n-th best command is
    given. Then it is aborted."""
    played = opened(RULESET, [SeatPlan(n, "bot", bot) for n, bot in enumerate(BOTS, 1)])
    for _ in range(DECISIONS):
        game = played.game
        (seat,) = RULESET.awaiting(game.state)
        name = BOTS[seat - 1]
        budget = Budget(0.02, ticking(0.001), bot_luck(game.joint, game.version, seat))
        choice = RULESET.bots[name](look(RULESET, game, seat), budget)
        assert choice.command is not None
        command, note = choice.command, None
        if isinstance(choice.note, dict):
            note = {**choice.note, **changed}
            candidates: Any = choice.note["candidates"]
            command = candidates[min(nth, len(candidates) - 1)]["command"]
        played.do(seat, command, note, name)
    played.write(SYSTEM, {"type": "abort"}, play.abort(played.game, "admin"))
    return played


def checked(played: Served) -> BotCheck:
    bots = BotCheck()
    report = reexecute(RULESET, played.game.board, shown(played), bots=bots)
    assert report.finding is None  # a difference between choices is none of the log
    return bots


def noted(played: Served) -> int:
    return sum(len(made.records[0].parts) for made in played.commits if made.command.bot is not None)


def test_bots_choose_again_what_they_chose() -> None:
    played = played_by_bots()
    bots = checked(played)
    assert noted(played) > DECISIONS / 2
    assert (bots.decided, bots.compared) == (DECISIONS, noted(played))
    assert list(bots.remarks()) == [f"{bots.compared} of {DECISIONS} decisions of bots were repeated"]


def test_another_choice_is_a_remark() -> None:
    """Somebody gave other commands in the bots' names: all are legal, and only their notes tell."""
    bots = checked(played_by_bots(nth=1))
    assert bots.differences
    assert all(each.startswith("version ") and " chose {" in each for each in bots.differences)
    assert set(bots.differences) <= set(bots.remarks())


def test_choices_of_another_revision_are_not_compared() -> None:
    bots = checked(played_by_bots(revision=0))
    assert bots.compared == 0
    assert "greedy of revision 0 is not installed: its decisions were not compared" in bots.remarks()


@pytest.mark.parametrize("nodes", [None, "many", [-1], [True], {"stage": 1}])
def test_a_note_without_a_count_of_positions_is_passed_over(nodes: Json) -> None:
    assert checked(played_by_bots(nodes=nodes)).compared == 0


def test_a_stage_ends_by_the_clock_and_again_by_the_count() -> None:
    ticks = count()
    first = Stages(Budget(10.0, lambda: float(next(ticks)), Random(1)))
    told = [[late() for _ in range(8)] for late in (first.until(0.5), first.until(1.0))]
    assert first.nodes == [5, 2]
    again = Stages(Budget(0.0, lambda: 0.0, Random(1), first.nodes))
    assert [[late() for _ in range(8)] for late in (again.until(0.5), again.until(1.0))] == told
