"""Who controls a city (HT-CONTROL)."""

from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.prestige import PrestigeGained
from kontor.domain.hansa.rulebook.rewards import NoReward
from kontor.domain.hansa.rulebook.special import SpecialSpaceTaken
from tests.domain.hansa.factories import (
    BLUE,
    GREEN,
    MERCHANT,
    RED,
    TRADER,
    extra,
    green,
    held,
    office_row,
    offices,
    position,
)
from tests.domain.hansa.seen import controller, office_pieces, points


def test_the_most_offices_control_a_city() -> None:
    """HT-CONTROL-1"""
    given = position("hansa-45", offices(BLUE, "Minden", 3), office_row(RED, "Minden", TRADER, TRADER))
    assert controller(given, "Minden") == RED
    assert controller(given, "Hannover") is None


def test_extra_offices_count_like_printed_ones() -> None:
    """HT-CONTROL-1, HT-OFFICE-10"""
    given = position("hansa-45", office_row(BLUE, "Hannover", TRADER), extra(RED, "Hannover"), extra(RED, "Hannover"))
    assert controller(given, "Hannover") == RED


def test_the_rightmost_office_of_the_tied_seats_decides() -> None:
    """HT-CONTROL-2"""
    two = position("hansa-45", offices(BLUE, "Minden", 1), offices(RED, "Minden", 2))
    assert controller(two, "Minden") == RED
    # Green sits rightmost but is not tied
    three = position(
        "hansa-45",
        office_row(RED, "Stendal", TRADER),
        offices(BLUE, "Stendal", 2, MERCHANT),
        offices(GREEN, "Stendal", 3),
        extra(RED, "Stendal"),
        extra(BLUE, "Stendal"),
    )
    assert controller(three, "Stendal") == BLUE


def test_extra_offices_lie_left_of_printed_ones_and_later_ones_left_of_earlier_ones() -> None:
    """HT-CONTROL-3"""
    printed = position("hansa-45", offices(BLUE, "Hannover", 1), extra(RED, "Hannover"))
    assert controller(printed, "Hannover") == BLUE
    later = position("east", green(RED, "Dresden", "left"), green(BLUE, "Dresden", "left"))
    assert controller(later, "Dresden") == RED
    right = position("east", green(RED, "Dresden", "left"), green(BLUE, "Dresden", "right"))
    assert controller(right, "Dresden") == BLUE


def test_shape_and_colour_do_not_matter_for_control() -> None:
    """HT-CONTROL-4"""
    given = position("hansa-45", offices(BLUE, "Göttingen", 1), offices(RED, "Göttingen", 2, MERCHANT))
    assert controller(given, "Göttingen") == RED
    given = position("hansa-45", offices(RED, "Paderborn", 1), offices(BLUE, "Paderborn", 2, MERCHANT))
    assert controller(given, "Paderborn") == BLUE


def test_special_prestige_spaces_are_no_offices() -> None:
    """HT-CONTROL-5"""
    given = position("hansa-45", SpecialSpaceTaken(RED, 7), SpecialSpaceTaken(RED, 8), offices(BLUE, "Coellen", 1))
    assert controller(given, "Coellen") == BLUE
    assert [points(given, RED, category) for category in ("cities", "network")] == [0, 0]


WAREN = "Waren~Havelberg"


def test_the_left_pieces_lie_left_of_the_right_ones() -> None:
    """HT-EAST-5"""
    play = position(
        "east",
        green(RED, "Dresden", "right"),
        green(BLUE, "Dresden", "left"),
        green(RED, "Dresden", "left", MERCHANT),
        green(BLUE, "Dresden", "right"),
    )
    assert office_pieces(play, "Dresden") == [(RED, MERCHANT), (BLUE, TRADER), (RED, TRADER), (BLUE, TRADER)]


def test_a_green_city_counts_like_any_city() -> None:
    """HT-EAST-7"""
    given = position("east", green(BLUE, "Waren"), offices(BLUE, "Havelberg", 1), held("east", RED, WAREN))
    assert controller(given, "Waren") == BLUE
    assert points(given, BLUE, "cities") == 4
    assert points(given, BLUE, "network") == 2
    given.when(RED, EstablishRoute(WAREN, NoReward())).then_among_others(PrestigeGained(BLUE, 1, "control", 1, "Waren"))
