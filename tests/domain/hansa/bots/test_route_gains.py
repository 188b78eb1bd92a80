"""What establishing a route brings to a seat."""

from kontor.domain.hansa.bots.route_gains import route_gains
from kontor.domain.hansa.bots.seat_holdings import holdings_of
from kontor.domain.hansa.bots.weights import WEIGHTS
from kontor.domain.kernel.states import working_copy
from tests.domain.hansa.bots.positions import positions


def test_a_marker_on_a_route_is_a_gain() -> None:
    """HT-ROUTE-6"""
    state = next(positions(1)).state
    marked = route_gains(holdings_of(state, 1, 1.0, WEIGHTS))
    bare = working_copy(state)
    bare.at_route = (0,) * len(state.at_route)
    unmarked = route_gains(holdings_of(bare, 1, 1.0, WEIGHTS))
    more = [
        route for route in state.board.all_routes if marked[route].without_merchant > unmarked[route].without_merchant
    ]
    assert more == [route for route, marker in enumerate(state.at_route) if marker]


def test_a_merchant_never_brings_less() -> None:
    """HT-OFFICE-3, HT-SPECIAL-2: it opens what a trader opens not."""
    for n, position in enumerate(positions(3)):
        if n % 40 == 0:
            gains = route_gains(holdings_of(position.state, position.seat, 0.5, WEIGHTS))
            assert all(each.with_merchant >= each.without_merchant for each in gains)
            assert all(each.city in route.ends for each, route in zip(gains, position.state.board.routes, strict=True))
