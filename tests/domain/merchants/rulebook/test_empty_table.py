"""Who sits down, in which colour, for which kind of start (ME-SETUP-1)."""

from dataclasses import replace

import pytest

from kontor.domain.kernel.ruleset import Chair
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants import RULESET
from kontor.domain.merchants.rulebook.setup import (
    BoardLaid,
    SeatColour,
)
from tests.domain.merchants.factories import table
from tests.support.scenario import set_up

# ---------------------------------------------------------------- what can be played


@pytest.mark.parametrize("seats", [2, 5])
def test_three_or_four_play(seats: int) -> None:
    """ME-SETUP-1"""
    with pytest.raises(Violation) as refusal:
        RULESET.initial(table(seats))
    assert (refusal.value.rule, refusal.value.code) == ("ME-SETUP-1", "wrong_count")


def test_the_main_side_has_no_fixed_start() -> None:
    """ME-SETUP-1"""
    with pytest.raises(Violation) as refusal:
        RULESET.initial(table(side="main", start="fixed"))
    assert (refusal.value.rule, refusal.value.code) == ("ME-SETUP-1", "no_fixed_start")


@pytest.mark.parametrize(
    ("side", "start", "played"),
    [
        ("short", None, "fixed"),
        ("short", "fixed", "fixed"),
        ("short", "variable", "variable"),
        ("main", None, "variable"),
        ("main", "variable", "variable"),
    ],
)
def test_the_start_is_fixed_or_variable(side: str, start: str | None, played: str) -> None:
    """ME-SETUP-1, ME-RULING-4"""
    (laid,) = set_up(RULESET, table(side=side, start=start)).happened(BoardLaid)
    assert (laid.side, laid.start) == (side, played)


def test_colours_are_chosen_or_dealt_in_order() -> None:
    """ME-RULING-52, ME-SETUP-1"""
    chairs = (Chair(1), Chair(2, "red"), Chair(3))
    (laid,) = set_up(RULESET, replace(table(3), chairs=chairs)).happened(BoardLaid)
    assert laid.seats == (SeatColour(1, "blue"), SeatColour(2, "red"), SeatColour(3, "white"))
    assert laid.neutral_colour == "orange"
    (four,) = set_up(RULESET, table(4)).happened(BoardLaid)
    assert four.neutral_colour is None


@pytest.mark.parametrize("colours", [("green", None, None), ("red", "red", None)])
def test_each_seat_has_a_different_colour(colours: tuple[str | None, ...]) -> None:
    """ME-RULING-52"""
    chairs = tuple(Chair(seat, colour) for seat, colour in enumerate(colours, 1))
    with pytest.raises(Violation) as refusal:
        RULESET.initial(replace(table(3), chairs=chairs))
    assert (refusal.value.rule, refusal.value.code) == ("ME-RULING-52", "wrong_colour")
