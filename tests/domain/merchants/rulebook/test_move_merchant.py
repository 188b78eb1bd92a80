"""Moving merchants (ME-MERCHANT)."""

import pytest

from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.rulebook.move_merchant import MerchantMoved, MoveMerchant
from kontor.domain.merchants.rulebook.posts import PostFounded
from tests.domain.merchants.factories import BLUE, RED, WHITE, acting, caravan, merchant, post, recruit, routes
from tests.domain.merchants.places import intersection
from tests.domain.merchants.seen import hand


@pytest.mark.parametrize(
    ("to", "steps", "grain"),
    [("i:2,1,n", 1, 1), ("i:1,1,n", 1, 1), ("i:3,0,s", 2, 1), ("i:2,0,n", 3, 1), ("i:3,0,n", 3, 1), ("i:3,-1,n", 5, 2)],
)
def test_the_shortest_way_sets_the_price(to: str, steps: int, grain: int) -> None:
    """ME-MERCHANT-1, ME-MERCHANT-4, ME-MERCHANT-7, ME-RULING-28"""
    game = acting(RED, hands={RED: Bundle(grain=4)}).given(*recruit(RED, "wien"))
    game = game.when(RED, MoveMerchant("m1", to))
    game.then(MerchantMoved(RED, "m1", intersection("wien"), to, steps, grain, Bundle(grain=grain)))
    assert hand(game, RED) == {"grain": 4 - grain}


def test_a_move_needs_a_merchant_on_the_board_and_a_place() -> None:
    """ME-MERCHANT-1"""
    game = acting(RED, hands={RED: Bundle(grain=4)}).given(*recruit(RED, "wien"))
    game.when(RED, MoveMerchant("m2", "i:2,1,n")).refused_by("ME-MERCHANT-1", code="unknown_piece")
    game.when(RED, MoveMerchant("m1", "i:99,0,n")).refused_by("ME-MERCHANT-1", code="unknown_intersection")
    game.when(RED, MoveMerchant("m1", "atlantis")).refused_by("ME-MERCHANT-1", code="unknown_intersection")


def test_a_move_leads_to_another_intersection() -> None:
    """ME-MERCHANT-7, ME-RULING-28"""
    game = acting(RED, hands={RED: Bundle(grain=4)}).given(*merchant(RED, "i:2,1,n"))
    game.when(RED, MoveMerchant("m1", "i:2,1,n")).refused_by("ME-MERCHANT-7", code="same_place")


def test_a_move_does_not_end_with_another_merchant_or_on_a_post() -> None:
    """ME-MERCHANT-2, ME-RULING-49"""
    game = acting(RED, hands={RED: Bundle(grain=4)}).given(*recruit(RED, "budapest"), *merchant(RED, "i:2,0,n", "m2"))
    game.when(RED, MoveMerchant("m1", "i:2,0,n")).refused_by("ME-MERCHANT-2", code="intersection_occupied")  # own
    game.when(RED, MoveMerchant("m1", "wien")).refused_by("ME-MERCHANT-2", code="intersection_occupied")  # own
    game.when(RED, MoveMerchant("m1", "praha")).refused_by("ME-MERCHANT-2", code="intersection_occupied")


def test_a_move_does_not_end_on_a_neutral_post() -> None:
    """ME-MERCHANT-2"""
    game = acting(RED, seats=3, hands={RED: Bundle(grain=4)}).given(*recruit(RED, "budapest"))
    game.when(RED, MoveMerchant("m1", "krakow")).refused_by("ME-MERCHANT-2", code="intersection_occupied")


def test_nothing_blocks_the_way() -> None:
    """ME-MERCHANT-3, ME-RULING-27, ME-RULING-48"""
    game = acting(RED, hands={RED: Bundle(grain=1)}).given(
        *recruit(RED, "budapest"),
        *merchant(BLUE, "i:2,0,n"),
        *post(WHITE, "wroclaw"),
        *routes(BLUE, "e:2,0,ne", "e:3,-2,se"),
        *caravan(BLUE, "e:2,0,ne"),
    )
    game.when(RED, MoveMerchant("m1", "i:3,-1,n")).then(  # past a merchant, routes, a caravan and a post
        MerchantMoved(RED, "m1", intersection("budapest"), "i:3,-1,n", 3, 1, Bundle(grain=1))
    )


def test_a_free_site_may_be_passed() -> None:
    """ME-MERCHANT-3, ME-POST-3"""
    game = acting(RED, hands={RED: Bundle(grain=1)}).given(*merchant(RED, "i:2,0,n"))
    game.when(RED, MoveMerchant("m1", "i:3,-1,n")).accepted().then_no(PostFounded)  # over Wrocław


def test_a_merchant_may_move_several_times_if_each_move_is_paid() -> None:
    """ME-MERCHANT-6, ME-MERCHANT-4, ME-MERCHANT-5"""
    game = acting(RED, hands={RED: Bundle(grain=2)}).given(*recruit(RED, "wien"))
    game = game.when(RED, MoveMerchant("m1", "i:2,1,n")).when(RED, MoveMerchant("m1", "i:3,0,s")).accepted()
    assert hand(game, RED) == {}  # two moves of one step: what is not used lapses
    game.when(RED, MoveMerchant("m1", "i:2,1,n")).refused_by("ME-TURN-6", code="cannot_pay")


def test_merchants_use_the_edges_at_sea() -> None:
    """ME-MERCHANT-8, ME-BOARD-2, ME-RULING-2"""
    game = acting(RED, hands={RED: Bundle(grain=1)}).given(*merchant(RED, "i:2,5,n"))
    game.when(RED, MoveMerchant("m1", "i:2,4,s")).then(  # the Aegean: there is no land on either side
        MerchantMoved(RED, "m1", "i:2,5,n", "i:2,4,s", 1, 1, Bundle(grain=1))
    )


def test_a_site_is_named_by_its_slug_or_its_intersection() -> None:
    """ME-MERCHANT-1"""
    game = acting(RED, hands={RED: Bundle(grain=1)}).given(*merchant(RED, "i:2,0,n"))
    for name in ("wroclaw", intersection("wroclaw")):
        assert game.when(RED, MoveMerchant("m1", name)).happened(PostFounded)
