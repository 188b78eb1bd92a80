"""Special prestige spaces (HT-SPECIAL)."""

import pytest

from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.markers import UseMarker
from kontor.domain.hansa.rulebook.prestige import PrestigeGained
from kontor.domain.hansa.rulebook.rewards import SpecialReward
from kontor.domain.hansa.rulebook.special import SpecialSpaceTaken
from tests.domain.hansa.factories import BLUE, MERCHANT, RED, Play, held, owns, placed, position, share
from tests.domain.hansa.seen import points, prestige, stock

ROUTE = "Warburg~Coellen"


def at_coellen(*taken: SpecialSpaceTaken, level: int = 3, merchants: int = 1) -> Play:
    return position(
        "hansa-45",
        *taken,
        placed(RED, *(f"{ROUTE}/{n}" for n in range(1, 5 - merchants))),
        placed(RED, *(f"{ROUTE}/{n}" for n in range(5 - merchants, 5)), shape=MERCHANT),
        shares=[share(RED, privilegium=level)],
    )


def space(points: int, city: str = "Coellen") -> EstablishRoute:
    return EstablishRoute(ROUTE, SpecialReward("special", city, points))


@pytest.mark.parametrize(("points", "needed"), [(7, 0), (8, 1), (9, 2), (11, 3)])
def test_each_space_needs_its_privilege_and_lower_ones_may_be_skipped(points: int, needed: int) -> None:
    """HT-SPECIAL-1, HT-SPECIAL-2"""
    at_coellen(level=needed).when(RED, space(points)).then_among_others(SpecialSpaceTaken(RED, points))
    if needed:
        at_coellen(level=needed - 1).when(RED, space(points)).refused_by("HT-SPECIAL-2", "privilege_too_low")


def test_a_taken_or_unknown_space_is_refused() -> None:
    """HT-SPECIAL-1"""
    at_coellen(SpecialSpaceTaken(BLUE, 8)).when(RED, space(8)).refused_by("HT-SPECIAL-1", "space_taken")
    at_coellen().when(RED, space(10)).refused_by("HT-SPECIAL-1", "space_taken")


def test_only_the_city_of_the_spaces_offers_them() -> None:
    """HT-SPECIAL-1"""
    at_coellen().when(RED, space(7, "Warburg")).refused_by("HT-SPECIAL-1")
    elsewhere = position("hansa-45", placed(RED, "Goslar~Magdeburg/1", "Goslar~Magdeburg/2", shape=MERCHANT))
    elsewhere.when(RED, EstablishRoute("Goslar~Magdeburg", SpecialReward("special", "Goslar", 7))).refused_by(
        "HT-SPECIAL-1"
    )


def test_only_a_merchant_of_the_route_takes_a_space() -> None:
    """HT-SPECIAL-2, HT-PIECE-6"""
    at_coellen(merchants=0).when(RED, space(7)).refused_by("HT-SPECIAL-2", "shape_not_allowed")


def test_the_points_count_at_the_end_only() -> None:
    """HT-SPECIAL-3, HT-SCORE-5"""
    given = at_coellen()
    after = given.when(RED, space(11)).then_no(PrestigeGained)
    assert prestige(after, RED) == 0
    assert points(after, RED, "special_prestige") == 11
    assert stock(after, RED) == (3, 0)


def test_a_seat_may_own_several_spaces_and_none_is_swapped() -> None:
    """HT-SPECIAL-4, HT-MARKER-8"""
    given = position(
        "hansa-45",
        SpecialSpaceTaken(RED, 7),
        SpecialSpaceTaken(BLUE, 8),
        SpecialSpaceTaken(RED, 9),
        owns(RED, "m01", "swap_offices"),
    )
    assert points(given, RED, "special_prestige") == 16
    given.when(RED, UseMarker("m01", city="Coellen", left_index=1)).refused_by("HT-MARKER-7", "illegal_pair")


@pytest.mark.parametrize(
    ("board", "route", "city"),
    [
        ("east", "Danzig~Königsberg", "Königsberg"),
        ("britannia-3", "Salisbury~Plymouth", "Plymouth"),
        ("britannia-45", "Salisbury~Plymouth", "Plymouth"),
    ],
)
def test_the_spaces_of_the_other_boards(board: str, route: str, city: str) -> None:
    """HT-SPECIAL-1, HT-EAST-2, HT-BRIT-3"""
    given = position(board, held(board, RED, route)[:3], placed(RED, f"{route}/4", shape=MERCHANT))
    given.when(RED, EstablishRoute(route, SpecialReward("special", city, 7))).then_among_others(
        SpecialSpaceTaken(RED, 7)
    )
