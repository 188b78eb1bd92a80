"""Worked examples of offices, control and the link (rules page, section 29.4)."""

from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.link import LinkCompleted
from kontor.domain.hansa.rulebook.markers import UseMarker
from kontor.domain.hansa.rulebook.office import CityCompleted, OfficeOccupied
from kontor.domain.hansa.rulebook.prestige import PrestigeGained
from kontor.domain.hansa.rulebook.rewards import AbilityReward, ExtraOfficeReward, NoReward, OfficeReward
from kontor.domain.hansa.rulebook.turn import EndTurn
from tests.domain.hansa.factories import (
    BLUE,
    GREEN,
    MERCHANT,
    RED,
    TRADER,
    Play,
    full_city,
    held,
    linked,
    offices,
    owns,
    placed,
    position,
    share,
)
from tests.domain.hansa.seen import controller, counter, office_at, prestige


def extra_office(city: str, marker: str) -> ExtraOfficeReward:
    return ExtraOfficeReward("extra_office", city, TRADER, marker)


def test_extra_offices_do_not_complete_a_city() -> None:
    """HT-EX-47, HT-OFFICE-10, HT-RULING-23"""
    red = (
        position(
            "hansa-45",
            offices(BLUE, "Hannover", 1),
            owns(RED, "m01", "extra_office"),
            held("hansa-45", RED, "Bremen~Hannover"),
            held("hansa-45", GREEN, "Minden~Hannover"),
            shares=[share(GREEN, privilegium=2)],
            completed=5,
        )
        .when(RED, EstablishRoute("Bremen~Hannover", extra_office("Hannover", "m01")))
        .then_no(CityCompleted)
    )
    assert counter(red) == 5
    green = (
        red.when(RED, EndTurn())
        .when(BLUE, EndTurn())
        .when(GREEN, EstablishRoute("Minden~Hannover", OfficeReward("office", "Hannover", TRADER)))
        .then_among_others(OfficeOccupied(GREEN, "Hannover", 2, TRADER), CityCompleted("Hannover", 6))
    )
    assert counter(green) == 6


def test_extra_offices_count_for_control_but_lie_left_of_printed_ones() -> None:
    """HT-EX-48, HT-CONTROL-2, HT-CONTROL-3"""

    def establish(play: Play, seat: int, route: str, marker: str) -> Play:
        return play.when(seat, EstablishRoute(route, extra_office("Hannover", marker))).accepted()

    given = position(
        "hansa-45",
        offices(BLUE, "Hannover", 1),
        offices(GREEN, "Hannover", 2),
        owns(RED, "m01", "extra_office"),
        owns(RED, "m02", "extra_office"),
        owns(BLUE, "m03", "extra_office"),
        held("hansa-45", RED, "Bremen~Hannover"),
        held("hansa-45", RED, "Minden~Hannover"),
        held("hansa-45", BLUE, "Lüneburg~Hannover"),
    )
    first = establish(given, RED, "Bremen~Hannover", "m01")
    assert controller(first, "Hannover") == GREEN
    second = establish(first, RED, "Minden~Hannover", "m02")
    assert controller(second, "Hannover") == RED
    third = establish(second.when(RED, EndTurn()), BLUE, "Lüneburg~Hannover", "m03")
    assert controller(third, "Hannover") == BLUE


def test_a_swap_pays_no_coin() -> None:
    """HT-EX-49, HT-MARKER-8"""
    after = (
        position(
            "hansa-45",
            offices(RED, "Lübeck", 1),
            offices(BLUE, "Lübeck", 2),
            owns(RED, "m01", "swap_offices"),
            prestige={RED: 1},
        )
        .when(RED, UseMarker("m01", city="Lübeck", left_index=1))
        .then_no(PrestigeGained)
    )
    assert prestige(after, RED) == 1
    assert prestige(after, BLUE) == 0
    assert office_at(after, "Lübeck", 2) == (RED, TRADER)
    assert controller(after, "Lübeck") == RED


def test_an_extra_office_may_complete_the_link() -> None:
    """HT-EX-50, HT-LINK-2, HT-LINK-4"""
    after = (
        position(
            "hansa-45",
            offices(RED, "Stendal", 1),
            offices(RED, "Bruinswiek", 1),
            offices(RED, "Münster", 1, MERCHANT),
            offices(RED, "Arnheim", 1),
            full_city("hansa-45", GREEN, "Minden"),
            linked(BLUE),
            owns(RED, "m01", "extra_office"),
            held("hansa-45", RED, "Minden~Paderborn"),
        )
        .when(RED, EstablishRoute("Minden~Paderborn", extra_office("Minden", "m01")))
        .then_among_others(
            PrestigeGained(GREEN, 1, "control", 1, "Minden"),
            LinkCompleted(RED, 2),
            PrestigeGained(RED, 4, "link", 4, rank=2),
        )
        .then_no(CityCompleted)
    )
    assert prestige(after, RED) == 4


def test_a_second_chain_of_the_same_seat_gives_nothing() -> None:
    """HT-EX-51, HT-LINK-3"""
    after = (
        position(
            "hansa-45",
            *(offices(RED, city, 1) for city in ("Stendal", "Bruinswiek", "Minden", "Arnheim")),
            offices(RED, "Münster", 1, MERCHANT),
            linked(RED),
            # a second chain: Minden - Bremen - Osnabrück - Kampen - Arnheim lacks Kampen
            offices(RED, "Bremen", 1, MERCHANT),
            offices(RED, "Osnabrück", 1),
            placed(RED, "Arnheim~Kampen/1", shape=MERCHANT),
            placed(RED, "Arnheim~Kampen/2", "Arnheim~Kampen/3"),
            shares=[share(RED, privilegium=1)],
        )
        .when(RED, EstablishRoute("Arnheim~Kampen", OfficeReward("office", "Kampen", MERCHANT)))
        .then_among_others(OfficeOccupied(RED, "Kampen", 1, MERCHANT))
        .then_no(LinkCompleted)
    )
    assert [(event.reason, event.city) for event in after.happened(PrestigeGained)] == [("control", "Arnheim")]


def test_a_round_office_needs_a_merchant_of_the_route() -> None:
    """HT-EX-52, HT-OFFICE-3"""
    route = "Emden~Groningen"
    # the leftmost empty office of Emden is round, and so is that of Groningen once its first one is taken
    given = position(
        "hansa-45",
        held("hansa-45", RED, route),
        offices(BLUE, "Groningen", 1),
        owns(RED, "m01", "extra_office"),
        shares=[share(RED, privilegium=1)],
    )
    for city in ("Emden", "Groningen"):
        for shape in (TRADER, MERCHANT):
            given.when(RED, EstablishRoute(route, OfficeReward("office", city, shape))).refused_by("HT-OFFICE-3")
    given.when(RED, EstablishRoute(route, NoReward())).accepted()
    given.when(RED, EstablishRoute(route, AbilityReward("ability", "Groningen", "liber_sophiae"))).accepted()
    given.when(RED, EstablishRoute(route, extra_office("Groningen", "m01"))).accepted()
