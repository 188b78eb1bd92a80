"""Delivering commodities (ME-DELIVER)."""

from typing import Unpack

import pytest

from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.rulebook.deliver import CommodityDelivered
from kontor.domain.merchants.rulebook.move_caravan import CaravanArrived, CaravanStepped, MoveCaravan
from kontor.domain.merchants.rulebook.move_merchant import MoveMerchant
from tests.domain.merchants.factories import (
    BLUE,
    NEUTRAL,
    ORANGE,
    WHITE,
    Chosen,
    Game,
    acting,
    caravan,
    delivered,
    merchant,
    path,
    post,
    routes,
    to,
)
from tests.domain.merchants.seen import seat_as_seen


def at_bern(*founded: str, **chosen: Unpack[Chosen]) -> Game:
    """Blue's c1 at e:-1,0,ne; Blue's routes to Paris (Orange), Bruxelles (White) and on to Köln (Orange). One
    commodity is free, and one more for each post founded."""
    game = acting(BLUE, hands={BLUE: Bundle(salt=2, grain=1)}, **chosen).given(*post(BLUE, *founded))
    return game.given(*routes(BLUE, "e:-1,-1,se", "e:-1,-1,e", "e:0,-2,se", "e:-1,0,e", "e:-1,0,se"))


def test_a_step_onto_a_route_at_a_foreign_post_may_deliver_there() -> None:
    """ME-DELIVER-1, ME-RULING-50"""
    game = at_bern().when(BLUE, MoveCaravan("c1", path(to("e:-1,-1,se", "paris"))))
    game.then_among_others(
        CaravanStepped(BLUE, "c1", "e:-1,-1,se"),
        CommodityDelivered(BLUE, "paris", ORANGE, 0, 4),
        CaravanArrived(BLUE, "c1", "e:-1,-1,se"),
    )
    assert {"site": "paris", "seat": ORANGE, "commodity_of": BLUE} in list(game.view()["posts"])  # type: ignore[arg-type]
    assert (seat_as_seen(game, BLUE)["free_commodities"], seat_as_seen(game, BLUE)["to_deliver"]) == (0, 4)


def test_delivering_is_an_option() -> None:
    """ME-DELIVER-1"""
    at_bern().when(BLUE, MoveCaravan("c1", path("e:-1,-1,se"))).accepted().then_no(CommodityDelivered)


@pytest.mark.parametrize(
    ("site", "rule", "code", "reason"),
    [
        ("atlantis", "ME-DELIVER-1", "unknown_site", None),
        ("bruxelles", "ME-DELIVER-1", "not_deliverable", "not_touching"),
        ("minsk", "ME-DELIVER-1", "not_deliverable", "not_touching"),
    ],
)
def test_the_route_must_touch_the_site(site: str, rule: str, code: str, reason: str | None) -> None:
    """ME-DELIVER-1"""
    refused = at_bern().when(BLUE, MoveCaravan("c1", path(to("e:-1,-1,se", site))))
    refused.refused_by(rule, code=code, **({"reason": reason} if reason else {}))


def test_a_post_takes_one_commodity_in_the_whole_game() -> None:
    """ME-DELIVER-2"""
    twice = path(to("e:-1,-1,se", "paris"), "e:-1,0,ne", to("e:-1,-1,se", "paris"))
    both_at_once = path(to("e:-1,-1,se", "paris", "paris"))
    game = at_bern("roma")
    for way in (twice, both_at_once):
        game.when(BLUE, MoveCaravan("c1", way)).refused_by(
            "ME-DELIVER-2", code="not_deliverable", reason="already_supplied"
        )
    supplied = game.given(*delivered(WHITE, "paris", ORANGE))
    supplied.when(BLUE, MoveCaravan("c1", path(to("e:-1,-1,se", "paris")))).refused_by(
        "ME-DELIVER-2", code="not_deliverable", reason="already_supplied"
    )


def test_each_delivery_needs_a_free_commodity() -> None:
    """ME-DELIVER-3"""
    way = path(to("e:-1,-1,se", "paris"), to("e:-1,-1,e", "bruxelles"))
    at_bern().when(BLUE, MoveCaravan("c1", way)).refused_by(
        "ME-DELIVER-3", code="not_deliverable", reason="no_free_commodity"
    )
    assert at_bern("roma").when(BLUE, MoveCaravan("c1", way)).happened(CommodityDelivered) == [
        CommodityDelivered(BLUE, "paris", ORANGE, 1, 4),
        CommodityDelivered(BLUE, "bruxelles", WHITE, 0, 3),
    ]


def test_nothing_is_delivered_to_a_site_without_a_post_or_to_an_own_post() -> None:
    """ME-DELIVER-4"""
    game = at_bern()
    game.when(BLUE, MoveCaravan("c1", path("e:-1,0,e", to("e:-1,0,se", "torino")))).refused_by(
        "ME-DELIVER-4", code="not_deliverable", reason="no_post"
    )
    game.when(BLUE, MoveCaravan("c1", path(to("e:-1,0,e", "bern")))).refused_by(
        "ME-DELIVER-4", code="not_deliverable", reason="own_post"
    )


def test_a_delivery_takes_no_movement_and_the_caravan_continues_in_any_direction() -> None:
    """ME-DELIVER-5"""
    way = path(to("e:-1,-1,se", "paris"), to("e:-1,-1,e", "bruxelles"), "e:-1,-1,se")
    game = at_bern("roma").when(BLUE, MoveCaravan("c1", way))
    game.then_among_others(CaravanArrived(BLUE, "c1", "e:-1,-1,se"))
    assert len(game.happened(CommodityDelivered)) == 2
    assert len(game.happened(CaravanStepped)) == 3


def test_leaving_and_coming_back_counts_as_moving_onto_the_route() -> None:
    """ME-DELIVER-6, ME-RULING-35"""
    game = at_bern().given(*caravan(BLUE, "e:-1,-1,se"))
    game.when(BLUE, MoveCaravan("c2", path(to("e:-1,0,ne", "paris")))).refused_by(
        "ME-DELIVER-1", code="not_deliverable", reason="not_touching"
    )
    back = game.when(BLUE, MoveCaravan("c2", path("e:-1,0,ne", to("e:-1,-1,se", "paris"))))
    assert back.happened(CommodityDelivered) == [CommodityDelivered(BLUE, "paris", ORANGE, 0, 4)]


def test_a_founding_beside_a_standing_caravan_delivers_nothing() -> None:
    """ME-DELIVER-6"""
    game = at_bern().given(*delivered(BLUE, "koln", ORANGE), *caravan(BLUE, "e:-1,-1,se"), *merchant(BLUE, "i:-1,1,n"))
    game.when(BLUE, MoveMerchant("m1", "torino")).accepted().then_no(CommodityDelivered)


def test_both_ends_of_a_route_may_be_served_in_one_step() -> None:
    """ME-DELIVER-7, ME-RULING-36"""
    game = at_bern("roma")
    both = game.when(BLUE, MoveCaravan("c1", path("e:-1,-1,e", to("e:0,-2,se", "bruxelles", "koln"))))
    assert [event.site for event in both.happened(CommodityDelivered)] == ["bruxelles", "koln"]
    one = game.when(BLUE, MoveCaravan("c1", path("e:-1,-1,e", to("e:0,-2,se", "koln"))))
    assert [event.site for event in one.happened(CommodityDelivered)] == ["koln"]


def test_by_the_other_reading_a_step_delivers_one_commodity() -> None:
    """ME-DELIVER-7, ME-RULING-36: the rulebook says "eines Ihrer freien Warenplättchen"."""
    game = at_bern("roma", delivery_limit="step")
    both = MoveCaravan("c1", path("e:-1,-1,e", to("e:0,-2,se", "bruxelles", "koln")))
    game.when(BLUE, both).refused_by("ME-DELIVER-7", "not_deliverable", reason="one_a_step", site="koln")
    again = path("e:-1,-1,e", to("e:0,-2,se", "bruxelles"), "e:-1,-1,e", to("e:0,-2,se", "koln"))
    apart = game.when(BLUE, MoveCaravan("c1", again))
    assert [event.site for event in apart.happened(CommodityDelivered)] == ["bruxelles", "koln"]


def test_a_neutral_post_takes_a_commodity_of_anybody() -> None:
    """ME-DELIVER-1"""
    game = acting(BLUE, seats=3, hands={BLUE: Bundle(salt=1)}).given(*routes(BLUE, "e:-1,-1,se"))
    game = game.when(BLUE, MoveCaravan("c1", path(to("e:-1,-1,se", "paris"))))
    assert game.happened(CommodityDelivered) == [CommodityDelivered(BLUE, "paris", NEUTRAL, 0, 5)]
