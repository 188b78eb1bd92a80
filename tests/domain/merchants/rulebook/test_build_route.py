"""Building trade routes, and the free route of a double arrow (ME-BUILD-9 to -12)."""

import pytest

from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.rulebook.build_route import (
    BuildRoute,
    DeclineFreeRoute,
    FreeRouteGranted,
    FreeRouteLapsed,
    PlaceFreeRoute,
    RouteBuilt,
)
from kontor.domain.merchants.rulebook.card_play import PlayCard
from kontor.domain.merchants.rulebook.gold import ChooseChain, SiteConnected
from tests.domain.merchants.factories import BLUE, RED, WHITE, Game, acting, caravan, merchant, post, robber, routes
from tests.domain.merchants.places import edges_in_the_west
from tests.domain.merchants.seen import hand, seat_as_seen

ROUTE = Bundle(ore=1, lumber=1)
TWO = Bundle(ore=2, lumber=2)


@pytest.mark.parametrize("edge", ["e:1,-1,ne", "e:2,0,ne", "e:2,0,se", "e:2,1,ne"])
def test_a_route_begins_at_an_own_post_or_an_own_route(edge: str) -> None:
    """ME-BUILD-9, ME-BUILD-1"""
    game = acting(RED, hands={RED: TWO}).when(RED, BuildRoute(edge))
    game.then_among_others(RouteBuilt(RED, edge, "paid", 28, ROUTE))
    assert hand(game, RED) == {"ore": 1, "lumber": 1}


def test_a_route_begins_nowhere_else() -> None:
    """ME-BUILD-9, ME-RULING-23"""
    game = acting(RED, hands={RED: TWO}).given(*routes(RED, "e:2,0,ne"))
    game.when(RED, BuildRoute("e:99,0,e")).refused_by("ME-BUILD-9", code="unknown_edge")
    game.when(RED, BuildRoute("e:1,0,e")).refused_by("ME-BUILD-9", code="not_adjacent")  # White's Praha and route
    game.when(RED, BuildRoute("e:2,0,ne")).refused_by("ME-BUILD-9", code="edge_occupied")  # own route
    game.when(RED, BuildRoute("e:2,-1,se")).refused_by("ME-BUILD-9", code="edge_occupied")  # White's


def test_merchants_caravans_robber_and_foreign_posts_do_not_hinder_building() -> None:
    """ME-BUILD-10"""
    game = acting(RED, hands={RED: TWO}).given(
        *routes(RED, "e:2,0,ne"),
        *post(WHITE, "wroclaw"),
        *merchant(BLUE, "i:2,0,n"),
        *caravan(WHITE, "e:2,0,ne"),
        *robber(RED, "h:2,-1"),
    )
    game = game.when(RED, BuildRoute("e:2,-1,e")).when(RED, ChooseChain(option=0)).accepted()  # past the merchant
    game.when(RED, BuildRoute("e:3,-2,se")).accepted()  # behind White's Wrocław


def test_one_may_build_as_often_as_one_can_pay() -> None:
    """ME-BUILD-2, ME-TURN-6"""
    game = acting(RED, hands={RED: TWO}).when(RED, BuildRoute("e:2,1,ne")).when(RED, BuildRoute("e:2,1,e")).accepted()
    game.when(RED, BuildRoute("e:1,-1,ne")).refused_by("ME-TURN-6", code="cannot_pay")


def at_poznan() -> Game:
    """Blue may build the double arrow e:4,-3,se."""
    game = acting(BLUE, hands={BLUE: TWO}, cards={BLUE: ("trade_routes",)})
    return game.given(*post(BLUE, "poznan"), *routes(BLUE, "e:3,-2,ne"))


def test_a_double_arrow_gives_a_free_route_next_to_it() -> None:
    """ME-BUILD-11, ME-BUILD-12, ME-BOARD-7"""
    game = at_poznan().when(BLUE, BuildRoute("e:4,-3,se"))
    game = game.then(RouteBuilt(BLUE, "e:4,-3,se", "paid", 27, ROUTE), FreeRouteGranted(BLUE, "e:4,-3,se", 1))
    game.when(BLUE, PlaceFreeRoute("e:-1,-1,se")).refused_by("ME-BUILD-11", code="not_adjacent")  # at Blue's route
    game.when(BLUE, PlaceFreeRoute("e:3,-2,ne")).refused_by("ME-BUILD-9", code="edge_occupied")
    game.when(BLUE, PlaceFreeRoute("e:99,0,e")).refused_by("ME-BUILD-9", code="unknown_edge")
    free = game.when(BLUE, PlaceFreeRoute("e:4,-2,ne"))
    free.then_among_others(RouteBuilt(BLUE, "e:4,-2,ne", "double_arrow", 26))
    assert hand(free, BLUE) == {"ore": 1, "lumber": 1}
    declined = game.when(BLUE, DeclineFreeRoute()).accepted()
    declined.when(BLUE, PlaceFreeRoute("e:4,-2,ne")).refused_by("ME-DEC-1", code="wrong_phase")


def test_an_edge_without_an_arrow_gives_nothing() -> None:
    """ME-BUILD-11"""
    at_poznan().when(BLUE, BuildRoute("e:3,-2,e")).accepted().then_no(FreeRouteGranted, FreeRouteLapsed)


def beside_a_second_arrow(rules: int) -> Game:
    """Blue has built one double arrow and may place a free route on the next."""
    game = acting(BLUE, hands={BLUE: TWO}, arrows=("e:4,-2,ne",), rules=rules)
    game = game.given(*post(BLUE, "poznan"), *routes(BLUE, "e:3,-2,ne"))
    return game.when(BLUE, BuildRoute("e:4,-3,se")).accepted()


def test_a_free_route_that_opens_another_double_arrow_gives_one_more() -> None:
    """ME-BUILD-12, ME-RULING-24"""
    game = beside_a_second_arrow(rules=1).when(BLUE, PlaceFreeRoute("e:4,-2,ne"))
    game.then_among_others(RouteBuilt(BLUE, "e:4,-2,ne", "double_arrow", 26), FreeRouteGranted(BLUE, "e:4,-2,ne", 1))
    game.when(BLUE, PlaceFreeRoute("e:3,-2,e")).refused_by("ME-BUILD-11", code="not_adjacent", at="e:4,-2,ne")
    game.when(BLUE, DeclineFreeRoute()).accepted().then_no(FreeRouteGranted)


def test_until_version_1_a_free_route_gave_no_further_one() -> None:
    """ME-BUILD-12, ME-RULING-24"""
    game = beside_a_second_arrow(rules=0)
    game = game.when(BLUE, PlaceFreeRoute("e:4,-2,ne")).accepted().then_no(FreeRouteGranted, FreeRouteLapsed)
    game.when(BLUE, PlaceFreeRoute("e:4,-3,e")).refused_by("ME-DEC-1", code="wrong_phase")


def test_the_free_route_lapses_where_no_edge_is_free() -> None:
    """ME-RULING-24, ME-BUILD-12"""
    around = ("e:3,-2,e", "e:4,-2,ne", "e:4,-3,e")
    game = at_poznan().given(*routes(WHITE, *around)).when(BLUE, BuildRoute("e:4,-3,se"))
    game.then_among_others(RouteBuilt(BLUE, "e:4,-3,se", "paid", 27, ROUTE), FreeRouteLapsed(BLUE))
    game.when(BLUE, BuildRoute("e:-1,0,e")).accepted()


def test_the_free_route_pays_gold_like_any_other() -> None:
    """ME-BUILD-12, ME-GOLD-8"""
    game = at_poznan().when(BLUE, BuildRoute("e:4,-3,se")).accepted().then_no(SiteConnected)
    assert game.when(BLUE, PlaceFreeRoute("e:4,-2,ne")).happened(SiteConnected)  # Warszawa


def test_the_supply_holds_thirty_routes() -> None:
    """ME-PIECE-6, ME-PIECE-3"""
    game = acting(RED, hands={RED: TWO}, cards={RED: ("trade_routes",)}).given(*routes(RED, *edges_in_the_west(28)))
    assert seat_as_seen(game, RED)["routes_left"] == 1
    game = game.when(RED, BuildRoute("e:2,0,ne")).accepted()
    assert seat_as_seen(game, RED)["routes_left"] == 0
    game.when(RED, BuildRoute("e:2,0,se")).refused_by("ME-PIECE-6", code="no_routes_left")
    game.when(RED, PlayCard("d01")).refused_by("ME-CARD-7", code="no_effect")
