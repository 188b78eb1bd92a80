"""The worked examples that the rulebook itself gives (rules page 20.1)."""

from kontor.domain.merchants.goods import Bundle, Goods
from kontor.domain.merchants.rulebook.bank import BankTraded, BuyResource, ResourceBought, TradeWithBank
from kontor.domain.merchants.rulebook.build_route import BuildRoute, FreeRouteGranted, PlaceFreeRoute, RouteBuilt
from kontor.domain.merchants.rulebook.chips import ChipDemanded, ChipMoved, ChipPlaced, PlaceChip
from kontor.domain.merchants.rulebook.deliver import CommodityDelivered
from kontor.domain.merchants.rulebook.gold import Payment, SiteConnected
from kontor.domain.merchants.rulebook.move_caravan import (
    CaravanArrived,
    CaravanDeparted,
    CaravanStepped,
    MoveCaravan,
    TollPaid,
)
from kontor.domain.merchants.rulebook.move_merchant import MerchantMoved, MoveMerchant
from kontor.domain.merchants.rulebook.posts import PostFounded
from kontor.domain.merchants.rulebook.production import CompensationPaid, DiceRolled, Grant, ResourcesProduced, RollDice
from kontor.domain.merchants.rulebook.robber import Debt, DiscardCards, DiscardDemanded
from kontor.domain.merchants.rulebook.turn import EndTurn
from tests.domain.merchants.factories import (
    BLUE,
    ORANGE,
    RED,
    WHITE,
    Game,
    acting,
    caravan,
    chip,
    dice,
    face_of,
    merchant,
    next_turn,
    path,
    post,
    recruit,
    routes,
    started,
    to,
    to_roll,
)
from tests.domain.merchants.places import intersection

ROUTE = Bundle(ore=1, lumber=1)


def test_a_three_serves_the_pasture_at_lyon_and_the_farmland_at_koln_and_nurnberg() -> None:
    """ME-EX-1: ME-PROD-1, ME-PROD-2, ME-PROD-6"""
    rolled = started().when(RED, RollDice(), luck=dice(1, 2))
    rolled.then_among_others(
        ResourcesProduced(
            (Grant(RED, Bundle(grain=1)), Grant(BLUE, Bundle(wool=1)), Grant(ORANGE, Bundle(grain=1))), ()
        ),
        CompensationPaid((WHITE,)),
    )
    assert [event.dice for event in rolled.happened(DiceRolled)] == [(1, 2)]


def test_a_seven_takes_half_of_nine_cards() -> None:
    """ME-EX-2: ME-ROBBER-2"""
    game = to_roll(RED, hands={RED: Bundle(grain=5, ore=4), BLUE: Bundle(wool=7)})
    seven = game.when(RED, RollDice(), luck=dice(3, 4))
    seven.then_among_others(DiscardDemanded((Debt(RED, 4),)))
    assert seven.ruleset.awaiting(seven.state) == (RED,)
    seven.when(BLUE, DiscardCards(Bundle(wool=3))).not_asked()
    seven.when(RED, DiscardCards(Bundle(grain=2, ore=2))).accepted()


def connected_torino() -> Game:
    """Given and when of ME-EX-3."""
    return (
        acting(RED, hands={RED: Bundle(ore=2, lumber=2)})
        .given(*routes(BLUE, "e:0,0,se", "e:-1,1,ne"), *post(RED, "torino"))
        .when(RED, BuildRoute("e:-1,0,se"))
    )


def test_the_first_connection_of_torino_pays_both_builders_once() -> None:
    """ME-EX-3: ME-GOLD-2, ME-GOLD-3, ME-GOLD-6"""
    connected_torino().then(
        RouteBuilt(RED, "e:-1,0,se", "paid", 28, ROUTE),
        SiteConnected(
            ("torino", "venezia"),
            ("e:-1,0,se", "e:-1,1,ne", "e:0,0,se"),
            (Payment(RED, 1), Payment(BLUE, 2)),
        ),
    )


def test_bern_then_pays_the_way_to_torino_only() -> None:
    """ME-EX-4: ME-GOLD-2, ME-GOLD-5"""
    connected_torino().when(RED, BuildRoute("e:-1,0,e")).then(
        RouteBuilt(RED, "e:-1,0,e", "paid", 27, ROUTE),
        SiteConnected(("bern",), ("e:-1,0,e", "e:-1,0,se"), (Payment(RED, 2),)),
    )


def test_a_double_arrow_leads_to_kaliningrad() -> None:
    """ME-EX-5: ME-BUILD-11, ME-GOLD-8"""
    (
        acting(BLUE, hands={BLUE: ROUTE})
        .given(*post(BLUE, "poznan"), *routes(BLUE, "e:3,-2,ne"))
        .when(BLUE, BuildRoute("e:4,-3,se"))
        .then(RouteBuilt(BLUE, "e:4,-3,se", "paid", 27, ROUTE), FreeRouteGranted(BLUE, "e:4,-3,se", 1))
        .when(BLUE, PlaceFreeRoute("e:4,-3,e"))
        .then(
            RouteBuilt(BLUE, "e:4,-3,e", "double_arrow", 26),
            SiteConnected(("kaliningrad", "poznan"), ("e:4,-3,e", "e:4,-3,se", "e:3,-2,ne"), (Payment(BLUE, 3),)),
        )
    )


def test_a_merchant_walks_from_praha_past_wroclaw_with_one_grain() -> None:
    """ME-EX-6: ME-BUILD-4, ME-MERCHANT-1, ME-MERCHANT-7"""
    praha, east, kaliningrad = intersection("praha"), "i:3,-1,n", intersection("kaliningrad")
    game = acting(WHITE, hands={WHITE: Bundle(grain=1)}).given(*recruit(WHITE, "praha"))
    game = game.when(WHITE, MoveMerchant("m1", east)).then(
        MerchantMoved(WHITE, "m1", praha, east, 3, 1, Bundle(grain=1))
    )
    later = game.given(ResourcesProduced((Grant(WHITE, Bundle(grain=1)),), ()), *next_turn(WHITE, after=WHITE))
    later.when(WHITE, MoveMerchant("m1", "kaliningrad")).then_among_others(
        MerchantMoved(WHITE, "m1", east, kaliningrad, 3, 1, Bundle(grain=1))
    )


def test_blue_forestalls_white_in_kaliningrad_with_bought_grain() -> None:
    """ME-EX-7: ME-TRADE-7, ME-POST-1, ME-CHIP-1, ME-CHIP-3"""
    (
        acting(BLUE, hands={BLUE: Bundle(salt=1)}, gold={BLUE: 2})
        .given(*merchant(BLUE, "i:4,-3,s"), *chip(RED, "salt-1", 10, "h:1,5"))
        .when(BLUE, BuyResource("grain"))
        .then(ResourceBought(BLUE, "grain", 2, 1, Goods(gold=2)))
        .when(BLUE, MoveMerchant("m1", "kaliningrad"))
        .then(
            MerchantMoved(BLUE, "m1", "i:4,-3,s", intersection("kaliningrad"), 2, 1, Bundle(grain=1)),
            PostFounded(BLUE, "kaliningrad", "m1", 3, 2),
            ChipDemanded(BLUE, "kaliningrad", ("h:5,-3",)),
        )
        .when(BLUE, PlaceChip("h:5,-3", "salt-2"))
        .then(ChipPlaced(BLUE, "salt-2", 11, "h:5,-3", (face_of("salt-2"),)))
    )


def beograd_takes_the_nine() -> Game:
    """Given and when of ME-EX-8."""
    return (
        acting(RED, hands={RED: Bundle(grain=1)})
        .given(*recruit(RED, "budapest"))
        .given(*chip(BLUE, "ore-1", 3, "h:0,2"), *chip(BLUE, "ore-2", 4, "h:3,2"), *chip(BLUE, "grain-1", 10, "h:0,3"))
        .when(RED, MoveMerchant("m1", "beograd"))
        .then_among_others(ChipDemanded(RED, "beograd", ("h:2,2", "h:3,1")))
    )


def test_red_chooses_the_mountains_at_beograd_and_takes_the_nine_from_the_alps() -> None:
    """ME-EX-8: ME-CHIP-2, ME-CHIP-4, ME-CHIP-5"""
    game = beograd_takes_the_nine()
    assert all(game.lists(RED, PlaceChip("h:2,2", chip)) for chip in ("ore-0", "ore-1", "ore-2"))
    game.when(RED, PlaceChip("h:2,2", "ore-0")).then(ChipMoved(RED, "ore-0", 9, "h:0,0", "h:2,2"))


def test_one_salt_brings_three_commodities_to_paris_bruxelles_and_koln() -> None:
    """ME-EX-9: ME-CARAVAN-2, ME-CARAVAN-5, ME-DELIVER-1, ME-DELIVER-5"""
    (
        acting(BLUE, hands={BLUE: Bundle(ore=1, lumber=1, salt=1)}, gold={BLUE: 1})
        .given(*post(BLUE, "roma", "tirana"))
        .given(*routes(BLUE, "e:-1,-1,se"))
        .given(SiteConnected(("bern", "paris"), ("e:-1,0,ne", "e:-1,-1,se"), ()))
        .given(*routes(WHITE, "e:0,-2,se"), SiteConnected(("bruxelles", "koln"), ("e:0,-2,se",), ()))
        .when(BLUE, BuildRoute("e:-1,-1,e"))
        .then(RouteBuilt(BLUE, "e:-1,-1,e", "paid", 27, ROUTE))
        .when(
            BLUE,
            MoveCaravan(
                "c1",
                path(to("e:-1,-1,se", "paris"), to("e:-1,-1,e", "bruxelles"), to("e:0,-2,se", "koln")),
            ),
        )
        .then(
            CaravanDeparted(BLUE, "c1", "e:-1,0,ne", 1, 3, Bundle(salt=1)),
            CaravanStepped(BLUE, "c1", "e:-1,-1,se"),
            CommodityDelivered(BLUE, "paris", ORANGE, 2, 4),
            CaravanStepped(BLUE, "c1", "e:-1,-1,e"),
            CommodityDelivered(BLUE, "bruxelles", WHITE, 1, 3),
            TollPaid(BLUE, WHITE, "c1", "e:0,-2,se", 1),
            CaravanStepped(BLUE, "c1", "e:0,-2,se"),
            CommodityDelivered(BLUE, "koln", ORANGE, 0, 2),
            CaravanArrived(BLUE, "c1", "e:0,-2,se"),
        )
    )


def test_three_grain_or_three_salt_add_up_to_nine_steps() -> None:
    """ME-EX-10: ME-MERCHANT-1, ME-CARAVAN-2"""
    game = (
        acting(RED, hands={RED: Bundle(grain=3, salt=3)})
        .given(*recruit(RED, "wien"))
        .given(*routes(RED, "e:2,0,se", "e:1,1,ne"))
    )
    game.when(RED, MoveMerchant("m1", "i:-1,-1,n")).then(
        MerchantMoved(RED, "m1", intersection("wien"), "i:-1,-1,n", 9, 3, Bundle(grain=3))
    )
    game.when(RED, MoveMerchant("m1", "i:-1,-2,s")).refused_by("ME-TURN-6", code="cannot_pay")  # 10 steps
    back_and_forth = ["e:2,0,se", "e:1,1,ne", "e:2,0,se", "e:2,0,e"] * 3
    game.when(RED, MoveCaravan("c1", path(*back_and_forth[:9]))).then_among_others(
        CaravanDeparted(RED, "c1", "e:2,0,e", 3, 9, Bundle(salt=3)), CaravanArrived(RED, "c1", "e:2,0,se")
    )
    game.when(RED, MoveCaravan("c1", path(*back_and_forth[:10]))).refused_by("ME-TURN-6", code="cannot_pay")


def test_the_distance_of_one_grain_or_salt_cannot_be_divided() -> None:
    """ME-EX-11: ME-MERCHANT-5, ME-CARAVAN-4"""

    def game(cards: Bundle) -> Game:
        return (
            acting(WHITE, hands={WHITE: cards})
            .given(*recruit(WHITE, "praha", "m1"), *recruit(WHITE, "berlin", "m2"))
            .given(*routes(WHITE, "e:2,-1,e", "e:2,0,ne"), *caravan(WHITE, "e:2,-1,se", "c2"))
        )

    merchant_by_two, other_by_one = MoveMerchant("m1", "i:1,0,s"), MoveMerchant("m2", "i:3,-3,s")
    caravan_by_two, other_by_step = MoveCaravan("c1", path("e:2,-1,e", "e:2,0,ne")), MoveCaravan("c2", path("e:2,-1,e"))
    one = game(Bundle(grain=1, salt=1))
    one.when(WHITE, merchant_by_two).accepted().when(WHITE, other_by_one).refused_by("ME-TURN-6", code="cannot_pay")
    one.when(WHITE, caravan_by_two).accepted().when(WHITE, other_by_step).refused_by("ME-TURN-6", code="cannot_pay")
    two = game(Bundle(grain=2, salt=2))
    two.when(WHITE, merchant_by_two).accepted().when(WHITE, MoveMerchant("m2", "i:4,-3,s")).accepted()  # 3 steps
    two.when(WHITE, caravan_by_two).accepted().when(WHITE, other_by_step).accepted()


def test_three_ore_bring_a_salt_or_a_gold_but_no_ore() -> None:
    """ME-EX-12: ME-TRADE-9, ME-TRADE-10"""
    game = acting(ORANGE, hands={ORANGE: Bundle(ore=3)})
    game.when(ORANGE, TradeWithBank("ore", "ore")).refused_by("ME-TRADE-10", code="same_resource")
    game.when(ORANGE, TradeWithBank("ore", "salt")).then(BankTraded(ORANGE, Bundle(ore=3), "salt"))
    game.when(ORANGE, TradeWithBank("ore", "gold")).then(BankTraded(ORANGE, Bundle(ore=3), "gold"))


def test_actions_come_in_any_order() -> None:
    """ME-EX-13: ME-TURN-3"""
    (
        acting(WHITE, hands={WHITE: Bundle(ore=3, grain=1)}, gold={WHITE: 2})
        .given(*merchant(WHITE, "i:2,0,n"))
        .when(WHITE, MoveMerchant("m1", "i:3,-1,n"))
        .accepted()
        .when(WHITE, TradeWithBank("ore", "lumber"))
        .accepted()
        .when(WHITE, BuyResource("ore"))
        .accepted()
        .when(WHITE, BuildRoute("e:2,0,ne"))
        .accepted()
        .when(WHITE, EndTurn())
        .accepted()
    )
