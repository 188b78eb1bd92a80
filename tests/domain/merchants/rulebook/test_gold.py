"""Gold for first connections (ME-GOLD)."""

from typing import Any, cast

import pytest

from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.rulebook.build_route import BuildRoute, FreeRouteGranted, PlaceFreeRoute
from kontor.domain.merchants.rulebook.gold import ChainChoiceDemanded, ChooseChain, Payment, SiteConnected
from tests.domain.merchants.factories import BLUE, RED, WHITE, Game, acting, post, routes
from tests.domain.merchants.seen import gold

PLENTY = Bundle(ore=6, lumber=6)


def test_a_site_is_isolated_until_any_chain_joins_it_to_another() -> None:
    """ME-GOLD-1, ME-GOLD-2, ME-GOLD-3"""
    game = acting(RED, hands={RED: PLENTY})
    halfway = game.when(RED, BuildRoute("e:2,0,ne"))  # Budapest meets White's route from Praha
    halfway.then_among_others(
        SiteConnected(("budapest", "praha"), ("e:2,0,ne", "e:2,-1,se"), (Payment(RED, 1), Payment(WHITE, 1)))
    )
    nowhere = game.when(RED, BuildRoute("e:2,1,ne"))
    nowhere.accepted().then_no(SiteConnected, ChainChoiceDemanded)


def test_all_owners_of_the_chain_are_paid_by_the_bank() -> None:
    """ME-GOLD-3"""
    game = acting(RED, hands={RED: PLENTY}, gold={RED: 0, WHITE: 0}).when(RED, BuildRoute("e:2,0,ne")).accepted()
    assert (gold(game, RED), gold(game, BLUE), gold(game, WHITE)) == (1, 3, 1)


def test_only_the_shortest_chain_is_paid() -> None:
    """ME-GOLD-2, ME-GOLD-5"""
    game = acting(RED, hands={RED: PLENTY}).given(*routes(RED, "e:2,0,se"))  # Budapest - Wien, 2 routes
    joined = game.when(RED, BuildRoute("e:2,0,ne"))  # Praha: 2 to Budapest, 4 to Wien
    assert joined.happened(SiteConnected) == [
        SiteConnected(("praha",), ("e:2,-1,se", "e:2,0,ne"), (Payment(RED, 1), Payment(WHITE, 1)))
    ]


def test_two_sites_at_the_ends_of_one_chain_are_paid_once() -> None:
    """ME-GOLD-6, ME-RULING-26"""
    game = acting(RED, hands={RED: PLENTY}, gold={RED: 0}).when(RED, BuildRoute("e:2,0,se"))
    assert game.happened(SiteConnected) == [
        SiteConnected(("budapest", "wien"), ("e:2,0,e", "e:2,0,se"), (Payment(RED, 2),))
    ]
    assert gold(game, RED) == 2


def test_no_site_is_paid_twice() -> None:
    """ME-GOLD-7"""
    game = acting(RED, hands={RED: PLENTY}).when(RED, BuildRoute("e:2,0,se")).accepted()  # Budapest - Wien
    ring = game.given(*routes(WHITE, "e:1,0,e"))  # Praha - i:1,1,n, joined with nothing
    third = ring.when(RED, BuildRoute("e:1,1,ne"))  # Wien meets it: Praha alone is new
    (paid,) = third.happened(SiteConnected)
    assert paid.sites == ("praha",)
    closed = third.when(RED, BuildRoute("e:2,0,ne"))  # the ring around h:2,0 is closed
    closed.accepted().then_no(SiteConnected, ChainChoiceDemanded)


def test_each_route_is_judged_by_itself() -> None:
    """ME-GOLD-8, ME-RULING-26"""
    game = acting(BLUE, hands={BLUE: PLENTY}).given(
        *post(BLUE, "poznan", "warszawa"), *routes(BLUE, "e:3,-2,ne", "e:4,-2,ne")
    )
    first = game.when(BLUE, BuildRoute("e:4,-3,se"))
    assert [event.sites for event in first.happened(SiteConnected)] == [("poznan", "warszawa")]
    second = first.when(BLUE, PlaceFreeRoute("e:4,-3,e"))
    assert [(event.sites, event.chain) for event in second.happened(SiteConnected)] == [
        (("kaliningrad",), ("e:4,-3,e", "e:4,-2,ne"))
    ]


def torn() -> Game:
    """Blue has joined Wrocław to Praha (White's way) and Budapest (Red's way) with one route."""
    game = acting(BLUE, hands={BLUE: PLENTY}).given(*routes(RED, "e:2,0,ne"), *post(BLUE, "wroclaw"))
    return game.when(BLUE, BuildRoute("e:2,-1,e")).accepted()


@pytest.mark.parametrize(
    "choice",
    [
        ChooseChain(),
        ChooseChain(option=2),
        ChooseChain(chain=("e:2,-1,e",)),
        ChooseChain(chain=("e:2,-1,se", "e:2,-1,e")),
        ChooseChain(chain=("e:2,-1,e", "e:2,-1,se"), option=1),
    ],
)
def test_a_chain_is_chosen_from_the_list(choice: ChooseChain) -> None:
    """ME-GOLD-4"""
    torn().when(BLUE, choice).refused_by("ME-GOLD-4", code="not_offered")


def test_the_active_player_chooses_whom_the_chain_pays() -> None:
    """ME-GOLD-4, ME-RULING-25"""
    game = torn()
    assert game.ruleset.awaiting(game.state) == (BLUE,)
    choice = cast("dict[str, Any]", game.view()["chain_choice"])  # everybody sees what is to be chosen
    assert [option["chain"] for option in choice["options"]] == [["e:2,-1,e", "e:2,-1,se"], ["e:2,-1,e", "e:2,0,ne"]]
    game.when(RED, ChooseChain(option=0)).not_asked()
    reds = game.when(BLUE, ChooseChain(chain=("e:2,-1,e", "e:2,0,ne"), option=1))
    assert (gold(reds, RED), gold(reds, BLUE), gold(reds, WHITE)) == (4, 4, 3)
    whites = game.when(BLUE, ChooseChain(option=0))
    assert (gold(whites, RED), gold(whites, BLUE), gold(whites, WHITE)) == (3, 4, 4)


def test_the_double_arrow_waits_for_the_chain() -> None:
    """ME-GOLD-4, ME-BUILD-11"""
    game = acting(BLUE, hands={BLUE: PLENTY}, arrows=("e:2,-1,e",)).given(
        *routes(RED, "e:2,0,ne"), *post(BLUE, "wroclaw")
    )
    game = game.when(BLUE, BuildRoute("e:2,-1,e")).accepted().then_no(FreeRouteGranted)
    game = game.when(BLUE, ChooseChain(option=0)).then_among_others(FreeRouteGranted(BLUE, "e:2,-1,e", 1))
    game.when(BLUE, PlaceFreeRoute("e:3,-2,se")).accepted()
