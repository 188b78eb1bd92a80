"""Prices (ME-BUILD-1, ME-TURN-6)."""

import pytest

from kontor.domain.kernel.secrets import Shown
from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.rulebook.build_route import BuildRoute
from kontor.domain.merchants.rulebook.card_deck import BuyCard, CardBought
from kontor.domain.merchants.rulebook.catalogue import Command
from kontor.domain.merchants.rulebook.move_caravan import MoveCaravan
from kontor.domain.merchants.rulebook.move_merchant import MoveMerchant
from kontor.domain.merchants.rulebook.place_caravan import CaravanPlaced, PlaceCaravan
from kontor.domain.merchants.rulebook.recruit_merchant import MerchantRecruited, RecruitMerchant
from tests.domain.merchants.factories import RED, acting, card_face, path, recruit, routes
from tests.domain.merchants.seen import hand


def test_each_thing_has_its_price() -> None:
    """ME-BUILD-1, ME-BUILD-3, ME-INFO-5"""
    game = acting(RED, hands={RED: Bundle(lumber=2, wool=2, grain=1, ore=1, salt=2)})
    game = game.when(RED, BuyCard()).then(
        CardBought(RED, "d01", 24, Bundle(wool=1, salt=1), (Shown((RED,), card_face(1)),))
    )
    game = game.when(RED, RecruitMerchant("wien")).then(
        MerchantRecruited(RED, "m1", "wien", Bundle(wool=1, grain=1, lumber=1))
    )
    game = game.when(RED, PlaceCaravan("e:2,0,e")).then(
        CaravanPlaced(RED, "c2", "e:2,0,e", Bundle(ore=1, lumber=1, salt=1))
    )
    assert hand(game, RED) == {}


@pytest.mark.parametrize(
    ("command", "almost"),
    [
        (BuyCard(), Bundle(wool=1, lumber=9, grain=3, ore=2)),
        (RecruitMerchant("wien"), Bundle(wool=1, grain=1, ore=9, salt=9)),
        (PlaceCaravan("e:2,0,e"), Bundle(ore=1, salt=1, wool=9, grain=9)),
        (BuildRoute("e:2,0,ne"), Bundle(ore=1, wool=9, grain=9, salt=9)),
        (MoveMerchant("m1", "i:2,0,n"), Bundle(lumber=9, wool=9, ore=9, salt=9)),
        (MoveCaravan("c1", path("e:2,0,se")), Bundle(lumber=9, wool=9, grain=9, ore=9)),
    ],
)
def test_a_seat_that_cannot_pay_in_full_cannot_act(command: Command, almost: Bundle) -> None:
    """ME-TURN-6, ME-BUILD-1, ME-MERCHANT-1, ME-CARAVAN-2"""
    game = acting(RED, hands={RED: almost}, gold={RED: 50}).given(*routes(RED, "e:2,0,se"), *recruit(RED, "wien"))
    game.when(RED, command).refused_by("ME-TURN-6", code="cannot_pay")
