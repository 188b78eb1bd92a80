"""swap_offices (HT-MARKER-7, -8, HT-EAST-14)."""

import pytest

from kontor.domain.hansa.rulebook.marker_swap import OfficesSwapped
from kontor.domain.hansa.rulebook.markers import MarkerUsed, UseMarker
from kontor.domain.hansa.rulebook.office import CityCompleted
from kontor.domain.hansa.rulebook.prestige import PrestigeGained
from kontor.domain.hansa.words import Edition
from tests.domain.hansa.factories import (
    BLUE,
    GREEN,
    MERCHANT,
    RED,
    TRADER,
    extra,
    full_city,
    green,
    offices,
    owns,
    position,
)
from tests.domain.hansa.seen import controller, office_at

SWAP = owns(RED, "m01", "swap_offices")


def swap(city: str, left: int) -> UseMarker:
    return UseMarker("m01", city=city, left_index=left)


def test_two_neighbouring_occupied_offices_of_different_owners_are_swapped() -> None:
    """HT-MARKER-7, HT-DEC-11, HT-RULING-27"""
    given = position(
        "hansa-45", SWAP, offices(RED, "Minden", 1), offices(BLUE, "Minden", 2), offices(GREEN, "Minden", 3)
    )
    given.when(RED, swap("Minden", 1)).then(MarkerUsed(RED, "m01", "swap_offices"), OfficesSwapped(RED, "Minden", 1))
    # Blue and Green; an empty office; no such offices; not neighbouring
    for left in (2, 3, 4, 0, 9):
        given.when(RED, swap("Minden", left)).refused_by("HT-MARKER-7", "illegal_pair")
    given.when(RED, swap("Rom", 1)).refused_by("HT-BOARD-1", "unknown_city")


@pytest.mark.parametrize("edition", ["bigbox", "classic"])
def test_two_offices_of_one_owner_are_not_swapped(edition: Edition) -> None:
    """HT-MARKER-7, HT-RULING-27"""
    given = position("hansa-45", SWAP, offices(RED, "Minden", 1), offices(RED, "Minden", 2), edition=edition)
    given.when(RED, swap("Minden", 1)).refused_by("HT-MARKER-7", "illegal_pair")


def test_a_swap_ignores_shapes_and_colours() -> None:
    """HT-MARKER-7"""
    given = position("hansa-45", SWAP, offices(RED, "Arnheim", 1), offices(BLUE, "Arnheim", 2, MERCHANT))
    after = given.when(RED, swap("Arnheim", 1)).accepted()
    assert office_at(after, "Arnheim", 1) == (BLUE, MERCHANT)
    assert office_at(after, "Arnheim", 2) == (RED, TRADER)


def test_a_swap_leaves_extra_offices_coins_and_counters_alone() -> None:
    """HT-MARKER-8"""
    full = position("hansa-45", SWAP, extra(RED, "Duisburg"), full_city("hansa-45", BLUE, "Duisburg"))
    for left in (0, 1):
        full.when(RED, swap("Duisburg", left)).refused_by("HT-MARKER-7", "illegal_pair")
    coin = position("hansa-45", SWAP, offices(BLUE, "Halle", 1), offices(RED, "Halle", 2))
    assert controller(coin, "Halle") == RED
    after = coin.when(RED, swap("Halle", 1)).then_no(PrestigeGained, CityCompleted)
    assert controller(after, "Halle") == BLUE


def test_swaps_in_green_cities_touch_only_what_the_permanent_marker_laid() -> None:
    """HT-EAST-14, HT-RULING-40"""
    given = position(
        "east", SWAP, green(RED, "Dresden", "left"), green(BLUE, "Dresden", "right"), green(RED, "Dresden", "right")
    )
    assert controller(given, "Dresden") == RED
    given.when(RED, swap("Dresden", 1)).then_among_others(OfficesSwapped(RED, "Dresden", 1))
    left = position("east", SWAP, green(BLUE, "Dresden", "left"), green(RED, "Dresden", "left"))
    left.when(RED, swap("Dresden", 1)).refused_by("HT-MARKER-7", "illegal_pair")
    mixed = position("east", SWAP, green(RED, "Dresden", "left"), green(BLUE, "Dresden", "right"))
    mixed.when(RED, swap("Dresden", 1)).refused_by("HT-MARKER-7", "illegal_pair")
