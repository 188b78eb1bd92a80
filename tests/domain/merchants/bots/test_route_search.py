"""The routes that a bot plans to build."""

import pytest

from kontor.domain.merchants.bots.route_search import route_plan
from kontor.domain.merchants.rulebook.deliver import takes
from kontor.domain.merchants.rulebook.network import growth, reached
from tests.domain.merchants.factories import BLUE, EVERYBODY, RED, acting, delivered, routes
from tests.domain.merchants.places import all_sites


@pytest.mark.parametrize("seat", EVERYBODY)
def test_planned_routes_can_be_built_one_by_one_and_lead_a_caravan_to_a_post(seat: int) -> None:
    """ME-BUILD-9, ME-DELIVER-1"""
    game = acting(seat)
    plan = route_plan(game.state, seat)
    assert plan is not None
    assert plan.edges
    for n, edge in enumerate(plan.edges):
        assert edge in growth(game.state, seat)
        game = game.given(*routes(seat, game.state.board.edges[edge], left=29 - n))
    state = game.state
    start = state.board.ends[state.caravans[seat][0]][0]
    assert plan.goal in reached(state.board, state.routes, start, without=-1)
    assert takes(state, seat, state.board.site_of[plan.goal])


def test_routes_that_are_there_need_not_be_built() -> None:
    """ME-CARAVAN-1"""
    plan = route_plan(acting(BLUE).given(*routes(BLUE, "e:-1,-1,se")).state, BLUE)  # at Paris
    assert plan is not None
    assert (plan.edges, plan.steps) == ((), 1)


def test_where_no_post_takes_anything_nothing_is_planned() -> None:
    """ME-DELIVER-2"""
    full = acting(RED).given(*(event for site in all_sites() for event in delivered(BLUE, site, RED)))
    assert route_plan(full.state, RED) is None
