"""The routes that a bot plans to build."""

import pytest

from kontor.domain.merchants.bots.route_search import UNREACHED, route_plan, steps_to_delivery
from kontor.domain.merchants.rulebook.deliver import takes
from kontor.domain.merchants.rulebook.network import growth, reachable
from tests.domain.merchants.factories import BLUE, EVERYBODY, ORANGE, RED, acting, delivered, post, routes
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
    assert plan.goal in reachable(state.board, state.routes, start, without=-1)
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


def test_a_second_caravan_is_planned_where_the_first_one_is_far_away() -> None:
    """ME-BUILD-6: the one post that takes anything lies beside an own post at the other end of the board."""
    game = acting(RED).given(*post(RED, "athina"), *post(BLUE, "tirana"))
    game = game.given(*(event for site in all_sites() if site != "tirana" for event in delivered(BLUE, site, RED)))
    board = game.state.board
    far = board.distances(board.place[board.site_at["tirana"]])
    edges = board.site_edges[board.site_at["athina"]]
    beside = min(edges, key=lambda edge: min(far[end] for end in board.ends[edge]))
    plan = route_plan(game.given(*routes(RED, board.edges[beside])).state, RED)
    assert plan is not None
    assert plan.caravan == beside
    assert len(plan.edges) < 4


def test_steps_to_a_delivery_are_counted_over_routes_of_anybody() -> None:
    """ME-CARAVAN-1, ME-DELIVER-1: Blue's start route leads to a crossing from which Paris is one edge farther."""
    before, after = (game.state for game in (acting(BLUE), acting(BLUE).given(*routes(RED, "e:-1,-1,se"))))
    board = before.board
    start, at_paris = board.edge_at["e:-1,0,ne"], board.edge_at["e:-1,-1,se"]
    far = [steps_to_delivery(board, each.routes, each.posts, each.delivered_by, BLUE) for each in (before, after)]
    assert (far[0][start], far[0][at_paris]) == (UNREACHED, UNREACHED)
    assert (far[1][start], far[1][at_paris]) == (1, 0)
    supplied = acting(BLUE).given(*routes(RED, "e:-1,-1,se"), *delivered(RED, "paris", ORANGE)).state
    assert steps_to_delivery(board, supplied.routes, supplied.posts, supplied.delivered_by, BLUE)[start] == UNREACHED
