"""Recruiting merchants and placing caravans (ME-BUILD-1 to -8)."""

from kontor.domain.kernel.secrets import Shown
from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.rulebook.caravan import CaravanArrived, MoveCaravan, TollPaid
from kontor.domain.merchants.rulebook.cards import BuyCard, CardBought
from kontor.domain.merchants.rulebook.merchant import MoveMerchant
from kontor.domain.merchants.rulebook.recruit import CaravanPlaced, MerchantRecruited, PlaceCaravan, RecruitMerchant
from tests.domain.merchants.factories import (
    BLUE,
    RED,
    WHITE,
    acting,
    caravan,
    card_face,
    hand,
    intersection,
    merchant,
    path,
    post,
    recruit,
    routes,
)

MERCHANT = Bundle(wool=1, grain=1, lumber=1)
CARAVAN = Bundle(ore=1, lumber=1, salt=1)
PLENTY = Bundle(lumber=4, wool=4, grain=4, ore=4, salt=4)


def test_each_thing_has_its_price() -> None:
    """ME-BUILD-1, ME-BUILD-3, ME-INFO-5"""
    game = acting(RED, hands={RED: Bundle(lumber=2, wool=2, grain=1, ore=1, salt=2)})
    game = game.when(RED, BuyCard()).then(
        CardBought(RED, "d01", 24, Bundle(wool=1, salt=1), (Shown((RED,), card_face(1)),))
    )
    game = game.when(RED, RecruitMerchant("wien")).then(MerchantRecruited(RED, "m1", "wien", MERCHANT))
    game = game.when(RED, PlaceCaravan("e:2,0,e")).then(CaravanPlaced(RED, "c2", "e:2,0,e", CARAVAN))
    assert hand(game, RED) == {}


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
    game.when(RED, RecruitMerchant("praha")).refused_by("ME-BUILD-4", code="no_own_post")
    game.when(RED, RecruitMerchant("minsk")).refused_by("ME-BUILD-4", code="no_own_post")
    game.when(RED, RecruitMerchant("torino")).accepted()


def test_a_neutral_post_is_nobodys_own() -> None:
    """ME-BUILD-4"""
    acting(RED, seats=3, hands={RED: PLENTY}).when(RED, RecruitMerchant("koln")).refused_by(
        "ME-BUILD-4", code="no_own_post"
    )


def test_both_merchants_may_stand_beside_one_post_and_leave_it_at_once() -> None:
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


def test_a_caravan_starts_at_an_own_route_that_touches_an_own_post() -> None:
    """ME-BUILD-6"""
    game = acting(RED, hands={RED: PLENTY}).given(*routes(RED, "e:2,0,ne", "e:2,-1,e"))
    game.when(RED, PlaceCaravan("e:99,0,e")).refused_by("ME-BUILD-6", code="unknown_edge")
    game.when(RED, PlaceCaravan("e:2,-1,se")).refused_by("ME-BUILD-6", code="not_own_route")  # White's
    game.when(RED, PlaceCaravan("e:2,0,se")).refused_by("ME-BUILD-6", code="not_own_route")  # nobody's
    game.when(RED, PlaceCaravan("e:2,-1,e")).refused_by("ME-BUILD-6", code="no_own_post")
    game.when(RED, PlaceCaravan("e:2,0,ne")).then(CaravanPlaced(RED, "c2", "e:2,0,ne", CARAVAN))


def test_the_second_caravan_is_the_last() -> None:
    """ME-BUILD-7, ME-PIECE-8"""
    game = acting(RED, hands={RED: PLENTY}).given(*routes(RED, "e:2,0,ne"))
    game.when(RED, PlaceCaravan("e:2,0,ne", replace="c1")).refused_by("ME-BUILD-7", code="nothing_to_replace")
    both = game.given(*caravan(RED, "e:2,0,ne"))
    both.when(RED, PlaceCaravan("e:2,0,ne")).refused_by("ME-BUILD-7", code="replace_required")
    both.when(RED, PlaceCaravan("e:2,0,ne", replace="c1")).then(
        CaravanPlaced(RED, "c1", "e:2,0,ne", CARAVAN, "e:2,0,e")
    )


def test_a_third_caravan_finds_no_room_unless_one_of_the_two_is_taken_off() -> None:
    """ME-BUILD-8, ME-RULING-22"""
    game = acting(RED, hands={RED: PLENTY}).given(*caravan(BLUE, "e:2,0,e"))  # beside Red's c1
    game.when(RED, PlaceCaravan("e:2,0,e")).refused_by("ME-BUILD-8", code="caravan_space")
    both = game.given(*routes(RED, "e:2,0,ne"), *caravan(RED, "e:2,0,ne"))
    both.when(RED, PlaceCaravan("e:2,0,e", replace="c2")).refused_by("ME-BUILD-8", code="caravan_space")
    both.when(RED, PlaceCaravan("e:2,0,e", replace="c1")).accepted()


def test_a_caravan_that_is_placed_anew_counts_as_another() -> None:
    """ME-RULING-45, ME-RULING-46, ME-CARAVAN-6, ME-RULING-44"""
    game = acting(BLUE, hands={BLUE: PLENTY}).given(*routes(WHITE, "e:-1,-1,e"), *caravan(BLUE, "e:-1,0,ne"))
    paid = game.when(BLUE, MoveCaravan("c1", path("e:-1,-1,e")))
    assert paid.happened(TollPaid) == [TollPaid(BLUE, WHITE, "c1", "e:-1,-1,e", 1)]
    anew = paid.when(BLUE, PlaceCaravan("e:-1,0,ne", replace="c1")).accepted()
    again = anew.when(BLUE, MoveCaravan("c1", path("e:-1,-1,e")))
    again.then_among_others(TollPaid(BLUE, WHITE, "c1", "e:-1,-1,e", 1), CaravanArrived(BLUE, "c1", "e:-1,-1,e"))
