"""Recruiting merchants (ME-BUILD-4, -5), and buying as often as one can pay."""

from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.rulebook.card_deck import BuyCard, CardBought
from kontor.domain.merchants.rulebook.move_merchant import MoveMerchant
from kontor.domain.merchants.rulebook.recruit_merchant import MerchantRecruited, RecruitMerchant
from tests.domain.merchants.factories import (
    RED,
    acting,
    merchant,
    post,
    recruit,
)
from tests.domain.merchants.places import intersection

MERCHANT = Bundle(wool=1, grain=1, lumber=1)
CARAVAN = Bundle(ore=1, lumber=1, salt=1)
PLENTY = Bundle(lumber=4, wool=4, grain=4, ore=4, salt=4)


def test_one_may_buy_as_often_as_one_can_pay() -> None:
    """ME-BUILD-2"""
    game = acting(RED, hands={RED: Bundle(wool=3, salt=3)})
    for card in ("d01", "d02", "d03"):
        game = game.when(RED, BuyCard()).accepted()
        assert [event.card for event in game.happened(CardBought)] == [card]


def test_a_merchant_starts_at_an_own_post() -> None:
    """ME-BUILD-4"""
    game = acting(RED, hands={RED: PLENTY}).given(*post(RED, "torino"))
    game.when(RED, RecruitMerchant("atlantis")).refused_by("ME-BUILD-4", code="unknown_site")
    misspelt = game.when(RED, RecruitMerchant("Turino"))
    assert str(misspelt.refusal).startswith("There is no city site Turino on this board; did you mean torino?")
    game.when(RED, RecruitMerchant("praha")).refused_by("ME-BUILD-4", code="no_own_post")
    game.when(RED, RecruitMerchant("minsk")).refused_by("ME-BUILD-4", code="no_own_post")
    game.when(RED, RecruitMerchant("torino")).accepted()


def test_a_neutral_post_is_nobodys_own() -> None:
    """ME-BUILD-4"""
    acting(RED, seats=3, hands={RED: PLENTY}).when(RED, RecruitMerchant("koln")).refused_by(
        "ME-BUILD-4", code="no_own_post"
    )


def test_both_merchants_may_be_beside_one_post_and_leave_it_at_once() -> None:
    """ME-RULING-21, ME-RULING-44, ME-RULING-49, ME-BUILD-4"""
    game = acting(RED, hands={RED: PLENTY}).when(RED, RecruitMerchant("wien")).when(RED, RecruitMerchant("wien"))
    game = game.then(MerchantRecruited(RED, "m2", "wien", MERCHANT))
    game.when(RED, MoveMerchant("m2", "i:2,1,n")).accepted()


def test_a_merchant_of_the_supply_replaces_none() -> None:
    """ME-BUILD-5"""
    game = acting(RED, hands={RED: PLENTY}).given(*merchant(RED, "i:2,0,n"))
    game.when(RED, RecruitMerchant("wien", replace="m1")).refused_by("ME-BUILD-5", code="nothing_to_replace")
    game.when(RED, RecruitMerchant("wien")).then(MerchantRecruited(RED, "m2", "wien", MERCHANT))


def test_the_second_merchant_is_the_last() -> None:
    """ME-BUILD-5, ME-PIECE-8"""
    game = acting(RED, hands={RED: PLENTY}).given(*recruit(RED, "wien"), *merchant(RED, "i:2,0,n", "m2"))
    game.when(RED, RecruitMerchant("wien")).refused_by("ME-BUILD-5", code="replace_required")
    game.when(RED, RecruitMerchant("wien", replace="m1")).then(
        MerchantRecruited(RED, "m1", "wien", MERCHANT, intersection("wien"))
    )
