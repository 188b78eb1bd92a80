"""Networks of posts and routes: several ways to ask, one answer (ME-BUILD-9, ME-GOLD-1)."""

from itertools import islice

import pytest

from kontor.domain.merchants.bots.playout import purposeful
from kontor.domain.merchants.rulebook.network import (
    can_grow,
    growth,
    own_intersections,
    own_sites,
    reachable,
    sites_in,
    touches,
)
from kontor.domain.merchants.state import State
from tests.domain.merchants.factories import RED, acting, routes
from tests.domain.merchants.playouts import positions


@pytest.mark.parametrize("number", range(3))
def test_a_network_grows_at_free_edges_that_touch_it_and_nowhere_else(number: int) -> None:
    """ME-BUILD-9, ME-PIECE-6"""
    for state in islice(positions("merchants-short", 4, "fixed", number, purposeful), 0, 200, 5):
        for seat in state.seats:
            free = [edge for edge, owner in enumerate(state.routes) if not owner]
            assert growth(state, seat) == [edge for edge in free if touches(state, seat, edge)]
            assert growth(state, seat) == at_own_intersections(state, seat)
            assert can_grow(state, seat) == (state.routes_left[seat] > 0 and growth(state, seat) != [])


def at_own_intersections(state: State, seat: int) -> list[int]:
    places = own_intersections(state.board, state.routes, state.posts, seat)
    edges = {edge for place in places for edge in state.board.edges_at[place]}
    return sorted(edge for edge in edges if not state.routes[edge])


def test_the_sites_of_a_seat_are_those_with_its_posts() -> None:
    """ME-BUILD-4"""
    state = acting(RED).state
    assert {state.board.sites[site] for site in own_sites(state, RED)} == {"nurnberg", "budapest", "wien"}


def test_routes_join_sites_unless_the_one_between_is_left_out() -> None:
    """ME-GOLD-1"""
    state = acting(RED).given(*routes(RED, "e:2,0,ne")).state  # Budapest - Praha
    board, start = state.board, state.board.place[state.board.site_at["praha"]]

    def joined(without: int) -> list[str]:
        return [board.sites[site] for site in sites_in(board, reachable(board, state.routes, start, without))]

    assert joined(without=-1) == ["budapest", "praha"]
    assert joined(without=board.edge_at["e:2,0,ne"]) == ["praha"]
