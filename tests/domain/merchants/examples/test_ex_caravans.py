"""Worked examples of caravans, fees and deliveries (rules page 20.6)."""

from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.rulebook.deliver import CommodityDelivered
from kontor.domain.merchants.rulebook.move_caravan import (
    CaravanArrived,
    CaravanDeparted,
    CaravanStepped,
    MoveCaravan,
    TollPaid,
)
from kontor.domain.merchants.rulebook.move_merchant import MoveMerchant
from kontor.domain.merchants.rulebook.place_caravan import CaravanPlaced, PlaceCaravan
from kontor.domain.merchants.rulebook.production import CompensationPaid, ResourcesProduced, RollDice
from kontor.domain.merchants.rulebook.winning import GameWon, Rank
from tests.domain.merchants.factories import (
    BLUE,
    NEUTRAL,
    ORANGE,
    RED,
    WHITE,
    Game,
    acting,
    caravan,
    delivered,
    dice,
    merchant,
    path,
    post,
    routes,
    to,
    to_roll,
)

CARAVAN = Bundle(ore=1, lumber=1, salt=1)


def test_two_caravans_fill_a_route_but_do_not_block_it() -> None:
    """ME-EX-44: ME-CARAVAN-3, ME-BUILD-8"""

    def full(seat: int, hand: Bundle) -> Game:
        return (
            acting(seat, hands={seat: hand})
            .given(*routes(ORANGE, "e:-1,-1,se"), *routes(BLUE, "e:-1,-1,e"))
            .given(*caravan(RED, "e:-1,-1,se"), *caravan(WHITE, "e:-1,-1,se"))
        )

    blue = full(BLUE, Bundle(salt=1))
    blue.when(BLUE, MoveCaravan("c1", path("e:-1,-1,se"))).refused_by("ME-CARAVAN-3", code="caravan_space")
    blue.when(BLUE, MoveCaravan("c1", path("e:-1,-1,se", "e:-1,-1,e"))).then_among_others(
        CaravanArrived(BLUE, "c1", "e:-1,-1,e")
    )
    orange = full(ORANGE, CARAVAN)
    orange.when(ORANGE, PlaceCaravan("e:-1,-1,se")).refused_by("ME-BUILD-8", code="caravan_space")


def test_a_fee_covers_an_owners_routes_for_one_caravan_and_one_turn() -> None:
    """ME-EX-45: ME-CARAVAN-5, ME-CARAVAN-6"""
    game = (
        acting(BLUE, hands={BLUE: Bundle(salt=3)})
        .given(*routes(WHITE, "e:-1,-1,e", "e:0,-2,se"), *caravan(BLUE, "e:-1,0,ne"))
        .when(BLUE, MoveCaravan("c1", path("e:-1,-1,e", "e:0,-2,se", "e:0,-2,e")))
    )
    assert game.happened(TollPaid) == [
        TollPaid(BLUE, WHITE, "c1", "e:-1,-1,e", 1),
        TollPaid(BLUE, ORANGE, "c1", "e:0,-2,e", 1),
    ]
    game = game.when(BLUE, MoveCaravan("c1", path("e:0,-2,se"))).accepted().then_no(TollPaid)
    game = game.when(BLUE, MoveCaravan("c2", path("e:-1,-1,e")))
    assert game.happened(TollPaid) == [TollPaid(BLUE, WHITE, "c2", "e:-1,-1,e", 1)]


def test_standing_on_a_foreign_route_and_leaving_it_cost_nothing() -> None:
    """ME-EX-46: ME-CARAVAN-7"""
    game = (
        acting(BLUE, hands={BLUE: Bundle(salt=1)})
        .given(*routes(WHITE, "e:-1,-1,e"), *caravan(BLUE, "e:-1,-1,e"))
    )  # fmt: skip
    game.when(BLUE, MoveCaravan("c2", path("e:-1,0,ne"))).accepted().then_no(TollPaid)
    back = game.when(BLUE, MoveCaravan("c2", path("e:-1,0,ne", "e:-1,-1,e")))
    assert back.happened(TollPaid) == [TollPaid(BLUE, WHITE, "c2", "e:-1,-1,e", 1)]


def test_without_gold_a_way_over_foreign_routes_is_refused_as_a_whole() -> None:
    """ME-EX-47: ME-CARAVAN-8"""
    game = (
        acting(BLUE, hands={BLUE: Bundle(salt=1)}, gold={BLUE: 0})
        .given(*routes(BLUE, "e:-1,-1,se"), *routes(WHITE, "e:-2,0,e", "e:-2,1,ne"))
    )  # fmt: skip
    whole = path("e:-1,-1,se", "e:-2,0,e", "e:-2,1,ne")
    game.when(BLUE, MoveCaravan("c1", whole)).refused_by("ME-CARAVAN-8", code="cannot_pay")
    game.when(BLUE, MoveCaravan("c1", whole[:1])).then_among_others(CaravanArrived(BLUE, "c1", "e:-1,-1,se"))


def test_nothing_is_delivered_to_an_own_post_or_one_that_has_a_commodity() -> None:
    """ME-EX-48: ME-DELIVER-2, ME-DELIVER-4"""
    game = (
        acting(RED, hands={RED: Bundle(salt=1)})
        .given(*routes(RED, "e:2,0,se", "e:2,0,ne"), *delivered(BLUE, "praha", WHITE))
    )  # fmt: skip
    game.when(RED, MoveCaravan("c1", path(to("e:2,0,se", "wien")))).refused_by(
        "ME-DELIVER-4", code="not_deliverable", reason="own_post"
    )
    game.when(RED, MoveCaravan("c1", path("e:2,0,ne", to("e:2,-1,se", "praha")))).refused_by(
        "ME-DELIVER-2", code="not_deliverable", reason="already_supplied"
    )


def test_a_standing_caravan_delivers_nothing() -> None:
    """ME-EX-49: ME-DELIVER-6"""
    game = (
        acting(BLUE, hands={BLUE: Bundle(grain=1, salt=1)})
        .given(*routes(BLUE, "e:-1,-1,se"), *caravan(BLUE, "e:-1,-1,se"))
        .given(*delivered(BLUE, "koln", ORANGE), *merchant(BLUE, "i:-1,1,n"))
        .when(BLUE, MoveMerchant("m1", "torino"))
        .accepted()
    )
    game.when(BLUE, MoveCaravan("c2", path(to("e:-1,-1,se", "paris")))).refused_by("ME-CARAVAN-1", code="not_adjacent")
    game.when(BLUE, MoveCaravan("c2", path("e:-1,0,ne", to("e:-1,-1,se", "paris")))).then(
        CaravanDeparted(BLUE, "c2", "e:-1,-1,se", 1, 2, Bundle(salt=1)),
        CaravanStepped(BLUE, "c2", "e:-1,0,ne"),
        CaravanStepped(BLUE, "c2", "e:-1,-1,se"),
        CommodityDelivered(BLUE, "paris", ORANGE, 0, 3),
        CaravanArrived(BLUE, "c2", "e:-1,-1,se"),
    )


def test_a_caravan_that_is_placed_delivers_nothing() -> None:
    """ME-EX-50: ME-DELIVER-6"""
    game = acting(ORANGE, hands={ORANGE: CARAVAN}).given(*routes(ORANGE, "e:0,-2,se"))
    game.when(ORANGE, PlaceCaravan("e:0,-2,se")).then(CaravanPlaced(ORANGE, "c2", "e:0,-2,se", CARAVAN))


def test_a_route_between_two_foreign_posts_serves_both() -> None:
    """ME-EX-51: ME-DELIVER-7"""
    game = (
        acting(BLUE, hands={BLUE: Bundle(salt=1)})
        .given(*post(BLUE, "roma"), *routes(BLUE, "e:-1,-1,e"), *routes(WHITE, "e:0,-2,se"))
    )  # fmt: skip
    both = MoveCaravan("c1", path("e:-1,-1,e", to("e:0,-2,se", "bruxelles", "koln")))
    assert game.when(BLUE, both).happened(CommodityDelivered) == [
        CommodityDelivered(BLUE, "bruxelles", WHITE, 1, 4),
        CommodityDelivered(BLUE, "koln", ORANGE, 0, 3),
    ]


def test_neutral_posts_take_commodities_and_bring_nothing() -> None:
    """ME-EX-52: ME-DELIVER-1, ME-PROD-4"""
    game = acting(RED, seats=3, hands={RED: Bundle(salt=1)}).given(*routes(RED, "e:3,-1,se", "e:3,-1,e"))
    moved = game.when(RED, MoveCaravan("c1", path("e:3,-1,se", to("e:3,-1,e", "krakow"))))
    assert moved.happened(CommodityDelivered) == [CommodityDelivered(RED, "krakow", NEUTRAL, 0, 5)]
    to_roll(RED, seats=3).when(RED, RollDice(), luck=dice(6, 6)).then_among_others(
        ResourcesProduced((), ()), CompensationPaid((RED, BLUE, WHITE))
    )


def test_without_a_free_commodity_nothing_is_delivered() -> None:
    """ME-EX-53: ME-DELIVER-3"""
    game = (
        acting(WHITE, hands={WHITE: Bundle(salt=1)})
        .given(*delivered(WHITE, "paris", ORANGE))
        .given(*routes(WHITE, "e:-1,-1,ne", "e:0,-2,se"), *caravan(WHITE, "e:-1,-1,ne"))
    )
    game.when(WHITE, MoveCaravan("c2", path(to("e:0,-2,se", "koln")))).refused_by(
        "ME-DELIVER-3", code="not_deliverable", reason="no_free_commodity"
    )
    game.when(WHITE, MoveCaravan("c2", path("e:0,-2,se"))).accepted().then_no(CommodityDelivered)


def test_the_last_delivery_wins_in_the_middle_of_a_move() -> None:
    """ME-EX-54: ME-WIN-1, ME-WIN-2"""
    game = (
        acting(BLUE, hands={BLUE: Bundle(salt=1)}, gold={BLUE: 0})
        .given(*post(BLUE, "roma", "tirana", "athina", "istanbul"))
        .given(*delivered(BLUE, "koln", ORANGE, 4, 4), *delivered(BLUE, "bruxelles", WHITE, 3, 3))
        .given(*delivered(BLUE, "krakow", ORANGE, 2, 2), *delivered(BLUE, "praha", WHITE, 1, 1))
        .given(*routes(BLUE, "e:-1,-1,se"), *routes(WHITE, "e:-2,0,e", "e:-2,1,ne"))
        .when(BLUE, MoveCaravan("c1", path(to("e:-1,-1,se", "paris"), "e:-2,0,e", "e:-2,1,ne")))
        .then(
            CaravanDeparted(BLUE, "c1", "e:-1,0,ne", 1, 3, Bundle(salt=1)),
            CaravanStepped(BLUE, "c1", "e:-1,-1,se"),
            CommodityDelivered(BLUE, "paris", ORANGE, 0, 0),
            GameWon(BLUE, (Rank(BLUE, 1, 0), Rank(RED, 2, 5), Rank(WHITE, 2, 5), Rank(ORANGE, 2, 5))),
        )
    )
    assert game.ruleset.is_over(game.state)
