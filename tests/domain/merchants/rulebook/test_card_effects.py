"""What each kind of development card does (ME-CARD-8 to -15)."""

from dataclasses import replace

import pytest

from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.rulebook.bank import BuyResource
from kontor.domain.merchants.rulebook.build_route import (
    DeclineFreeRoute,
    FreeRouteGranted,
    FreeRouteLapsed,
    PlaceFreeRoute,
    RouteBuilt,
)
from kontor.domain.merchants.rulebook.card_play import CardPlayed, CardTaken, PlayCard, TollsWaived, TreasureTaken
from kontor.domain.merchants.rulebook.chips import ChipDemanded, ChipPlaced, PlaceChip
from kontor.domain.merchants.rulebook.deliver import CommodityDelivered
from kontor.domain.merchants.rulebook.gold import ChainChoiceDemanded, ChooseChain, SiteConnected
from kontor.domain.merchants.rulebook.move_caravan import CaravanArrived, CaravanDeparted, MoveCaravan, TollPaid
from kontor.domain.merchants.rulebook.move_merchant import MerchantMoved, MoveMerchant
from kontor.domain.merchants.rulebook.posts import PostFounded
from kontor.domain.merchants.rulebook.production import RollDice
from kontor.domain.merchants.rulebook.robber import CardStolen, DiscardDemanded, MoveRobber, RobberMoved, Steal
from kontor.domain.merchants.rulebook.turn import EndTurn
from tests.domain.merchants.factories import (
    BLUE,
    ORANGE,
    RED,
    WHITE,
    acting,
    card_face,
    path,
    post,
    recruit,
    routes,
    to,
    to_roll,
)
from tests.domain.merchants.places import edges_in_the_west, intersection
from tests.domain.merchants.seen import gold, hand, seat_as_seen

NEARLY_ALL = Bundle(lumber=19, wool=19, grain=19, ore=19, salt=18)
NOTHING = {BLUE: Bundle(), WHITE: Bundle(), ORANGE: Bundle()}


# ---------------------------------------------------------------- the kinds


def test_a_lancer_moves_the_robber_and_steals_and_no_seat_discards() -> None:
    """ME-CARD-8, ME-ROBBER-4, ME-ROBBER-5"""
    game = acting(RED, cards={RED: ("lancer",)}, hands={BLUE: Bundle(wool=9)})
    game = game.when(RED, PlayCard("d01")).accepted().then_no(DiscardDemanded)
    game.when(RED, MoveRobber("h:7,-3")).refused_by("ME-ROBBER-4", code="same_hex")
    game = game.when(RED, MoveRobber("h:0,0")).then(RobberMoved(RED, "h:7,-3", "h:0,0", "lancer"))
    game = game.when(RED, Steal(BLUE))
    assert game.happened(CardStolen)
    assert seat_as_seen(game, BLUE)["hand_size"] == 8
    game.when(RED, EndTurn()).accepted()


def test_the_second_route_of_the_card_may_be_anywhere_or_be_declined() -> None:
    """ME-CARD-9"""
    game = acting(BLUE, cards={BLUE: ("trade_routes",)}, hands={BLUE: Bundle()}).when(BLUE, PlayCard("d01"))
    game = game.then_among_others(FreeRouteGranted(BLUE, None, 2))
    game.when(BLUE, DeclineFreeRoute()).refused_by("ME-CARD-9", code="must_place")
    game.when(BLUE, PlaceFreeRoute("e:2,0,ne")).refused_by("ME-BUILD-9", code="not_adjacent")
    game = game.when(BLUE, PlaceFreeRoute("e:-3,2,e"))  # at Lyon
    game = game.then(RouteBuilt(BLUE, "e:-3,2,e", "card", 28), FreeRouteGranted(BLUE, None, 1))
    game.when(BLUE, PlaceFreeRoute("e:0,0,e")).then(RouteBuilt(BLUE, "e:0,0,e", "card", 27))  # at Venezia
    game.when(BLUE, DeclineFreeRoute()).accepted().when(BLUE, EndTurn()).accepted()


def test_the_chain_of_the_first_route_is_chosen_before_the_second_is_placed() -> None:
    """ME-CARD-9, ME-GOLD-4"""
    game = acting(BLUE, cards={BLUE: ("trade_routes",)}).given(*routes(RED, "e:2,0,ne"), *post(BLUE, "wroclaw"))
    game = game.when(BLUE, PlayCard("d01")).when(BLUE, PlaceFreeRoute("e:2,-1,e"))
    assert [type(event) for event in game.events] == [RouteBuilt, ChainChoiceDemanded]
    game = game.when(BLUE, PlaceFreeRoute("e:-1,0,e")).refused_by("ME-DEC-3", code="wrong_phase")
    game = game.when(BLUE, ChooseChain(option=1))
    assert [type(event) for event in game.events] == [SiteConnected, FreeRouteGranted]
    game.when(BLUE, PlaceFreeRoute("e:-1,0,e")).accepted()


def test_the_last_route_of_the_supply_ends_the_card() -> None:
    """ME-CARD-9, ME-CARD-7, ME-PIECE-6"""
    game = acting(RED, cards={RED: ("trade_routes",)}).given(*routes(RED, *edges_in_the_west(28)))
    game = game.when(RED, PlayCard("d01")).when(RED, PlaceFreeRoute("e:2,1,ne"))
    game.then_among_others(RouteBuilt(RED, "e:2,1,ne", "card", 0), FreeRouteLapsed(RED))
    game.when(RED, EndTurn()).accepted()


def test_a_lapsed_arrow_does_not_end_the_card() -> None:
    """ME-CARD-9, ME-RULING-24"""
    game = acting(BLUE, cards={BLUE: ("trade_routes",)}).given(*post(BLUE, "poznan"), *routes(BLUE, "e:3,-2,ne"))
    game = game.given(*routes(WHITE, "e:3,-2,e", "e:4,-2,ne", "e:4,-3,e"))
    game = game.when(BLUE, PlayCard("d01")).when(BLUE, PlaceFreeRoute("e:4,-3,se"))
    game.then_among_others(FreeRouteLapsed(BLUE), FreeRouteGranted(BLUE, None, 1))
    game.when(BLUE, PlaceFreeRoute("e:-1,0,e")).accepted()


@pytest.mark.parametrize("taken", [Bundle(ore=2), Bundle(ore=1, salt=1)])
def test_a_harvest_brings_two_cards_alike_or_different(taken: Bundle) -> None:
    """ME-CARD-10"""
    game = acting(RED, cards={RED: ("harvest",)}, hands={RED: Bundle()}).when(RED, PlayCard("d01", resources=taken))
    game.then_among_others(CardTaken(RED, taken))
    assert sum(hand(game, RED).values()) == 2


@pytest.mark.parametrize("taken", [Bundle(), Bundle(ore=1), Bundle(ore=3), Bundle(ore=1, salt=1, wool=1)])
def test_a_harvest_brings_two_cards_exactly(taken: Bundle) -> None:
    """ME-CARD-10"""
    game = acting(RED, cards={RED: ("harvest",)})
    game.when(RED, PlayCard("d01", resources=taken)).refused_by("ME-CARD-10", code="wrong_count")


def test_a_harvest_takes_what_the_bank_holds() -> None:
    """ME-RULING-54, ME-CARD-10, ME-RULING-20"""
    one_left = acting(RED, cards={RED: ("harvest",)}, hands={RED: NEARLY_ALL, **NOTHING})
    one_left.when(RED, PlayCard("d01", resources=Bundle(salt=2))).refused_by("ME-CARD-10", code="wrong_count", due=1)
    one_left.when(RED, PlayCard("d01", resources=Bundle(ore=1))).refused_by("ME-RULING-54", code="bank_empty")
    one_left.when(RED, PlayCard("d01", resources=Bundle(salt=1))).accepted()
    some = acting(RED, cards={RED: ("harvest",)}, hands={RED: replace(NEARLY_ALL, ore=None), **NOTHING})
    some.when(RED, PlayCard("d01", resources=Bundle(salt=2))).refused_by("ME-RULING-54", code="bank_empty")
    some.when(RED, PlayCard("d01", resources=Bundle(salt=1, ore=1))).accepted()


def test_a_treasure_brings_three_gold() -> None:
    """ME-CARD-11, ME-RULING-39"""
    game = acting(RED, cards={RED: ("treasure",)}, gold={RED: 0}).when(RED, PlayCard("d01"))
    game.then_among_others(TreasureTaken(RED, 3))
    assert gold(game, RED) == 3


def test_gold_is_not_limited_by_the_coins() -> None:
    """ME-PIECE-5, ME-RULING-1, ME-CARD-11"""
    game = acting(RED, cards={RED: ("treasure",)}, gold={RED: 60, BLUE: 60}).when(RED, PlayCard("d01"))
    assert (gold(game, RED), gold(game, BLUE)) == (63, 60)
    game.when(RED, BuyResource("ore")).accepted()


def test_a_swift_merchant_moves_three_steps_without_grain_and_founds() -> None:
    """ME-CARD-12, ME-POST-1, ME-CHIP-1"""
    game = acting(RED, cards={RED: ("swift_merchant",)}, hands={RED: Bundle()}).given(*recruit(RED, "budapest"))
    game = game.when(RED, PlayCard("d01", merchant="m1", to="beograd"))
    game.then(
        CardPlayed(RED, "d01", "swift_merchant", (card_face(1),)),
        MerchantMoved(RED, "m1", intersection("budapest"), intersection("beograd"), 3, 0),
        PostFounded(RED, "beograd", "m1", 3, 2),
        ChipDemanded(RED, "beograd", ("h:2,2", "h:3,1")),
    )


def test_a_chip_that_a_card_demands_before_the_roll_leads_back_to_the_roll() -> None:
    """ME-CARD-12, ME-RULING-10"""
    game = to_roll(RED, cards={RED: ("swift_merchant",)}).given(*recruit(RED, "budapest"))
    game = game.when(RED, PlayCard("d01", merchant="m1", to="beograd")).accepted()
    game = game.when(RED, PlaceChip("h:3,1", "grain-1")).accepted()
    assert game.happened(ChipPlaced)
    game.when(RED, RollDice()).accepted()


def test_paid_grain_does_not_lengthen_the_free_move() -> None:
    """ME-CARD-15, ME-CARD-12"""
    game = acting(RED, cards={RED: ("swift_merchant",)}, hands={RED: Bundle(grain=5)}).given(*recruit(RED, "wien"))
    game.when(RED, PlayCard("d01", merchant="m1", to="i:3,-1,n")).refused_by("ME-CARD-15", code="too_far")
    game.when(RED, PlayCard("d01", merchant="m1", to="praha")).refused_by("ME-MERCHANT-2")
    short = game.when(RED, PlayCard("d01", merchant="m1", to="i:2,1,n")).accepted()
    assert hand(short.when(RED, MoveMerchant("m1", "i:3,0,s")), RED) == {"grain": 4}  # what was not used has lapsed


def test_strong_horses_move_a_caravan_three_steps_without_salt_and_fees_are_due() -> None:
    """ME-CARD-13"""
    game = acting(BLUE, cards={BLUE: ("strong_horses",)}, hands={BLUE: Bundle()}, gold={BLUE: 1})
    game = game.given(*routes(WHITE, "e:-1,-1,e", "e:0,-2,se"))
    game = game.when(BLUE, PlayCard("d01", caravan="c1", path=path("e:-1,-1,e", to("e:0,-2,se", "koln"), "e:-1,-1,e")))
    game.then_among_others(
        CardPlayed(BLUE, "d01", "strong_horses", (card_face(1),)),
        CaravanDeparted(BLUE, "c1", "e:-1,0,ne", 0, 3),
        TollPaid(BLUE, WHITE, "c1", "e:-1,-1,e", 1),
        CommodityDelivered(BLUE, "koln", ORANGE, 0, 4),
        CaravanArrived(BLUE, "c1", "e:-1,-1,e"),
    )
    assert gold(game, BLUE) == 0


def test_strong_horses_without_gold_for_the_fee_stay() -> None:
    """ME-CARD-13, ME-CARAVAN-8"""
    game = acting(BLUE, cards={BLUE: ("strong_horses",)}, gold={BLUE: 0}).given(*routes(WHITE, "e:-1,-1,e"))
    game.when(BLUE, PlayCard("d01", caravan="c1", path=path("e:-1,-1,e"))).refused_by("ME-CARAVAN-8")


def test_paid_salt_does_not_lengthen_the_free_move() -> None:
    """ME-CARD-15, ME-CARD-13"""
    game = acting(BLUE, cards={BLUE: ("strong_horses",)}, hands={BLUE: Bundle(salt=3)}).given(
        *routes(BLUE, "e:-1,-1,se")
    )
    there = ["e:-1,-1,se", "e:-1,0,ne"] * 2
    game.when(BLUE, PlayCard("d01", caravan="c1", path=path(*there))).refused_by("ME-CARD-15", code="too_far")
    game.when(BLUE, PlayCard("d01", caravan="c1", path=path(*there[:3]))).accepted()


def test_safe_conduct_waives_the_fees_for_the_rest_of_the_turn_and_returns_none() -> None:
    """ME-CARD-14, ME-RULING-47"""
    game = acting(BLUE, cards={BLUE: ("safe_conduct",)}, hands={BLUE: Bundle(salt=3)}, gold={BLUE: 1})
    game = game.given(*routes(WHITE, "e:-1,-1,e", "e:0,-2,se"))
    game = game.when(BLUE, MoveCaravan("c1", path("e:-1,-1,e"))).accepted()
    assert gold(game, BLUE) == 0
    game = game.when(BLUE, PlayCard("d01")).then_among_others(TollsWaived(BLUE))
    assert gold(game, BLUE) == 0
    game = game.when(BLUE, MoveCaravan("c1", path("e:0,-2,se", "e:0,-2,e"))).accepted().then_no(TollPaid)  # Orange's
    assert game.view()["tolls_waived"] is True
    later = game.when(BLUE, EndTurn()).accepted()
    assert later.view()["tolls_waived"] is False
