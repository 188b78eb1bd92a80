"""Displace: what the active seat does (HT-DISPLACE-1 to -4, -18 to -21)."""

import pytest

from kontor.domain.hansa.rulebook.displace import DisplacePiece, FeePaid, PieceDisplaced
from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.rulebook.place_displaced import DisplacedPlaced, ExtrasDeclined, PlaceDisplaced, Placement
from kontor.domain.hansa.rulebook.rewards import NoReward
from kontor.domain.hansa.rulebook.turn import ActionSpent, EndTurn
from kontor.domain.hansa.words import PieceCount, Shape
from tests.domain.hansa.board_files import normal_posts
from tests.domain.hansa.factories import (
    BLUE,
    GREEN,
    MERCHANT,
    RED,
    TRADER,
    YELLOW,
    favoured,
    offices,
    placed,
    position,
    share,
)
from tests.domain.hansa.seen import on_post, stock, supply

POST = "Minden~Münster/1"
ONE, TWO = PieceCount(1, 0), PieceCount(2, 0)


def test_a_foreign_piece_makes_room_for_an_own_one() -> None:
    """HT-DISPLACE-1, HT-DISPLACE-21, HT-DEC-5"""
    given = position("hansa-45", placed(BLUE, POST), shares=[share(RED, (3, 0), (1, 0)), share(BLUE, (1, 0), (2, 0))])
    after = given.when(RED, DisplacePiece(POST, TRADER, ONE)).then(
        ActionSpent(RED, 1, 2),
        PieceDisplaced(RED, BLUE, TRADER, TRADER, POST, 1),
        FeePaid(RED, 1, 0),
    )
    assert on_post(after, POST) == (RED, TRADER)
    # the displaced trader is in nobody's stock or supply
    assert (supply(after, BLUE), stock(after, BLUE)) == ((1, 0), (2, 0))


def test_own_pieces_and_empty_posts_are_not_displaced() -> None:
    """HT-DISPLACE-1"""
    given = position("hansa-45", placed(RED, POST))
    given.when(RED, DisplacePiece(POST, TRADER, ONE)).refused_by("HT-DISPLACE-1", "own_piece")
    given.when(RED, DisplacePiece("Minden~Münster/2", TRADER, ONE)).refused_by("HT-DISPLACE-1", "post_empty")


@pytest.mark.parametrize("new", [TRADER, MERCHANT])
@pytest.mark.parametrize("old", [TRADER, MERCHANT])
def test_the_shape_of_the_new_piece_is_free_on_a_normal_post(new: Shape, old: Shape) -> None:
    """HT-DISPLACE-2"""
    given = position("hansa-45", placed(BLUE, POST, shape=old), shares=[share(RED, (3, 1))])
    after = given.when(RED, DisplacePiece(POST, new, ONE if old == TRADER else TWO)).accepted()
    assert on_post(after, POST) == (RED, new)


def test_a_merchant_only_post_is_taken_by_a_merchant() -> None:
    """HT-DISPLACE-2"""
    given = position("east", placed(BLUE, "Malmö~Visby/2", shape=MERCHANT), shares=[share(RED, (3, 1))])
    given.when(RED, DisplacePiece("Malmö~Visby/2", TRADER, TWO)).refused_by("HT-DISPLACE-2", "shape_not_allowed")
    given.when(RED, DisplacePiece("Malmö~Visby/2", MERCHANT, TWO)).accepted()


@pytest.mark.parametrize("fee", [PieceCount(0, 0), PieceCount(2, 0), PieceCount(1, 1)])
def test_the_fee_for_a_trader_is_one_piece(fee: PieceCount) -> None:
    """HT-DISPLACE-3"""
    given = position("hansa-45", placed(BLUE, POST), shares=[share(RED, (5, 2))])
    given.when(RED, DisplacePiece(POST, TRADER, fee)).refused_by("HT-DISPLACE-3")


@pytest.mark.parametrize("fee", [PieceCount(1, 0), PieceCount(0, 1), PieceCount(3, 0)])
def test_the_fee_for_a_merchant_is_two_pieces(fee: PieceCount) -> None:
    """HT-DISPLACE-3, HT-PIECE-6"""
    given = position("hansa-45", placed(BLUE, POST, shape=MERCHANT), shares=[share(RED, (5, 2))])
    given.when(RED, DisplacePiece(POST, TRADER, fee)).refused_by("HT-DISPLACE-3")


def test_the_payer_chooses_the_shapes_of_the_fee() -> None:
    """HT-DISPLACE-3, HT-RULING-10, HT-PIECE-7"""
    given = position("hansa-45", placed(BLUE, POST, shape=MERCHANT), shares=[share(RED, (2, 2))])
    for fee in (PieceCount(1, 1), PieceCount(0, 2)):
        after = given.when(RED, DisplacePiece(POST, TRADER, fee)).accepted()
        assert stock(after, RED) == (fee.traders, fee.merchants)


def test_the_supply_covers_piece_and_fee_shape_by_shape() -> None:
    """HT-DISPLACE-4"""
    given = position("hansa-45", placed(BLUE, POST), shares=[share(RED, (1, 1))])
    given.when(RED, DisplacePiece(POST, TRADER, ONE)).refused_by("HT-DISPLACE-4", "not_enough_pieces")
    given.when(RED, DisplacePiece(POST, MERCHANT, PieceCount(0, 1))).refused_by("HT-DISPLACE-4", "not_enough_pieces")
    given.when(RED, DisplacePiece(POST, MERCHANT, ONE)).accepted()
    given.when(RED, DisplacePiece(POST, TRADER, PieceCount(0, 1))).accepted()
    bare = position("hansa-45", placed(BLUE, POST), shares=[share(RED, (2, 0))])
    bare.when(RED, DisplacePiece(POST, MERCHANT, ONE)).refused_by("HT-DISPLACE-4", "not_enough_pieces")


def test_a_piece_with_nowhere_to_go_is_safe_unless_its_owner_may_use_the_same_route() -> None:
    """HT-DISPLACE-18, HT-FAVOUR-5"""
    elsewhere = [post for post in normal_posts("hansa-45") if not post.startswith("Minden~Münster/")]
    crowd = [placed((GREEN, YELLOW)[n % 2], post) for n, post in enumerate(elsewhere)]
    attack = DisplacePiece(POST, TRADER, ONE)
    shares = [share(RED, (4, 0)), share(BLUE, stock=(2, 0))]
    position("hansa-45", *crowd, placed(BLUE, POST), shares=shares).when(RED, attack).refused_by(
        "HT-DISPLACE-18", "cannot_be_replaced"
    )
    free = position(
        "hansa-45", *crowd, placed(BLUE, POST), favoured("free_relocation", BLUE), shares=shares, favours=True
    ).when(RED, attack)
    free.when(BLUE, PlaceDisplaced((Placement("displaced", TRADER, "Minden~Münster/2"),))).accepted()


def test_the_displaced_seat_answers_before_anything_else_happens() -> None:
    """HT-DISPLACE-19, HT-TURN-4, HT-TURN-9, HT-RULING-17"""
    displaced = position("hansa-45", placed(BLUE, POST), shares=[share(RED, (4, 0)), share(BLUE)]).when(
        RED, DisplacePiece(POST, TRADER, ONE)
    )
    assert displaced.ruleset.awaiting(displaced.state) == (BLUE,)
    displaced.when(RED, PlacePiece("Hamburg~Stade/1", TRADER)).not_asked()
    displaced.when(RED, EndTurn()).not_asked()
    displaced.when(BLUE, PlacePiece("Hamburg~Stade/1", TRADER)).refused_by("HT-TURN-4", "wrong_phase")
    answered = displaced.when(BLUE, PlaceDisplaced((Placement("displaced", TRADER, "Bremen~Minden/1"),))).then(
        DisplacedPlaced(BLUE, "displaced", TRADER, "Bremen~Minden/1"), ExtrasDeclined(BLUE, 1)
    )
    answered.when(RED, PlacePiece("Hamburg~Stade/1", TRADER)).accepted()


def test_re_placement_needs_no_permission() -> None:
    """HT-DISPLACE-19, HT-BRIT-9, HT-RULING-17"""
    displaced = position(
        "britannia-45",
        offices(RED, "Cardiff", 1),
        placed(BLUE, "Cardiff~Pembroke/1"),
        shares=[share(RED, (4, 0)), share(BLUE)],
    ).when(RED, DisplacePiece("Cardiff~Pembroke/1", TRADER, ONE))
    displaced.when(BLUE, PlaceDisplaced((Placement("displaced", TRADER, "Montgomery~Cardiff/1"),))).accepted()


def test_a_route_filled_by_re_placement_waits_for_an_establish() -> None:
    """HT-DISPLACE-20"""
    goslar = "Goslar~Magdeburg"
    displaced = position(
        "hansa-45",
        placed(BLUE, f"{goslar}/1", "Stendal~Magdeburg/1"),
        shares=[share(RED, (4, 0)), share(BLUE)],
    ).when(RED, DisplacePiece("Stendal~Magdeburg/1", TRADER, ONE))
    filled = displaced.when(BLUE, PlaceDisplaced((Placement("displaced", TRADER, f"{goslar}/2"),))).then(
        DisplacedPlaced(BLUE, "displaced", TRADER, f"{goslar}/2"), ExtrasDeclined(BLUE, 1)
    )
    filled.when(RED, EndTurn()).when(BLUE, EstablishRoute(goslar, NoReward())).accepted()


def test_the_same_seat_may_be_displaced_again_and_again() -> None:
    """HT-RULING-71, HT-DISPLACE-1"""
    first = (
        position("hansa-45", placed(BLUE, POST), shares=[share(RED, (4, 0)), share(BLUE)])
        .when(RED, DisplacePiece(POST, TRADER, ONE))
        .when(BLUE, PlaceDisplaced((Placement("displaced", TRADER, "Bremen~Minden/1"),)))
    )
    first.when(RED, DisplacePiece("Bremen~Minden/1", TRADER, ONE)).accepted()
