"""Founding trading posts and the coins of the coast (ME-POST)."""

import pytest

from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.rulebook.chips import ChipDemanded
from kontor.domain.merchants.rulebook.move_merchant import MerchantMoved, MoveMerchant
from kontor.domain.merchants.rulebook.posts import CoastGoldTaken, PostFounded
from kontor.domain.merchants.rulebook.recruit_merchant import MerchantRecruited, RecruitMerchant
from tests.domain.merchants.factories import BLUE, ORANGE, RED, acting, merchant, post
from tests.domain.merchants.seen import gold, seat_as_seen


def test_a_merchant_becomes_a_post_and_returns_to_the_supply() -> None:
    """ME-POST-1, ME-POST-2, ME-PIECE-7, ME-PIECE-8"""
    game = acting(RED, hands={RED: Bundle(grain=2, wool=1, lumber=1)}).given(*merchant(RED, "i:2,0,n"))
    game = game.when(RED, MoveMerchant("m1", "wroclaw"))
    game.then_among_others(PostFounded(RED, "wroclaw", "m1", 3, 2))
    posts = game.view()["posts"]
    assert isinstance(posts, list)
    assert {"site": "wroclaw", "seat": RED} in posts
    assert seat_as_seen(game, RED)["merchants"] == [{"merchant": m, "at": None} for m in ("m1", "m2")]
    again = game.when(RED, RecruitMerchant("wroclaw"))
    again.then(MerchantRecruited(RED, "m1", "wroclaw", Bundle(wool=1, grain=1, lumber=1)))


def test_a_founding_frees_the_commodity_under_the_post() -> None:
    """ME-POST-4, ME-PIECE-9"""
    game = acting(RED, hands={RED: Bundle(grain=1)}).given(*merchant(RED, "i:2,0,n"))
    before, after = seat_as_seen(game, RED), seat_as_seen(game.when(RED, MoveMerchant("m1", "wroclaw")), RED)
    assert (before["warehouse_posts"], before["free_commodities"], before["to_deliver"]) == (4, 1, 5)
    assert (after["warehouse_posts"], after["free_commodities"], after["to_deliver"]) == (3, 2, 5)


@pytest.mark.parametrize("site", ["wroclaw", "warszawa"])
def test_violet_and_brown_sites_are_founded_alike(site: str) -> None:
    """ME-POST-1, ME-BOARD-3"""
    game = acting(RED, hands={RED: Bundle(grain=2)}).given(*merchant(RED, "i:3,-1,n"))
    assert game.when(RED, MoveMerchant("m1", site)).happened(PostFounded) == [PostFounded(RED, site, "m1", 3, 2)]


def test_a_seat_without_posts_left_may_still_recruit_and_move() -> None:
    """ME-POST-5, ME-RULING-29"""
    game = acting(ORANGE, hands={ORANGE: Bundle(grain=3, wool=1, lumber=1)})
    game = game.given(*post(ORANGE, "amsterdam", "kobenhavn", "warszawa", "kyiv"))
    game = game.when(ORANGE, RecruitMerchant("paris")).accepted()
    game.when(ORANGE, MoveMerchant("m1", "torino")).refused_by("ME-POST-5", code="no_post_left")
    game.when(ORANGE, MoveMerchant("m1", "i:-2,1,n")).accepted()


@pytest.mark.parametrize(
    ("beside", "site", "coins"), [("i:1,-3,s", "amsterdam", 1), ("i:0,3,n", "roma", 2), ("i:2,4,s", "athina", 3)]
)
def test_the_coast_pays_the_builder_as_many_gold_as_it_shows(beside: str, site: str, coins: int) -> None:
    """ME-POST-6, ME-POST-7, ME-RULING-30, ME-BOARD-7"""
    game = acting(BLUE, hands={BLUE: Bundle(grain=1)}, gold={BLUE: 1}).given(*merchant(BLUE, beside))
    game = game.when(BLUE, MoveMerchant("m1", site))
    assert [type(event) for event in game.events] == [MerchantMoved, PostFounded, CoastGoldTaken, ChipDemanded]
    assert game.happened(CoastGoldTaken) == [CoastGoldTaken(BLUE, site, coins)]
    assert gold(game, BLUE) == 1 + coins


def test_a_site_without_coins_pays_nothing() -> None:
    """ME-POST-6"""
    game = acting(RED, hands={RED: Bundle(grain=1)}, gold={RED: 0}).given(*merchant(RED, "i:2,0,n"))
    game = game.when(RED, MoveMerchant("m1", "wroclaw")).accepted().then_no(CoastGoldTaken)
    assert gold(game, RED) == 0
