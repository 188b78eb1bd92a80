"""The East board: green cities (HT-EAST-3 to -8)."""

from kontor.domain.hansa.rulebook.ability import AbilityDeveloped
from kontor.domain.hansa.rulebook.establish import (
    AbilityReward,
    EstablishRoute,
    ExtraOfficeReward,
    NoReward,
    OfficeReward,
)
from kontor.domain.hansa.rulebook.office import CityCompleted, GreenOfficePlaced
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.rulebook.prestige import PrestigeGained
from tests.domain.hansa.factories import (
    BLUE,
    MERCHANT,
    RED,
    TRADER,
    controller,
    counter,
    green,
    held,
    office_pieces,
    offices,
    owns,
    points,
    position,
    share,
    stock,
)

WAREN = "Waren~Havelberg"


def test_waren_develops_one_of_two_abilities() -> None:
    """HT-EAST-3, HT-BOARD-6"""
    given = position("east", held("east", RED, WAREN))
    for ability in ("actiones", "bursa"):
        given.when(RED, EstablishRoute(WAREN, AbilityReward("ability", "Waren", ability))).then_among_others(
            AbilityDeveloped(RED, ability, 1, TRADER)
        )
    given.when(RED, EstablishRoute(WAREN, AbilityReward("ability", "Waren", "keys"))).refused_by(
        "HT-ABILITY-1", "ability_not_offered"
    )


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


def test_a_green_city_counts_like_any_city() -> None:
    """HT-EAST-7"""
    given = position("east", green(BLUE, "Waren"), offices(BLUE, "Havelberg", 1), held("east", RED, WAREN))
    assert controller(given, "Waren") == BLUE
    assert points(given, BLUE, "cities") == 4
    assert points(given, BLUE, "network") == 2
    given.when(RED, EstablishRoute(WAREN, NoReward())).then_among_others(PrestigeGained(BLUE, 1, "control", 1, "Waren"))


def test_sea_routes_demand_merchants() -> None:
    """HT-EAST-8"""
    given = position("east", shares=[share(RED, (2, 1))])
    for post in ("Danzig~Malmö/4", "Stralsund~Malmö/2", "Stralsund~Malmö/3", "Malmö~Visby/2", "Wismar~Stralsund/3"):
        given.when(RED, PlacePiece(post, TRADER)).refused_by("HT-PLACE-3", "shape_not_allowed")
        given.when(RED, PlacePiece(post, MERCHANT)).accepted()
