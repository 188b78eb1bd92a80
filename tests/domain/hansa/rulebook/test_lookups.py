"""Names in commands: what they stand for on this board (HT-BOARD-1, -3, -13)."""

import pytest

from kontor.domain.hansa.boards.board import boards, compile_board
from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.lookups import require_city, require_post, require_route
from kontor.domain.hansa.rulebook.place import PiecePlaced, PlacePiece
from kontor.domain.hansa.rulebook.rewards import AbilityReward, NoReward, OfficeReward
from kontor.domain.hansa.rulebook.turn import ActionSpent
from kontor.domain.kernel.violation import Violation
from tests.domain.hansa.factories import RED, TRADER, held, position
from tests.domain.hansa.seen import on_post

ROUTE = "Bremen~Osnabrück"  # a tavern route
HELD = held("hansa-45", RED, ROUTE)


def test_an_unknown_route_or_city_is_refused() -> None:
    """HT-BOARD-13, HT-BOARD-1, HT-ROUTE-8"""
    given = position("hansa-45", HELD)
    given.when(RED, EstablishRoute("Bremen~Halle", NoReward())).refused_by("HT-BOARD-13", "unknown_route")
    given.when(RED, EstablishRoute(ROUTE, OfficeReward("office", "Rom", TRADER))).refused_by(
        "HT-BOARD-1", "unknown_city"
    )
    for reward in (
        OfficeReward("office", "Minden", TRADER),
        AbilityReward("ability", "Halle", "keys"),
    ):
        given.when(RED, EstablishRoute(ROUTE, reward)).refused_by("HT-ROUTE-8", "unknown_city")


def test_a_misspelt_name_gets_the_nearest_one_of_the_board() -> None:
    """HT-BOARD-1, HT-BOARD-3, HT-BOARD-13"""
    board = compile_board(boards()["hansa-45"])
    for require, name, meant in (
        (require_city, "Lubeck", "Lübeck"),
        (require_post, "Bremen~Osnabruck/1", "Bremen~Osnabrück/1"),
        (require_route, "Breman~Osnabrück", "Bremen~Osnabrück"),
    ):
        with pytest.raises(Violation, match=f"did you mean {meant}"):
            require(board, name)


POST = "Hamburg~Stade/1"


def test_nothing_is_placed_into_a_city() -> None:
    """HT-PLACE-4, HT-BOARD-3"""
    given = position("hansa-45")
    for post in ("Hamburg~Stade/4", "Hamburg~Minden/1", "Hamburg/1"):
        given.when(RED, PlacePiece(post, TRADER)).refused_by("HT-BOARD-3", "unknown_post")


def test_a_route_may_be_named_from_either_end_and_its_posts_keep_their_numbers() -> None:
    """HT-BOARD-3"""
    after = position("hansa-45").when(RED, PlacePiece("Stade~Hamburg/1", TRADER))
    after.then(ActionSpent(RED, 1, 2), PiecePlaced(RED, TRADER, POST))
    assert on_post(after, POST) == (RED, TRADER)
