"""The pieces on a route that is established (HT-ROUTE-1, -10, -13)."""

from random import Random

import pytest

from kontor.domain.hansa.rulebook.completed_route import complete_routes, is_complete
from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.rulebook.rewards import NoReward, OfficeReward
from kontor.domain.hansa.state import State
from tests.domain.hansa.crowds import crowded, on_crowds
from tests.domain.hansa.factories import BLUE, MERCHANT, RED, TRADER, placed, position, share
from tests.domain.hansa.seen import on_post, stock, supply

ROUTE = "Bremen~Osnabrück"  # a tavern route


def test_a_route_is_established_only_when_every_post_is_the_seats() -> None:
    """HT-ROUTE-1, HT-DEC-8"""
    for third in ((), placed(BLUE, f"{ROUTE}/3")):
        given = position("hansa-45", placed(RED, f"{ROUTE}/1", f"{ROUTE}/2"), third)
        given.when(RED, EstablishRoute(ROUTE, NoReward())).refused_by("HT-ROUTE-1", "route_not_complete")


def test_the_pieces_that_are_not_used_return_to_the_stock() -> None:
    """HT-ROUTE-10, HT-ROUTE-13"""
    given = position(
        "hansa-45",
        placed(RED, f"{ROUTE}/1", f"{ROUTE}/3"),
        placed(RED, f"{ROUTE}/2", shape=MERCHANT),
        shares=[share(RED, (1, 0), (2, 0))],
    )
    none = given.when(RED, EstablishRoute(ROUTE, NoReward())).accepted()
    assert (supply(none, RED), stock(none, RED)) == ((1, 0), (4, 1))
    used = given.when(RED, EstablishRoute(ROUTE, OfficeReward("office", "Bremen", MERCHANT))).accepted()
    assert stock(used, RED) == (4, 0)
    assert [on_post(used, f"{ROUTE}/{n}") for n in (1, 2, 3)] == [None] * 3
    used.when(RED, PlacePiece(f"{ROUTE}/1", TRADER)).accepted()


@on_crowds
@pytest.mark.parametrize("empty", [0, 3, 12])
def test_all_complete_routes_are_found_at_once(state: State, empty: int) -> None:
    """HT-ROUTE-1"""
    met = 0
    for seed in range(20):
        now = crowded(state, empty, Random(seed))
        for seat in now.seats:
            found = [route for route in now.board.all_routes if is_complete(now, seat, route)]
            assert complete_routes(now, seat) == found
            met += len(found)
    assert met, "no route was complete: this compares nothing"
