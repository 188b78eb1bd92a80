"""Worked examples of routes and the gold for connections (rules page 20.4)."""

from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.rulebook.build_route import (
    BuildRoute,
    DeclineFreeRoute,
    FreeRouteDeclined,
    FreeRouteGranted,
    FreeRouteLapsed,
    PlaceFreeRoute,
    RouteBuilt,
)
from kontor.domain.merchants.rulebook.gold import ChainChoiceDemanded, ChooseChain, PaidChain, Payment, SiteConnected
from kontor.domain.merchants.rulebook.turn import EndTurn
from tests.domain.merchants.factories import BLUE, RED, WHITE, acting, post, routes
from tests.domain.merchants.places import edges_in_the_west

ROUTE = Bundle(ore=1, lumber=1)
TO_PRAHA = ("e:2,-1,e", "e:2,-1,se")  # from Wrocław
TO_BUDAPEST = ("e:2,-1,e", "e:2,0,ne")


def test_a_network_continues_behind_a_foreign_post() -> None:
    """ME-EX-28: ME-BUILD-9, ME-BUILD-10"""
    game = acting(BLUE, hands={BLUE: ROUTE}).given(*routes(BLUE, "e:-1,-1,se"))
    game.when(BLUE, BuildRoute("e:-2,0,ne")).then(RouteBuilt(BLUE, "e:-2,0,ne", "paid", 27, ROUTE))
    game.when(BLUE, BuildRoute("e:-3,1,ne")).refused_by("ME-BUILD-9", code="not_adjacent")
    game.when(BLUE, BuildRoute("e:0,-2,ne")).refused_by("ME-BUILD-9", code="not_adjacent")  # at Orange's route only


def test_an_edge_holds_one_route() -> None:
    """ME-EX-29: ME-BUILD-9"""
    game = acting(RED, hands={RED: ROUTE}).given(*routes(RED, "e:2,0,ne"))
    game.when(RED, BuildRoute("e:2,-1,se")).refused_by("ME-BUILD-9", code="edge_occupied")


def test_the_active_player_chooses_among_shortest_chains_that_pay_differently() -> None:
    """ME-EX-30: ME-GOLD-4, ME-RULING-25"""
    to_praha = PaidChain(TO_PRAHA, (Payment(BLUE, 1), Payment(WHITE, 1)))
    to_budapest = PaidChain(TO_BUDAPEST, (Payment(RED, 1), Payment(BLUE, 1)))
    game = (
        acting(BLUE, hands={BLUE: ROUTE})
        .given(*routes(RED, "e:2,0,ne"), *post(BLUE, "wroclaw"))
        .when(BLUE, BuildRoute("e:2,-1,e"))
        .then(
            RouteBuilt(BLUE, "e:2,-1,e", "paid", 28, ROUTE),
            ChainChoiceDemanded(("wroclaw",), (to_praha, to_budapest)),
        )
    )
    game = game.when(BLUE, EndTurn()).refused_by("ME-DEC-3", code="wrong_phase")
    game.when(BLUE, ChooseChain(chain=TO_BUDAPEST)).then(SiteConnected(("wroclaw",), TO_BUDAPEST, to_budapest.payments))
    game.when(BLUE, ChooseChain(option=0)).then(SiteConnected(("wroclaw",), TO_PRAHA, to_praha.payments))


def test_no_seat_is_asked_about_chains_that_pay_alike() -> None:
    """ME-EX-31: ME-RULING-25"""
    (
        acting(BLUE, hands={BLUE: ROUTE})
        .given(*routes(WHITE, "e:2,0,ne"), *post(BLUE, "wroclaw"))
        .when(BLUE, BuildRoute("e:2,-1,e"))
        .then(
            RouteBuilt(BLUE, "e:2,-1,e", "paid", 28, ROUTE),
            SiteConnected(("wroclaw",), TO_PRAHA, (Payment(BLUE, 1), Payment(WHITE, 1))),
        )
        .when(BLUE, EndTurn())
        .accepted()
    )


def test_joining_two_networks_pays_nothing() -> None:
    """ME-EX-32: ME-GOLD-7"""
    (
        acting(BLUE, hands={BLUE: ROUTE})
        .given(*routes(RED, "e:2,0,ne"))  # Budapest - Praha
        .given(*routes(BLUE, "e:-1,-1,se"))  # Bern - Paris
        .given(*routes(WHITE, "e:1,0,ne", "e:1,-1,se"), *routes(BLUE, "e:0,-1,se", left=28))
        .when(BLUE, BuildRoute("e:0,0,ne"))
        .then(RouteBuilt(BLUE, "e:0,0,ne", "paid", 26, ROUTE))
    )


def test_a_site_without_a_post_counts() -> None:
    """ME-EX-33: ME-GOLD-1"""
    (
        acting(RED, hands={RED: ROUTE})
        .given(*routes(WHITE, "e:2,-1,e"))  # Praha - Wrocław
        .when(RED, BuildRoute("e:2,0,ne"))
        .then(
            RouteBuilt(RED, "e:2,0,ne", "paid", 28, ROUTE),
            SiteConnected(("budapest",), ("e:2,0,ne", "e:2,-1,e"), (Payment(RED, 1), Payment(WHITE, 1))),
        )
    )


def test_the_free_route_is_declined_or_placed_at_either_end() -> None:
    """ME-EX-34: ME-BUILD-11, ME-RULING-24"""
    game = (
        acting(BLUE, hands={BLUE: ROUTE})
        .given(*post(BLUE, "poznan"), *routes(BLUE, "e:3,-2,ne"))
        .when(BLUE, BuildRoute("e:4,-3,se"))
        .then_among_others(FreeRouteGranted(BLUE, "e:4,-3,se", 1))
    )
    game.when(BLUE, DeclineFreeRoute()).then(FreeRouteDeclined(BLUE))
    game.when(BLUE, PlaceFreeRoute("e:3,-2,e")).then(RouteBuilt(BLUE, "e:3,-2,e", "double_arrow", 26))
    game.when(BLUE, PlaceFreeRoute("e:-1,0,e")).refused_by("ME-BUILD-11", code="not_adjacent")  # at Blue's Bern


def test_the_last_route_brings_no_free_one() -> None:
    """ME-EX-35: ME-PIECE-6"""
    game = acting(RED, hands={RED: Bundle(ore=2, lumber=2)}).given(
        *post(RED, "poznan"), *routes(RED, "e:3,-2,ne", *edges_in_the_west(27))
    )
    game = game.when(RED, BuildRoute("e:4,-3,se")).then(
        RouteBuilt(RED, "e:4,-3,se", "paid", 0, ROUTE), FreeRouteLapsed(RED)
    )
    game.when(RED, BuildRoute("e:4,-3,e")).refused_by("ME-PIECE-6", code="no_routes_left")
