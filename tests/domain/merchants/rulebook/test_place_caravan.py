"""Placing caravans (ME-BUILD-6 to -8)."""

from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.rulebook.move_caravan import CaravanArrived, MoveCaravan, TollPaid
from kontor.domain.merchants.rulebook.place_caravan import CaravanPlaced, PlaceCaravan
from tests.domain.merchants.factories import (
    BLUE,
    RED,
    WHITE,
    Game,
    acting,
    caravan,
    path,
    routes,
)

MERCHANT = Bundle(wool=1, grain=1, lumber=1)
CARAVAN = Bundle(ore=1, lumber=1, salt=1)
PLENTY = Bundle(lumber=4, wool=4, grain=4, ore=4, salt=4)


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


def test_a_caravan_that_is_placed_again_has_paid_for_this_turn() -> None:
    """ME-RULING-45, ME-RULING-46, ME-CARAVAN-5, ME-RULING-44"""
    again = placed_anew(rules=1).when(BLUE, MoveCaravan("c1", path("e:-1,-1,e"))).accepted()
    assert again.happened(TollPaid) == []
    other = placed_anew(rules=1).when(BLUE, MoveCaravan("c2", path("e:-1,-1,e")))
    assert other.happened(TollPaid) == [TollPaid(BLUE, WHITE, "c2", "e:-1,-1,e", 1)]  # ME-CARAVAN-6


def test_until_version_1_a_caravan_that_was_placed_again_paid_again() -> None:
    """ME-RULING-45"""
    again = placed_anew(rules=0).when(BLUE, MoveCaravan("c1", path("e:-1,-1,e")))
    again.then_among_others(TollPaid(BLUE, WHITE, "c1", "e:-1,-1,e", 1), CaravanArrived(BLUE, "c1", "e:-1,-1,e"))


def placed_anew(rules: int) -> Game:
    """Blue's first caravan has paid White, and was then taken off and placed anew."""
    game = acting(BLUE, hands={BLUE: PLENTY}, rules=rules)
    game = game.given(*routes(WHITE, "e:-1,-1,e"), *caravan(BLUE, "e:-1,0,ne"))
    paid = game.when(BLUE, MoveCaravan("c1", path("e:-1,-1,e")))
    assert paid.happened(TollPaid) == [TollPaid(BLUE, WHITE, "c1", "e:-1,-1,e", 1)]
    return paid.when(BLUE, PlaceCaravan("e:-1,0,ne", replace="c1")).accepted()
