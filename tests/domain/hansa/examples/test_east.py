"""Worked examples of the East board (rules page, section 29.7)."""

from kontor.domain.hansa.rulebook.ability import AbilityDeveloped
from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.link import LinkCompleted
from kontor.domain.hansa.rulebook.marker_move import Setting
from kontor.domain.hansa.rulebook.office import CityCompleted, GreenOfficePlaced, OfficeOccupied
from kontor.domain.hansa.rulebook.permanent_markers import PermanentMarkerUsed, ResolvePermanentMarker
from kontor.domain.hansa.rulebook.prestige import PrestigeGained
from kontor.domain.hansa.rulebook.rewards import ExtraOfficeReward, NoReward, OfficeReward
from kontor.domain.hansa.rulebook.turn import ActionSpent, EndTurn
from kontor.domain.hansa.words import PermanentKind
from tests.domain.hansa.factories import BLUE, MERCHANT, RED, TRADER, green, held, offices, owns, position, share
from tests.domain.hansa.seen import actions_left, controller, counter, level, office_pieces, on_post, stock, supply

VISBY = "Malmö~Visby"
GREEN_CITY: PermanentKind = "occupy_green_city"


def test_the_first_piece_completes_a_green_city_and_a_later_one_may_lie_right_of_it() -> None:
    """HT-EX-62, HT-EAST-4, HT-EAST-5, HT-EAST-6, HT-EAST-7"""
    red = (
        position(
            "east",
            held("east", RED, "Halle~Dresden"),
            held("east", BLUE, VISBY),
            owns(RED, "m01", "extra_office"),
            shares=[share(BLUE, (1, 0))],
            completed=2,
        )
        .when(RED, EstablishRoute("Halle~Dresden", ExtraOfficeReward("extra_office", "Dresden", TRADER, "m01")))
        .then_among_others(GreenOfficePlaced(RED, "Dresden", TRADER, "left"), CityCompleted("Dresden", 3))
    )
    assert (counter(red), controller(red, "Dresden")) == (3, RED)
    blue = (
        red.when(RED, EndTurn())
        .when(BLUE, EstablishRoute(VISBY, NoReward()))
        .when(BLUE, ResolvePermanentMarker(True, city="Dresden", shape=TRADER))
        .then_among_others(GreenOfficePlaced(BLUE, "Dresden", TRADER, "right"))
        .then_no(CityCompleted)
    )
    assert (counter(blue), controller(blue, "Dresden")) == (3, BLUE)
    assert office_pieces(blue, "Dresden") == [(RED, TRADER), (BLUE, TRADER)]


def test_one_action_may_complete_two_cities() -> None:
    """HT-EX-63, HT-RULING-76"""
    after = (
        position(
            "east",
            held("east", RED, VISBY),
            shares=[share(RED, (1, 0), privilegium=1)],
            completed=4,
        )
        .when(RED, EstablishRoute(VISBY, OfficeReward("office", "Visby", MERCHANT)))
        .then_among_others(CityCompleted("Visby", 5))
        .when(RED, ResolvePermanentMarker(True, city="Belgard", shape=TRADER))
        .then_among_others(CityCompleted("Belgard", 6))
    )
    assert counter(after) == 6
    assert (stock(after, RED), supply(after, RED)) == ((2, 0), (0, 0))


def test_a_green_city_may_close_the_link() -> None:
    """HT-EX-64, HT-LINK-4, HT-EAST-7"""
    (
        position(
            "east",
            offices(RED, "Lübeck", 1),
            offices(RED, "Wismar", 1),
            green(RED, "Waren"),
            offices(RED, "Stettin", 1),
            offices(RED, "Anklam", 1),
            offices(RED, "Danzig", 1),
            held("east", RED, VISBY),
            shares=[share(RED, (1, 0))],
            completed=1,
        )
        .when(RED, EstablishRoute(VISBY, NoReward()))
        .when(RED, ResolvePermanentMarker(True, city="Belgard", shape=TRADER))
        .then(
            PermanentMarkerUsed(RED, VISBY, GREEN_CITY),
            GreenOfficePlaced(RED, "Belgard", TRADER, "right"),
            CityCompleted("Belgard", 2),
            LinkCompleted(RED, 1),
            PrestigeGained(RED, 7, "link", 7, rank=1),
        )
    )


def test_two_unused_pieces_of_the_route_are_redeployed() -> None:
    """HT-EX-65, HT-EAST-12, HT-RULING-39"""
    route = "Danzig~Malmö"
    after = (
        position("east", held("east", RED, route), shares=[share(RED)])
        .when(RED, EstablishRoute(route, OfficeReward("office", "Danzig", TRADER)))
        .then_among_others(ActionSpent(RED, 1, 2), OfficeOccupied(RED, "Danzig", 1, TRADER))
        .when(
            RED,
            ResolvePermanentMarker(
                True, placements=(Setting(TRADER, "Halle~Wittenberg/1"), Setting(MERCHANT, "Danzig~Malmö/4"))
            ),
        )
        .accepted()
    )
    assert stock(after, RED) == (1, 0)
    assert on_post(after, "Halle~Wittenberg/1") == (RED, TRADER)
    assert on_post(after, "Danzig~Malmö/4") == (RED, MERCHANT)
    assert actions_left(after) == 1


def test_the_permanent_marker_for_privilegium_comes_after_the_reward() -> None:
    """HT-EX-66, HT-EAST-10, HT-RULING-19"""
    route = "Stralsund~Malmö"  # Stralsund's first office is orange
    given = position("east", held("east", RED, route), shares=[share(RED)])
    given.when(RED, EstablishRoute(route, OfficeReward("office", "Stralsund", TRADER))).refused_by(
        "HT-OFFICE-2", "privilege_too_low"
    )
    for reward in (NoReward(), OfficeReward("office", "Malmö", MERCHANT)):
        after = (
            given.when(RED, EstablishRoute(route, reward))
            .when(RED, ResolvePermanentMarker(True))
            .then_among_others(AbilityDeveloped(RED, "privilegium", 1, TRADER))
        )
        assert level(after, RED, "privilegium") == 1
