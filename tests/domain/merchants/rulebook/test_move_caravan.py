"""Moving caravans and the fees for foreign routes (ME-CARAVAN)."""

import pytest

from kontor.domain.merchants.goods import Bundle, Goods
from kontor.domain.merchants.rulebook.move_caravan import (
    CaravanArrived,
    CaravanDeparted,
    CaravanStepped,
    MoveCaravan,
    TollPaid,
)
from kontor.domain.merchants.rulebook.trade import OfferTrade
from tests.domain.merchants.factories import BLUE, ORANGE, RED, WHITE, Game, acting, caravan, path, post, routes, to
from tests.domain.merchants.seen import gold, hand, seat_as_seen


def at_bern(salt: int = 2, purse: int = 3) -> Game:
    """Blue's c1 at e:-1,0,ne (from Bern); Blue's e:-1,-1,se to Paris, White's e:-1,-1,e to Bruxelles, e:0,-2,se on
    to Köln, where Orange's e:0,-2,e begins."""
    game = acting(BLUE, hands={BLUE: Bundle(salt=salt)}, gold={BLUE: purse, WHITE: 0, ORANGE: 0})
    return game.given(*routes(BLUE, "e:-1,-1,se"), *routes(WHITE, "e:-1,-1,e", "e:0,-2,se"))


def test_a_caravan_moves_from_route_to_adjacent_route() -> None:
    """ME-CARAVAN-1"""
    game = at_bern()
    game.when(BLUE, MoveCaravan("c2", path("e:-1,-1,se"))).refused_by("ME-CARAVAN-1", code="unknown_piece")
    game.when(BLUE, MoveCaravan("c1", path("e:99,0,e"))).refused_by("ME-CARAVAN-1", code="unknown_edge")
    game.when(BLUE, MoveCaravan("c1", path("e:-1,0,e"))).refused_by("ME-CARAVAN-1", code="no_route")
    game.when(BLUE, MoveCaravan("c1", path("e:-1,-1,se", "e:-2,0,e"))).refused_by("ME-CARAVAN-1", code="no_route")
    game.when(BLUE, MoveCaravan("c1", path("e:0,-2,se"))).refused_by("ME-CARAVAN-1", code="not_adjacent")
    game.when(BLUE, MoveCaravan("c1", path("e:-1,0,ne"))).refused_by("ME-CARAVAN-1", code="not_adjacent")
    moved = game.when(BLUE, MoveCaravan("c1", path("e:-1,-1,se"))).then(
        CaravanDeparted(BLUE, "c1", "e:-1,0,ne", 1, 1, Bundle(salt=1)),
        CaravanStepped(BLUE, "c1", "e:-1,-1,se"),
        CaravanArrived(BLUE, "c1", "e:-1,-1,se"),
    )
    assert seat_as_seen(moved, BLUE)["caravans"][0]["at"] == "e:-1,-1,se"


@pytest.mark.parametrize(("steps", "salt"), [(1, 1), (3, 1), (4, 2), (6, 2), (7, 3)])
def test_three_steps_cost_a_salt(steps: int, salt: int) -> None:
    """ME-CARAVAN-2, ME-RULING-32"""
    to_and_fro = [("e:-1,-1,se", "e:-1,0,ne")[n % 2] for n in range(steps)]
    game = at_bern(salt=4).when(BLUE, MoveCaravan("c1", path(*to_and_fro)))
    (departed,) = game.happened(CaravanDeparted)
    assert (departed.salt, departed.steps, departed.cost) == (salt, steps, Bundle(salt=salt))
    assert hand(game, BLUE) == {"salt": 4 - salt}


def test_two_salt_move_two_caravans_by_three_each() -> None:
    """ME-CARAVAN-4, ME-CARAVAN-2"""
    game = at_bern().given(*caravan(BLUE, "e:-1,0,ne"))
    there = path("e:-1,-1,se", "e:-1,0,ne", "e:-1,-1,se")
    game = game.when(BLUE, MoveCaravan("c1", there)).when(BLUE, MoveCaravan("c2", there)).accepted()
    game.when(BLUE, MoveCaravan("c1", path("e:-1,0,ne"))).refused_by("ME-TURN-6", code="cannot_pay")


def test_a_move_does_not_end_at_a_route_with_two_caravans() -> None:
    """ME-CARAVAN-3"""
    game = at_bern().given(*caravan(RED, "e:-1,-1,se"))
    game.when(BLUE, MoveCaravan("c1", path("e:-1,-1,se"))).accepted()  # one other
    full = game.given(*caravan(ORANGE, "e:-1,-1,se"))
    full.when(BLUE, MoveCaravan("c1", path("e:-1,-1,se"))).refused_by("ME-CARAVAN-3", code="caravan_space")
    full.when(BLUE, MoveCaravan("c1", path("e:-1,-1,se", "e:-1,-1,e"))).accepted()


def test_the_moving_caravan_itself_does_not_count() -> None:
    """ME-CARAVAN-3, ME-CARAVAN-9"""
    game = at_bern().given(*caravan(RED, "e:-1,0,ne"))  # Blue's c1 and Red's c2 stand there
    game.when(BLUE, MoveCaravan("c1", path("e:-1,-1,se", "e:-1,0,ne"))).accepted()


def test_a_fee_is_paid_once_to_each_owner_on_entering() -> None:
    """ME-CARAVAN-5, ME-CARAVAN-6"""
    game = at_bern().when(BLUE, MoveCaravan("c1", path("e:-1,-1,e", "e:0,-2,se", "e:0,-2,e")))
    game.then(
        CaravanDeparted(BLUE, "c1", "e:-1,0,ne", 1, 3, Bundle(salt=1)),
        TollPaid(BLUE, WHITE, "c1", "e:-1,-1,e", 1),
        CaravanStepped(BLUE, "c1", "e:-1,-1,e"),
        CaravanStepped(BLUE, "c1", "e:0,-2,se"),
        TollPaid(BLUE, ORANGE, "c1", "e:0,-2,e", 1),
        CaravanStepped(BLUE, "c1", "e:0,-2,e"),
        CaravanArrived(BLUE, "c1", "e:0,-2,e"),
    )
    assert (gold(game, BLUE), gold(game, WHITE), gold(game, ORANGE)) == (1, 1, 1)


def test_the_second_caravan_pays_for_itself() -> None:
    """ME-CARAVAN-6, ME-RULING-46"""
    game = at_bern().given(*caravan(BLUE, "e:-1,0,ne"))
    game = game.when(BLUE, MoveCaravan("c1", path("e:-1,-1,e"))).when(BLUE, MoveCaravan("c2", path("e:-1,-1,e")))
    assert game.happened(TollPaid) == [TollPaid(BLUE, WHITE, "c2", "e:-1,-1,e", 1)]


def test_own_routes_are_free() -> None:
    """ME-CARAVAN-5"""
    at_bern(purse=0).when(BLUE, MoveCaravan("c1", path("e:-1,-1,se"))).accepted().then_no(TollPaid)


def test_a_caravan_on_a_foreign_route_pays_for_entering_the_owners_next_one() -> None:
    """ME-CARAVAN-7"""
    game = at_bern().given(*caravan(BLUE, "e:-1,-1,e"))
    game.when(BLUE, MoveCaravan("c2", path("e:-1,0,ne"))).accepted().then_no(TollPaid)
    on = game.when(BLUE, MoveCaravan("c2", path("e:0,-2,se")))
    assert on.happened(TollPaid) == [TollPaid(BLUE, WHITE, "c2", "e:0,-2,se", 1)]


def test_gold_must_be_there_for_every_fee_on_the_way() -> None:
    """ME-CARAVAN-8, ME-RULING-33"""
    whole = path("e:-1,-1,e", "e:0,-2,se", "e:0,-2,e")
    at_bern(purse=1).when(BLUE, MoveCaravan("c1", whole)).refused_by("ME-CARAVAN-8", code="cannot_pay", to=ORANGE)
    at_bern(purse=1).when(BLUE, MoveCaravan("c1", whole[:2])).accepted()
    at_bern(purse=2).when(BLUE, MoveCaravan("c1", whole)).accepted()


def test_a_move_may_turn_back_and_turn_at_a_crossing() -> None:
    """ME-CARAVAN-9, ME-RULING-34"""
    game = at_bern()  # Bern, Paris and Bruxelles hang on one crossing
    crossing = path("e:-1,-1,se", "e:-1,-1,e", "e:-1,-1,se")
    game = game.when(BLUE, MoveCaravan("c1", crossing)).then_among_others(CaravanArrived(BLUE, "c1", "e:-1,-1,se"))
    (departed,) = game.happened(CaravanDeparted)
    assert departed.steps == 3


def test_a_move_is_one_action_without_trades_in_between() -> None:
    """ME-RULING-11, ME-CARAVAN-8"""
    game = at_bern(purse=0).when(BLUE, MoveCaravan("c1", path("e:-1,-1,e"))).refused_by("ME-CARAVAN-8")
    game.when(BLUE, OfferTrade(Goods(salt=1), Goods(gold=1))).accepted()  # whoever needs gold trades before


def test_caravans_use_routes_at_sea() -> None:
    """ME-RULING-2, ME-BOARD-2"""
    game = acting(BLUE, hands={BLUE: Bundle(salt=1)}).given(*post(BLUE, "athina"))
    game = game.given(*routes(BLUE, "e:1,5,ne", "e:2,4,se"), *caravan(BLUE, "e:1,5,ne"))
    game.when(BLUE, MoveCaravan("c2", path(to("e:2,4,se")))).then_among_others(CaravanArrived(BLUE, "c2", "e:2,4,se"))
