"""Occupying offices (HT-OFFICE)."""

import pytest

from kontor.domain.hansa.rulebook.completed_route import RoutePiecesReturned
from kontor.domain.hansa.rulebook.ending import EndTriggered
from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.link import LinkCompleted
from kontor.domain.hansa.rulebook.office import CityCompleted, GreenOfficePlaced, OfficeOccupied
from kontor.domain.hansa.rulebook.prestige import PrestigeGained
from kontor.domain.hansa.rulebook.rewards import ExtraOfficeReward, NoReward, OfficeReward
from tests.domain.hansa.factories import (
    BLUE,
    GREEN,
    MERCHANT,
    RED,
    TRADER,
    extra,
    full_city,
    green,
    held,
    offices,
    owns,
    placed,
    position,
    share,
)
from tests.domain.hansa.seen import controller, counter, points, prestige, stock


def office(city: str, shape: str = TRADER) -> OfficeReward:
    return OfficeReward("office", city, shape)  # type: ignore[arg-type]  # a shape as a word


def extra_office(city: str, shape: str = TRADER, marker: str = "m01") -> ExtraOfficeReward:
    return ExtraOfficeReward("extra_office", city, shape, marker)  # type: ignore[arg-type]  # a shape as a word


def test_the_leftmost_empty_office_is_occupied() -> None:
    """HT-OFFICE-1"""
    minden = "Minden~Hannover"
    first = position("hansa-45", held("hansa-45", RED, minden), shares=[share(RED, privilegium=3)])
    first.when(RED, EstablishRoute(minden, office("Minden"))).then_among_others(
        OfficeOccupied(RED, "Minden", 1, TRADER)
    )
    third = position(
        "hansa-45",
        held("hansa-45", RED, minden),
        offices(BLUE, "Minden", 1),
        offices(RED, "Minden", 2),
        shares=[share(RED, privilegium=3)],
    )
    third.when(RED, EstablishRoute(minden, office("Minden"))).then_among_others(
        OfficeOccupied(RED, "Minden", 3, TRADER)
    )


@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_privilegium_opens_colour_by_colour(level: int) -> None:
    """HT-OFFICE-2, HT-DESK-6"""
    minden = "Minden~Hannover"  # Minden: white, orange, pink, black
    for taken in range(4):
        given = position(
            "hansa-45",
            held("hansa-45", RED, minden),
            *(offices(BLUE, "Minden", n + 1) for n in range(taken)),
            shares=[share(RED, privilegium=level)],
        ).when(RED, EstablishRoute(minden, office("Minden")))
        if taken <= level:
            given.then_among_others(OfficeOccupied(RED, "Minden", taken + 1, TRADER))
        else:
            given.refused_by("HT-OFFICE-2", "privilege_too_low")


def test_a_square_office_takes_a_trader_and_a_round_one_a_merchant() -> None:
    """HT-OFFICE-3, HT-PIECE-5"""
    route = "Bremen~Minden"  # Bremen's first office is round, Minden's square
    given = position("hansa-45", placed(RED, f"{route}/1", f"{route}/2"), placed(RED, f"{route}/3", shape=MERCHANT))
    given.when(RED, EstablishRoute(route, office("Bremen", MERCHANT))).accepted()
    given.when(RED, EstablishRoute(route, office("Minden", TRADER))).accepted()
    given.when(RED, EstablishRoute(route, office("Bremen", TRADER))).refused_by("HT-OFFICE-3", "shape_not_allowed")
    given.when(RED, EstablishRoute(route, office("Minden", MERCHANT))).refused_by("HT-OFFICE-3", "shape_not_allowed")
    merchants = position("hansa-45", placed(RED, *(f"{route}/{n}" for n in (1, 2, 3)), shape=MERCHANT))
    merchants.when(RED, EstablishRoute(route, office("Minden", TRADER))).refused_by("HT-OFFICE-3")


def test_a_coin_pays_the_seat_that_occupies_its_office() -> None:
    """HT-OFFICE-4, HT-END-9"""
    given = position("hansa-45", held("hansa-45", RED, "Hamburg~Lübeck"))
    given.when(RED, EstablishRoute("Hamburg~Lübeck", office("Lübeck"))).then_among_others(
        OfficeOccupied(RED, "Lübeck", 1, TRADER), PrestigeGained(RED, 1, "coin", 1, "Lübeck")
    )
    two = position("britannia-45", held("britannia-45", RED, "Salisbury~Bristol"), shares=[share(RED, privilegium=1)])
    two.when(RED, EstablishRoute("Salisbury~Bristol", office("Bristol"))).then_among_others(
        PrestigeGained(RED, 2, "coin", 2, "Bristol")
    )
    second = position(
        "hansa-45",
        offices(BLUE, "Lübeck", 1),
        held("hansa-45", RED, "Hamburg~Lübeck"),
        shares=[share(RED, privilegium=2)],
    )
    after = second.when(RED, EstablishRoute("Hamburg~Lübeck", office("Lübeck"))).accepted()
    assert prestige(after, RED) == 0


def test_the_last_office_completes_the_city_once() -> None:
    """HT-OFFICE-5"""
    given = position("hansa-45", held("hansa-45", RED, "Duisburg~Dortmund"), completed=4)
    after = given.when(RED, EstablishRoute("Duisburg~Dortmund", office("Duisburg"))).then_among_others(
        OfficeOccupied(RED, "Duisburg", 1, TRADER), CityCompleted("Duisburg", 5)
    )
    assert counter(after) == 5
    dortmund = position(
        "hansa-45", placed(RED, "Duisburg~Dortmund/1"), placed(RED, "Duisburg~Dortmund/2", shape=MERCHANT)
    )
    dortmund.when(RED, EstablishRoute("Duisburg~Dortmund", office("Dortmund", MERCHANT))).then_no(CityCompleted)


def test_a_full_city_takes_no_further_office() -> None:
    """HT-OFFICE-6"""
    given = position("hansa-45", full_city("hansa-45", BLUE, "Duisburg"), held("hansa-45", RED, "Duisburg~Dortmund"))
    given.when(RED, EstablishRoute("Duisburg~Dortmund", office("Duisburg"))).refused_by(
        "HT-OFFICE-6", "office_not_available"
    )


def test_an_office_pays_its_coin_then_completes_the_city_then_the_link() -> None:
    """HT-OFFICE-7, HT-RULING-22"""
    # on Britannia one office can do all three: Ipswich has no part in a link, so the chain goes over Bristol
    route = "Salisbury~Bristol"
    given = position("britannia-45", held("britannia-45", RED, route), shares=[share(RED, privilegium=1)], completed=2)
    given.when(RED, EstablishRoute(route, office("Bristol"))).then_among_others(
        OfficeOccupied(RED, "Bristol", 1, TRADER),
        PrestigeGained(RED, 2, "coin", 2, "Bristol"),
        CityCompleted("Bristol", 3),
        RoutePiecesReturned(RED, route, 3, 0),
    )
    bruinswiek = "Stendal~Bruinswiek"
    linked = position(
        "hansa-45",
        *(offices(RED, city, 1) for city in ("Stendal", "Minden", "Arnheim")),
        offices(RED, "Münster", 1, MERCHANT),
        held("hansa-45", RED, bruinswiek),
        shares=[share(RED, privilegium=1)],
        completed=9,
    )
    # all of them count, although the counter has fired the end already
    linked.when(RED, EstablishRoute(bruinswiek, office("Bruinswiek"))).then_among_others(
        CityCompleted("Bruinswiek", 10),
        EndTriggered("cities", counter=10),
        LinkCompleted(RED, 1),
        PrestigeGained(RED, 7, "link", 8, rank=1),
    )


HANNOVER = "Minden~Hannover"


def test_an_extra_office_needs_an_occupied_leftmost_office() -> None:
    """HT-OFFICE-8, HT-RULING-74"""
    held_route = held("hansa-45", RED, HANNOVER)
    empty = position("hansa-45", held_route, owns(RED, "m01", "extra_office"))
    empty.when(RED, EstablishRoute(HANNOVER, extra_office("Hannover"))).refused_by(
        "HT-OFFICE-8", "office_not_available"
    )
    for owner in (RED, BLUE):
        given = position("hansa-45", held_route, owns(RED, "m01", "extra_office"), offices(owner, "Hannover", 1))
        given.when(RED, EstablishRoute(HANNOVER, extra_office("Hannover"))).accepted()


def test_an_extra_office_takes_either_shape_of_the_route() -> None:
    """HT-OFFICE-8"""
    given = position(
        "hansa-45",
        placed(RED, f"{HANNOVER}/1", f"{HANNOVER}/2"),
        placed(RED, f"{HANNOVER}/3", shape=MERCHANT),
        offices(BLUE, "Hannover", 1),
        owns(RED, "m01", "extra_office"),
    )
    for shape in (TRADER, MERCHANT):
        given.when(RED, EstablishRoute(HANNOVER, extra_office("Hannover", shape))).accepted()
    traders = position(
        "hansa-45", held("hansa-45", RED, HANNOVER), offices(BLUE, "Hannover", 1), owns(RED, "m01", "extra_office")
    )
    traders.when(RED, EstablishRoute(HANNOVER, extra_office("Hannover", MERCHANT))).refused_by(
        "HT-OFFICE-8", "not_enough_pieces"
    )


def test_an_extra_office_pays_no_coin_but_counts_otherwise() -> None:
    """HT-OFFICE-10, HT-RULING-23"""
    given = position(
        "hansa-45",
        held("hansa-45", RED, "Hamburg~Lübeck"),
        offices(BLUE, "Lübeck", 1),
        owns(RED, "m01", "extra_office"),
    )
    after = given.when(RED, EstablishRoute("Hamburg~Lübeck", extra_office("Lübeck"))).then_no(CityCompleted)
    assert prestige(after, RED) == 0
    assert points(after, RED, "network") == 1


def test_pieces_in_offices_stay() -> None:
    """HT-OFFICE-11"""
    given = position("hansa-45", offices(RED, "Minden", 1), held("hansa-45", GREEN, HANNOVER), turn=GREEN)
    after = given.when(GREEN, EstablishRoute(HANNOVER, NoReward())).accepted()
    assert controller(after, "Minden") == RED


def test_a_city_may_have_any_number_of_extra_offices() -> None:
    """HT-BOARD-5"""
    given = position("hansa-45", offices(BLUE, "Hannover", 1), *(extra(RED, "Hannover") for _ in range(5)))
    assert points(given, RED, "network") == 5


WAREN = "Waren~Havelberg"


def test_a_green_city_has_no_printed_office() -> None:
    """HT-EAST-4, HT-OFFICE-6"""
    for happened in ((), (green(BLUE, "Waren"),), (green(BLUE, "Waren", "left"),)):
        given = position("east", held("east", RED, WAREN), *happened, shares=[share(RED, privilegium=3)])
        given.when(RED, EstablishRoute(WAREN, OfficeReward("office", "Waren", TRADER))).refused_by(
            "HT-OFFICE-6", "office_not_available"
        )


def test_an_extra_office_is_laid_in_a_green_city_also_when_it_is_empty() -> None:
    """HT-EAST-4, HT-EAST-5, HT-EAST-6, HT-RULING-74"""
    given = position("east", held("east", RED, WAREN), owns(RED, "m01", "extra_office"), completed=1)
    after = given.when(
        RED, EstablishRoute(WAREN, ExtraOfficeReward("extra_office", "Waren", TRADER, "m01"))
    ).then_among_others(GreenOfficePlaced(RED, "Waren", TRADER, "left"), CityCompleted("Waren", 2))
    assert stock(after, RED) == (2, 0)
    # Havelberg is no green city: its leftmost office is empty
    given.when(RED, EstablishRoute(WAREN, ExtraOfficeReward("extra_office", "Havelberg", TRADER, "m01"))).refused_by(
        "HT-OFFICE-8", "office_not_available"
    )


def test_only_the_first_piece_completes_a_green_city() -> None:
    """HT-EAST-6"""
    for side in ("left", "right"):
        given = position(
            "east",
            green(BLUE, "Waren", side),
            held("east", RED, WAREN),
            owns(RED, "m01", "extra_office"),
            completed=3,
        )
        after = given.when(RED, EstablishRoute(WAREN, ExtraOfficeReward("extra_office", "Waren", TRADER, "m01")))
        assert counter(after.then_no(CityCompleted)) == 3
