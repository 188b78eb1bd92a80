"""Where `planner` sends the robber, and whom it robs."""

import random

from kontor.domain.kernel.bots import Stages
from kontor.domain.kernel.ruleset import Budget
from kontor.domain.merchants.bots.planner import plan
from kontor.domain.merchants.bots.robbing import robber_move, theft
from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.rulebook.robber import MoveRobber, Steal
from tests.domain.merchants.factories import BLUE, RED, WHITE, Game, delivered, sevened


def ahead(seat: int) -> Game:
    """A seven, and the seat is one delivery from the end."""
    hands = {each: Bundle(wool=2) for each in (BLUE, WHITE)}
    return sevened(RED, hands=hands).given(*delivered(seat, "wien", RED, to_deliver=1))


def test_the_robber_goes_to_a_land_of_the_leading_rival() -> None:
    """ME-ROBBER-4"""
    for seat in (BLUE, WHITE):
        state = ahead(seat).state
        sites = state.board.hex_sites[state.board.hexes.index(robber_move(state, RED).hex)]
        owners = {state.posts[site] for site in sites}
        assert seat in owners
        assert RED not in owners


def test_of_two_at_a_land_the_one_who_is_ahead_is_robbed() -> None:
    """ME-ROBBER-5"""
    for seat in (BLUE, WHITE):
        moved = ahead(seat).when(RED, MoveRobber("h:0,-1")).accepted()  # at Bern and Bruxelles
        assert theft(moved.state, RED) == Steal(seat)


def test_the_planner_decides_so() -> None:
    """ME-ROBBER-4, ME-ROBBER-5"""
    state, stages = ahead(WHITE).state, Stages(Budget(1.0, lambda: 0.0, random.Random(1), (10, 0)))
    assert plan(state, RED, random.Random(1), stages) == robber_move(state, RED)
