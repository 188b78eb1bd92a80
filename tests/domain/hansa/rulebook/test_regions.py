"""Regional scoring of Britannia (HT-BRIT-19 to -23)."""

import pytest

from tests.domain.hansa.factories import (
    BLUE,
    GREEN,
    MERCHANT,
    NEUTRAL,
    RED,
    TRADER,
    YELLOW,
    extra,
    neutral_game,
    office_row,
    offices,
    position,
)
from tests.domain.hansa.seen import controller, points


def test_controlled_cities_come_before_offices_and_extra_offices_count() -> None:
    """HT-BRIT-19, HT-BRIT-20, HT-RULING-46"""
    given = position(
        "britannia-3",
        offices(BLUE, "Chester", 1),
        offices(BLUE, "Conway", 1),
        office_row(RED, "Cardiff", TRADER, TRADER, TRADER),
        offices(GREEN, "Pembroke", 1),
        extra(GREEN, "Pembroke"),
    )
    assert [points(given, seat, "regions") for seat in (RED, BLUE, GREEN)] == [4, 7, 2]


def test_without_an_office_in_the_region_there_is_nothing_and_offices_alone_may_score() -> None:
    """HT-BRIT-20, HT-RULING-46"""
    given = position(
        "britannia-3", offices(RED, "Chester", 1), offices(BLUE, "Chester", 2, MERCHANT), offices(GREEN, "London", 1)
    )
    assert [points(given, seat, "regions") for seat in (RED, BLUE, GREEN)] == [4, 7, 0]


@pytest.mark.parametrize(
    ("cities", "expected"),
    [
        ({"Chester": RED, "Conway": BLUE}, [5, 5, 0, 0]),
        ({"Chester": RED, "Conway": BLUE, "Pembroke": GREEN}, [4, 4, 4, 0]),
        ({"Chester": RED, "Conway": BLUE, "Pembroke": GREEN, "Cardiff": YELLOW}, [3, 3, 3, 3]),
    ],
)
def test_equal_owners_share_the_ranks_they_occupy(cities: dict[str, int], expected: list[int]) -> None:
    """HT-BRIT-21"""
    given = position("britannia-45", *(offices(seat, city, 1) for city, seat in cities.items()))
    assert [points(given, seat, "regions") for seat in (RED, BLUE, GREEN, YELLOW)] == expected


def test_two_share_the_second_and_third_rank() -> None:
    """HT-BRIT-21"""
    given = position(
        "britannia-45",
        offices(RED, "Chester", 1),
        offices(RED, "Cardiff", 1),
        offices(BLUE, "Conway", 1),
        offices(GREEN, "Pembroke", 1),
    )
    assert [points(given, seat, "regions") for seat in (RED, BLUE, GREEN)] == [7, 3, 3]


def test_the_isle_of_man_counts_in_both_regions_of_the_large_side() -> None:
    """HT-BRIT-22, HT-RULING-41"""
    island = offices(RED, "Isle of Man", 1, MERCHANT)
    assert points(position("britannia-45", island), RED, "regions") == 14
    assert points(position("britannia-3", offices(RED, "Isle of Man", 1)), RED, "regions") == 7


def test_regional_points_are_a_category_of_their_own() -> None:
    """HT-BRIT-23, HT-SCORE-1"""
    given = position("britannia-3", offices(RED, "Chester", 1))
    assert given.scored(RED).breakdown == {
        "prestige": 0,
        "abilities": 0,
        "markers": 0,
        "special_prestige": 0,
        "cities": 2,
        "network": 1,
        "mission": 0,
        "regions": 7,
    }
    assert given.scored(RED).total == 10


def test_cities_and_regions_of_the_neutral_colour_give_nothing_to_seats() -> None:
    """HT-2P-NEUT-15, HT-SCORE-6, HT-BRIT-19"""
    play = neutral_game(
        "britannia-3",
        offices(NEUTRAL, "Conway", 1),
        offices(NEUTRAL, "Chester", 1),
        offices(RED, "Chester", 2, MERCHANT),
        offices(NEUTRAL, "Pembroke", 1),
    )
    assert controller(play, "Conway") == NEUTRAL
    assert points(play, RED, "cities") == 2
    assert points(play, RED, "regions") == 4  # rank 2 behind the neutral colour
