"""remove_three (HT-MARKER-12)."""

from kontor.domain.hansa.rulebook.marker_remove import PiecesRemoved, RemovedPiece
from kontor.domain.hansa.rulebook.markers import MarkerUsed, UseMarker
from tests.domain.hansa.factories import BLUE, MERCHANT, RED, TRADER, owns, placed, position, share
from tests.domain.hansa.seen import on_post, stock, supply

HERE, THERE = "Hamburg~Stade", "Bremen~Minden"


def removes(*posts: str) -> UseMarker:
    return UseMarker("m01", posts=posts)


def test_up_to_three_foreign_pieces_are_removed_to_their_owners_supply() -> None:
    """HT-MARKER-12, HT-DEC-13, HT-RULING-28"""
    given = position(
        "hansa-45",
        owns(RED, "m01", "remove_three"),
        placed(BLUE, *(f"{HERE}/{n}" for n in (1, 2, 3))),
        placed(BLUE, f"{THERE}/1", shape=MERCHANT),
        placed(RED, f"{THERE}/2"),
        shares=[share(BLUE, (1, 0), (2, 0))],
        edition="classic",
    )
    after = given.when(RED, removes(f"{HERE}/1", f"{THERE}/1")).then(
        MarkerUsed(RED, "m01", "remove_three"),
        PiecesRemoved(RED, (RemovedPiece(BLUE, TRADER, f"{HERE}/1"), RemovedPiece(BLUE, MERCHANT, f"{THERE}/1"))),
    )
    assert (supply(after, BLUE), stock(after, BLUE)) == ((2, 1), (2, 0))
    assert on_post(after, f"{HERE}/1") is None
    four = removes(*(f"{HERE}/{n}" for n in (1, 2, 3)), f"{THERE}/1")
    given.when(RED, four).refused_by("HT-MARKER-12", "too_many_pieces")
    given.when(RED, removes(f"{HERE}/1", f"{HERE}/1")).refused_by("HT-MARKER-12", "too_many_pieces")
    given.when(RED, removes(f"{THERE}/2")).refused_by("HT-MARKER-12", "own_piece")
    given.when(RED, removes(f"{THERE}/3")).refused_by("HT-MARKER-12", "post_empty")
