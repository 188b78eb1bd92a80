"""Worked examples of merchants, posts and chips (rules page 20.5)."""

from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.rulebook.chips import ChipDemanded, ChipMoved, ChipPlaced, PlaceChip
from kontor.domain.merchants.rulebook.move_merchant import MerchantMoved, MoveMerchant
from kontor.domain.merchants.rulebook.posts import CoastGoldTaken, PostFounded
from kontor.domain.merchants.rulebook.production import CompensationPaid, Grant, ResourcesProduced, RollDice
from kontor.domain.merchants.rulebook.recruit_merchant import MerchantRecruited, RecruitMerchant
from kontor.domain.merchants.rulebook.turn import TurnEnded, TurnStarted
from tests.domain.merchants.factories import (
    BLUE,
    ORANGE,
    RED,
    WHITE,
    Game,
    acting,
    chip,
    dice,
    face_of,
    merchant,
    post,
    recruit,
)
from tests.domain.merchants.places import intersection

GRAIN = Bundle(grain=1)


def test_a_third_recruit_takes_a_merchant_off_the_board() -> None:
    """ME-EX-36: ME-BUILD-5"""
    cost = Bundle(wool=1, grain=1, lumber=1)
    game = acting(WHITE, hands={WHITE: cost}).given(
        *merchant(WHITE, "i:3,-1,n", "m1"), *merchant(WHITE, "i:2,0,n", "m2")
    )
    game.when(WHITE, RecruitMerchant("berlin")).refused_by("ME-BUILD-5", code="replace_required")
    game.when(WHITE, RecruitMerchant("berlin", replace="m1")).then(
        MerchantRecruited(WHITE, "m1", "berlin", cost, replaced_from="i:3,-1,n")
    )


def test_a_move_passes_over_merchants_and_posts_but_does_not_end_there() -> None:
    """ME-EX-37: ME-MERCHANT-2, ME-MERCHANT-3"""
    game = acting(RED, hands={RED: GRAIN}).given(*recruit(RED, "budapest"), *merchant(WHITE, "i:2,0,n"))
    game.when(RED, MoveMerchant("m1", "i:2,0,n")).refused_by("ME-MERCHANT-2", code="intersection_occupied")
    game.when(RED, MoveMerchant("m1", "praha")).refused_by("ME-MERCHANT-2", code="intersection_occupied")
    game.when(RED, MoveMerchant("m1", "wroclaw")).then(
        MerchantMoved(RED, "m1", intersection("budapest"), intersection("wroclaw"), 2, 1, GRAIN),
        PostFounded(RED, "wroclaw", "m1", 3, 2),
    )


def test_founding_is_not_optional() -> None:
    """ME-EX-38: ME-POST-1, ME-POST-3"""
    game = acting(RED, hands={RED: GRAIN}).given(*merchant(RED, "i:2,0,n"))
    game.when(RED, MoveMerchant("m1", "wroclaw")).then(
        MerchantMoved(RED, "m1", "i:2,0,n", intersection("wroclaw"), 1, 1, GRAIN),
        PostFounded(RED, "wroclaw", "m1", 3, 2),
    )
    game.when(RED, MoveMerchant("m1", "i:3,-1,n")).then(MerchantMoved(RED, "m1", "i:2,0,n", "i:3,-1,n", 2, 1, GRAIN))


def test_without_a_post_in_the_warehouse_no_move_ends_on_a_city_site() -> None:
    """ME-EX-39: ME-POST-5"""
    game = (
        acting(ORANGE, hands={ORANGE: GRAIN})
        .given(*post(ORANGE, "amsterdam", "kobenhavn", "warszawa", "kyiv"))
        .given(*recruit(ORANGE, "paris"))
    )
    game.when(ORANGE, MoveMerchant("m1", "torino")).refused_by("ME-POST-5", code="no_post_left")
    game.when(ORANGE, MoveMerchant("m1", "i:-1,1,n")).accepted()


def athina() -> Game:
    """Given and when of ME-EX-40."""
    return (
        acting(BLUE, hands={BLUE: GRAIN})
        .given(*merchant(BLUE, "i:2,3,s"))
        .when(BLUE, MoveMerchant("m1", "athina"))
        .accepted()
    )


def test_athina_pays_three_coins_and_then_wants_a_chip() -> None:
    """ME-EX-40: ME-POST-6, ME-POST-7"""
    game = athina().then(
        MerchantMoved(BLUE, "m1", "i:2,3,s", intersection("athina"), 1, 1, GRAIN),
        PostFounded(BLUE, "athina", "m1", 3, 2),
        CoastGoldTaken(BLUE, "athina", 3),
        ChipDemanded(BLUE, "athina", ("h:1,4", "h:1,5")),
    )
    game.when(BLUE, PlaceChip("h:1,4", "wool-1")).then(ChipPlaced(BLUE, "wool-1", 3, "h:1,4", (face_of("wool-1"),)))
    game.when(BLUE, PlaceChip("h:1,5", "salt-2")).then(ChipPlaced(BLUE, "salt-2", 11, "h:1,5", (face_of("salt-2"),)))


def test_a_face_down_chip_comes_before_one_on_the_board() -> None:
    """ME-EX-41: ME-CHIP-3"""
    game = athina()
    game.when(BLUE, PlaceChip("h:1,5", "salt-0")).refused_by("ME-CHIP-3", code="hidden_chip_first")
    assert game.lists(BLUE, PlaceChip("h:1,5", "salt-1"))
    assert game.lists(BLUE, PlaceChip("h:1,5", "salt-2"))


def test_torino_has_no_hex_without_a_number() -> None:
    """ME-EX-42: ME-CHIP-7"""
    game = acting(RED, hands={RED: GRAIN}).given(*merchant(RED, "i:-1,1,n"))
    game.when(RED, MoveMerchant("m1", "torino")).then(
        MerchantMoved(RED, "m1", "i:-1,1,n", intersection("torino"), 1, 1, GRAIN),
        PostFounded(RED, "torino", "m1", 3, 2),
    )


def test_an_income_dries_up_where_the_chip_was_taken() -> None:
    """ME-EX-43: ME-CHIP-4, ME-PROD-1"""
    after_example_8 = (
        acting(RED, hands={RED: GRAIN})
        .given(*recruit(RED, "budapest"))
        .given(*chip(BLUE, "ore-1", 3, "h:0,2"), *chip(BLUE, "ore-2", 4, "h:3,2"))
        .when(RED, MoveMerchant("m1", "beograd"))
        .when(RED, PlaceChip("h:2,2", "ore-0"))
        .then(ChipMoved(RED, "ore-0", 9, "h:0,0", "h:2,2"))
    )
    (
        after_example_8.given(TurnEnded(RED), TurnStarted(BLUE, 6))
        .when(BLUE, RollDice(), luck=dice(4, 5))
        .then_among_others(
            ResourcesProduced(
                (Grant(RED, Bundle(ore=1)), Grant(WHITE, Bundle(lumber=1)), Grant(ORANGE, Bundle(salt=1))), ()
            ),
            CompensationPaid((BLUE,)),
        )
    )
