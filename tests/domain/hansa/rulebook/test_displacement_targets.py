"""Where displaced pieces may go, and how many extras come along (HT-DISPLACE-5, -11 to -14, HT-BRIT-10, -12)."""

import pytest

from kontor.domain.hansa.rulebook.displace import DisplacePiece
from kontor.domain.hansa.rulebook.place_displaced import PlaceDisplaced, Placement
from kontor.domain.hansa.words import PieceCount
from tests.domain.hansa.factories import BLUE, GREEN, RED, TRADER, held, offices, placed, position, share

CARDIFF, CARLISLE, LONDON = (offices(RED, city, 1) for city in ("Cardiff", "Carlisle", "London"))
SHARES = [share(RED, (6, 2), actiones=5)]


@pytest.mark.parametrize(
    ("origin", "target", "allowed"),
    [
        ("Oxford~Cardiff/1", "Montgomery~Cardiff/1", False),
        ("Oxford~Cardiff/1", "Coventry~Cardiff/1", True),
        ("Montgomery~Cardiff/1", "Cardiff~Pembroke/1", True),
        ("Montgomery~Cardiff/1", "Oxford~Cardiff/1", True),
        ("Carlisle~Falkirk/1", "Glasgow~Falkirk/1", True),
        ("Carlisle~Falkirk/1", "Durham~Carlisle/1", True),
        ("Carlisle~Isle of Man/1", "Conway~Isle of Man/3", False),
    ],
)
def test_displaced_pieces_stay_in_their_country_or_go_to_england(origin: str, target: str, allowed: bool) -> None:
    """HT-BRIT-10, HT-DISPLACE-13"""
    displaced = position(
        "britannia-45", CARDIFF, CARLISLE, LONDON, placed(BLUE, origin), shares=[*SHARES, share(BLUE)]
    ).when(RED, DisplacePiece(origin, TRADER, PieceCount(1, 0)))
    answer = displaced.when(BLUE, PlaceDisplaced((Placement("displaced", TRADER, target),)))
    if allowed:
        answer.accepted()
    else:
        answer.refused_by("HT-BRIT-10", "border")


def test_forbidden_countries_count_for_the_distance() -> None:
    """HT-BRIT-12, HT-RULING-44"""
    # Hereford~Lancaster is ring 3 only over Wales: Oxford~Cardiff, Montgomery~Cardiff, Montgomery~Hereford
    ring_1 = ("London~Oxford", "Salisbury~Oxford", "Coventry~Cardiff")
    ring_2 = (
        "Coventry~Cambridge",
        "Coventry~Hereford",
        "Coventry~Nottingham",
        "London~Cambridge",
        "London~Canterbury",
        "Salisbury~Bristol",
        "Salisbury~Plymouth",
        "Salisbury~Southampton",
    )
    full = [held("britannia-45", GREEN, route) for route in (*ring_1, *ring_2)]
    displaced = position("britannia-45", *full, placed(BLUE, "Oxford~Cardiff/1"), shares=[*SHARES, share(BLUE)]).when(
        RED, DisplacePiece("Oxford~Cardiff/1", TRADER, PieceCount(1, 0))
    )
    displaced.when(BLUE, PlaceDisplaced((Placement("displaced", TRADER, "Hereford~Lancaster/1"),))).accepted()
    displaced.when(BLUE, PlaceDisplaced((Placement("displaced", TRADER, "Durham~Lancaster/1"),))).refused_by(
        "HT-DISPLACE-12", "not_nearest_ring"
    )
