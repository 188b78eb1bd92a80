"""Establish: the steps of a completed route (HT-ROUTE)."""

from kontor.domain.hansa.rulebook.completed_route import RoutePiecesReturned
from kontor.domain.hansa.rulebook.ending import EndTriggered
from kontor.domain.hansa.rulebook.establish import EstablishRoute, MarkerTaken, RouteEstablished
from kontor.domain.hansa.rulebook.markers import MarkerLeftGame, MarkerUsed, UseMarker
from kontor.domain.hansa.rulebook.office import CityCompleted, ExtraOfficePlaced
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.rulebook.prestige import PrestigeGained
from kontor.domain.hansa.rulebook.provinces import PawnPlaced
from kontor.domain.hansa.rulebook.replacement_markers import ReplacementDrawn
from kontor.domain.hansa.rulebook.rewards import ExtraOfficeReward, NoReward, OfficeReward
from kontor.domain.hansa.rulebook.turn import ActionSpent
from tests.domain.hansa.factories import (
    BLUE,
    GREEN,
    RED,
    TRADER,
    full_city,
    held,
    lies,
    neutral_game,
    offices,
    owns,
    placed,
    position,
    share,
)
from tests.domain.hansa.seen import actions_left, marker_supply, plate, prestige, unused

ROUTE = "Bremen~Osnabrück"  # a tavern route
HELD = held("hansa-45", RED, ROUTE)


def test_filling_a_route_does_not_establish_it() -> None:
    """HT-ROUTE-1, HT-TURN-4"""
    filled = position("hansa-45", placed(RED, f"{ROUTE}/1", f"{ROUTE}/2")).when(RED, PlacePiece(f"{ROUTE}/3", TRADER))
    filled.then_no(RouteEstablished)
    filled.when(RED, EstablishRoute(ROUTE, NoReward())).then_among_others(RouteEstablished(RED, ROUTE))


def test_the_steps_follow_one_another_in_the_order_of_the_page() -> None:
    """HT-ROUTE-2, HT-ROUTE-3, HT-ROUTE-5, HT-ROUTE-6, HT-RULING-58, HT-RULING-62"""
    given = position(
        "hansa-45",
        HELD,
        lies("m01", "plus_three_actions", ROUTE),
        full_city("hansa-45", BLUE, "Bremen"),
        offices(GREEN, "Osnabrück", 1),
        owns(RED, "m02", "extra_office"),
    )
    given.when(RED, EstablishRoute(ROUTE, ExtraOfficeReward("extra_office", "Osnabrück", TRADER, "m02"))).then(
        ActionSpent(RED, 1, 2),
        RouteEstablished(RED, ROUTE),
        PrestigeGained(BLUE, 1, "control", 1, "Bremen"),
        PrestigeGained(GREEN, 1, "control", 1, "Osnabrück"),
        MarkerTaken(RED, "m01", "plus_three_actions", ROUTE),
        ReplacementDrawn(RED, 11, 1),
        MarkerUsed(RED, "m02", "extra_office"),
        ExtraOfficePlaced(RED, "Osnabrück", TRADER, "m02"),
        RoutePiecesReturned(RED, ROUTE, 2, 0),
    )


def test_the_marker_of_the_route_is_taken_and_a_hidden_one_drawn() -> None:
    """HT-ROUTE-6, HT-MARKER-13"""
    given = position("hansa-45", HELD, lies("m01", "develop_ability", ROUTE), supply=5)
    after = given.when(RED, EstablishRoute(ROUTE, NoReward())).then_among_others(
        MarkerTaken(RED, "m01", "develop_ability", ROUTE), ReplacementDrawn(RED, 4, 1)
    )
    assert unused(after, RED) == {"m01": "develop_ability"}
    assert (plate(after, RED), marker_supply(after)) == (1, 4)


def test_an_empty_supply_at_the_draw_triggers_the_end() -> None:
    """HT-ROUTE-7, HT-END-3"""
    given = position("hansa-45", HELD, lies("m01", "develop_ability", ROUTE), supply=0)
    given.when(RED, EstablishRoute(ROUTE, NoReward())).then_among_others(EndTriggered("markers")).then_no(
        ReplacementDrawn
    )


def test_a_route_between_full_cities_may_be_established() -> None:
    """HT-ROUTE-11, HT-ROUTE-3"""
    given = position("hansa-45", HELD, full_city("hansa-45", BLUE, "Bremen"), full_city("hansa-45", BLUE, "Osnabrück"))
    after = given.when(RED, EstablishRoute(ROUTE, NoReward())).then_no(CityCompleted)
    assert prestige(after, BLUE) == 2


def test_establish_ignores_countries_but_not_the_pawn() -> None:
    """HT-ROUTE-12, HT-BRIT-9, HT-BRIT-14, HT-2P-PROV-9"""
    wales = position("britannia-45", held("britannia-45", RED, "Cardiff~Pembroke"))
    wales.when(RED, EstablishRoute("Cardiff~Pembroke", OfficeReward("office", "Cardiff", TRADER))).accepted()
    far = position("hansa-3", PawnPlaced("altmark"), HELD, two_player_variant="provinces")
    far.when(RED, EstablishRoute(ROUTE, NoReward())).refused_by("HT-2P-PROV-9", "pawn_elsewhere")
    near = position("hansa-3", PawnPlaced("outer-north"), HELD, two_player_variant="provinces")
    near.when(RED, EstablishRoute(ROUTE, NoReward())).accepted()


def test_the_same_route_may_be_established_again() -> None:
    """HT-ROUTE-13"""
    once = position("hansa-45", HELD, shares=[share(RED, (3, 0), actiones=5)]).when(
        RED, EstablishRoute(ROUTE, NoReward())
    )
    for n in (1, 2, 3):
        once = once.when(RED, PlacePiece(f"{ROUTE}/{n}", TRADER))
    again = once.when(RED, EstablishRoute(ROUTE, NoReward())).then(
        ActionSpent(RED, 5, 5), RouteEstablished(RED, ROUTE), RoutePiecesReturned(RED, ROUTE, 3, 0)
    )
    assert actions_left(again) == 0
    again.when(RED, UseMarker("m09")).refused_by("HT-MARKER-1", "unknown_marker")


def test_a_marker_of_an_own_route_is_handled_normally() -> None:
    """HT-2P-NEUT-19"""
    route = "Bremen~Osnabrück"
    play = neutral_game("hansa-3", held("hansa-3", RED, route)).when(RED, EstablishRoute(route, NoReward()))
    play.then_among_others(ReplacementDrawn(RED, 11, 1)).then_no(MarkerLeftGame)
