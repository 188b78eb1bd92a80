"""Move (HT-MOVE)."""

import pytest

from kontor.domain.hansa.rulebook.move import MovedPiece, MovePieces, PiecesMoved, Step
from kontor.domain.hansa.rulebook.provinces import PawnPlaced
from kontor.domain.hansa.rulebook.turn import ActionSpent
from tests.domain.hansa.factories import BLUE, MERCHANT, RED, TRADER, offices, placed, position, share
from tests.domain.hansa.seen import on_post, stock, supply

X, Y = "Arnheim~Münster", "Hamburg~Stade"


def steps(*pairs: tuple[str, str]) -> MovePieces:
    return MovePieces(tuple(Step(origin, target) for origin, target in pairs))


def test_own_pieces_go_from_posts_to_empty_posts_however_far() -> None:
    """HT-MOVE-1, HT-MOVE-6, HT-DEC-7"""
    given = position("hansa-45", placed(RED, f"{X}/1", f"{X}/2"), shares=[share(RED, (2, 0), (3, 0))])
    after = given.when(RED, steps((f"{X}/1", f"{Y}/1"), (f"{X}/2", "Quedlinburg~Halle/4"))).then(
        ActionSpent(RED, 1, 2),
        PiecesMoved(RED, (MovedPiece(f"{X}/1", f"{Y}/1", TRADER), MovedPiece(f"{X}/2", "Quedlinburg~Halle/4", TRADER))),
    )
    assert [on_post(after, post) for post in (f"{X}/1", f"{X}/2")] == [None, None]
    assert on_post(after, f"{Y}/1") == on_post(after, "Quedlinburg~Halle/4") == (RED, TRADER)
    assert (supply(after, RED), stock(after, RED)) == ((2, 0), (3, 0))


@pytest.mark.parametrize(("level", "value"), [(0, 2), (1, 3), (2, 4), (3, 5)])
def test_liber_sophiae_limits_the_pieces_of_one_move(level: int, value: int) -> None:
    """HT-MOVE-1, HT-DESK-6"""
    held = [*(f"{X}/{n}" for n in (1, 2, 3)), *(f"{Y}/{n}" for n in (1, 2, 3))]
    free = [*(f"Bremen~Minden/{n}" for n in (1, 2, 3)), *(f"Emden~Stade/{n}" for n in (1, 2, 3))]
    given = position("hansa-45", placed(RED, *held), shares=[share(RED, liber_sophiae=level)])
    pairs = list(zip(held, free, strict=True))
    given.when(RED, steps(*pairs[:value])).accepted()
    given.when(RED, steps(*pairs[: value + 1])).refused_by("HT-MOVE-1", "too_many_pieces")


def test_at_least_one_piece_changes_its_post() -> None:
    """HT-MOVE-2, HT-RULING-18"""
    given = position("hansa-45", placed(RED, f"{X}/1", f"{X}/2"))
    given.when(RED, steps()).refused_by("HT-MOVE-1", "nothing_to_do")
    given.when(RED, steps((f"{X}/1", f"{X}/1"))).refused_by("HT-MOVE-1", "nothing_to_do")
    given.when(RED, steps((f"{X}/1", f"{X}/3"))).accepted()


def test_vacated_posts_count_as_empty() -> None:
    """HT-MOVE-3, HT-RULING-18"""
    given = position("hansa-45", placed(RED, f"{X}/1"), placed(RED, f"{X}/2", shape=MERCHANT))
    after = given.when(RED, steps((f"{X}/1", f"{X}/2"), (f"{X}/2", f"{Y}/1"))).accepted()
    assert on_post(after, f"{X}/2") == (RED, TRADER)
    assert on_post(after, f"{Y}/1") == (RED, MERCHANT)
    given.when(RED, steps((f"{X}/1", f"{X}/2"))).refused_by("HT-MOVE-1", "post_occupied")


def test_each_piece_is_set_down_once_on_a_separate_post() -> None:
    """HT-MOVE-4, HT-RULING-18"""
    given = position("hansa-45", placed(RED, f"{X}/1", f"{X}/2"))
    given.when(RED, steps((f"{X}/1", f"{Y}/1"), (f"{X}/2", f"{Y}/1"))).refused_by("HT-MOVE-1", "post_occupied")
    given.when(RED, steps((f"{X}/1", f"{Y}/1"), (f"{X}/1", f"{Y}/2"))).refused_by("HT-MOVE-1", "post_occupied")


def test_foreign_pieces_offices_and_empty_posts_do_not_move() -> None:
    """HT-MOVE-5, HT-OFFICE-11"""
    given = position("hansa-45", placed(BLUE, f"{X}/1"), placed(RED, f"{X}/2"), offices(RED, "Minden", 1))
    given.when(RED, steps((f"{X}/1", f"{Y}/1"))).refused_by("HT-MOVE-5", "foreign_piece")
    given.when(RED, steps((f"{X}/2", f"{X}/1"))).refused_by("HT-MOVE-1", "post_occupied")
    given.when(RED, steps((f"{X}/3", f"{Y}/1"))).refused_by("HT-MOVE-1", "post_empty")
    given.when(RED, steps(("Minden/1", f"{Y}/1"))).refused_by("HT-BOARD-3", "unknown_post")


def test_a_merchant_only_post_takes_no_moved_trader() -> None:
    """HT-MOVE-6, HT-BOARD-4"""
    given = position("east", placed(RED, "Halle~Wittenberg/1"), placed(RED, "Halle~Wittenberg/2", shape=MERCHANT))
    given.when(RED, steps(("Halle~Wittenberg/1", "Malmö~Visby/2"))).refused_by("HT-BOARD-4", "shape_not_allowed")
    given.when(RED, steps(("Halle~Wittenberg/2", "Malmö~Visby/2"))).accepted()


def test_the_pawn_does_not_restrict_a_move() -> None:
    """HT-MOVE-6, HT-2P-PROV-10"""
    given = position("hansa-3", PawnPlaced("altmark"), placed(RED, f"{X}/1"), two_player_variant="provinces")
    given.when(RED, steps((f"{X}/1", "Emden~Groningen/1"))).accepted()


ENGLAND, WALES, SCOTLAND = "London~Oxford/1", "Cardiff~Pembroke/1", "Glasgow~Falkirk/1"
WALES_2, SCOTLAND_2 = "Cardiff~Pembroke/2", "Glasgow~Falkirk/2"


@pytest.mark.parametrize(
    ("origin", "target", "allowed"),
    [
        (ENGLAND, "Oxford~Cardiff/1", True),
        (ENGLAND, WALES, False),
        (ENGLAND, SCOTLAND, False),
        (WALES, WALES_2, True),
        (WALES, ENGLAND, True),
        (WALES, SCOTLAND, False),
        (SCOTLAND, SCOTLAND_2, True),
        (SCOTLAND, ENGLAND, True),
        (SCOTLAND, WALES, False),
    ],
)
def test_a_move_stays_in_its_country_or_goes_to_england(origin: str, target: str, allowed: bool) -> None:
    """HT-BRIT-11, HT-MOVE-6"""
    move = position("britannia-45", placed(RED, origin)).when(RED, MovePieces((Step(origin, target),)))
    if allowed:
        move.accepted()
    else:
        move.refused_by("HT-BRIT-11", "border")
