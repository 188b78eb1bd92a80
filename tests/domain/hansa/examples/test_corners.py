"""Worked examples of corner cases and of conservation (rules page, section 29.10)."""

from kontor.domain.hansa.rulebook.displace import DisplacePiece
from kontor.domain.hansa.rulebook.ending import EndTriggered, PlateDiscarded, PlayEnded
from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.markers import UseMarker
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.rulebook.place_displaced import PlaceDisplaced, Placement
from kontor.domain.hansa.rulebook.replacement_markers import ReplacementDrawn
from kontor.domain.hansa.rulebook.rewards import NoReward
from kontor.domain.hansa.rulebook.turn import EndTurn
from kontor.domain.hansa.words import PieceCount
from tests.domain.hansa.board_files import normal_posts
from tests.domain.hansa.factories import (
    BLUE,
    GREEN,
    MERCHANT,
    PURPLE,
    RED,
    TRADER,
    YELLOW,
    held,
    owns,
    placed,
    position,
    share,
    started,
)
from tests.domain.hansa.seen import all_pieces, desk, in_hand, plate, points, stock, supply


def test_the_start_position_of_the_fourth_seat() -> None:
    """HT-EX-81, HT-PIECE-2, HT-PIECE-3, HT-SETUP-8"""
    after = started("hansa-45", seats=4)
    assert desk(after, YELLOW) == (15, 3)
    assert (supply(after, YELLOW), stock(after, YELLOW)) == ((8, 1), (3, 0))
    assert all_pieces(after, YELLOW) == (27, 4)  # one trader of them on the prestige track


def test_a_displaced_piece_in_hand_is_counted() -> None:
    """HT-EX-82, HT-PIECE-2, HT-DISPLACE-21"""

    post = "Minden~Münster/1"
    given = started("hansa-45", seats=4)
    for seat in (RED, BLUE, GREEN, YELLOW):
        if seat == BLUE:
            given = given.when(BLUE, PlacePiece(post, TRADER))
        given = given.when(seat, EndTurn())
    displaced = given.when(RED, DisplacePiece(post, TRADER, PieceCount(1, 0))).accepted()
    assert in_hand(displaced) == (BLUE, TRADER)
    assert all_pieces(displaced, BLUE) == (27, 4)
    assert all_pieces(displaced, RED) == (27, 4)


def test_two_markers_taken_with_one_left_end_the_game() -> None:
    """HT-EX-84, HT-RULING-64"""
    first, second = "Bremen~Osnabrück", "Goslar~Hildesheim"
    red = (
        position(
            "hansa-45",
            held("hansa-45", RED, first),
            held("hansa-45", RED, second),
            *(owns(RED, marker, "extra_office") for marker in ("m04", "m05", "m06")),
            supply=1,
        )
        .when(RED, EstablishRoute(first, NoReward()))
        .then_among_others(ReplacementDrawn(RED, 0, 4))
        .then_no(EndTriggered)
        .when(RED, EstablishRoute(second, NoReward()))
        .then_among_others(EndTriggered("markers"), PlateDiscarded(RED, 1), PlayEnded(("markers",)))
        .then_no(ReplacementDrawn)
    )
    assert plate(red, RED) == 0
    assert points(red, RED, "markers") == 6
    red.when(RED, UseMarker("m01")).not_asked()


def test_a_piece_that_could_not_be_placed_again_is_not_displaced() -> None:
    """HT-EX-85, HT-DISPLACE-17, HT-DISPLACE-18, HT-RULING-16"""
    x = "Waren~Wismar"
    elsewhere = [post for post in normal_posts("east") if not post.startswith(f"{x}/")]
    others = (RED, GREEN, YELLOW, PURPLE)
    given = position(
        "east",
        *(placed(others[n % 4], post) for n, post in enumerate(elsewhere)),
        placed(BLUE, f"{x}/1"),
        placed(BLUE, f"{x}/2", shape=MERCHANT),
        seats=5,
        shares=[share(RED, (4, 0)), share(BLUE, stock=(3, 0))],
    )
    given.when(RED, DisplacePiece(f"{x}/1", TRADER, PieceCount(1, 0))).refused_by(
        "HT-DISPLACE-18", "cannot_be_replaced"
    )
    displaced = given.when(RED, DisplacePiece(f"{x}/2", TRADER, PieceCount(2, 0))).accepted()
    near, far = "Wismar~Stralsund/2", "Stralsund~Malmö/3"
    after = displaced.when(BLUE, PlaceDisplaced((Placement("displaced", MERCHANT, near),))).accepted()
    assert stock(after, BLUE) == (3, 0)
    displaced.when(BLUE, PlaceDisplaced((Placement("displaced", MERCHANT, far),))).refused_by(
        "HT-DISPLACE-12", "not_nearest_ring"
    )
    forfeited = (Placement("displaced", MERCHANT, near), Placement("stock", TRADER, "Wismar~Stralsund/3"))
    displaced.when(BLUE, PlaceDisplaced(forfeited)).refused_by("HT-DISPLACE-13", "shape_not_allowed")
