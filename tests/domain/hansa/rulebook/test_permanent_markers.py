"""Permanent markers: offered, used or declined (HT-MARKER-20, HT-EAST-10, -11)."""

import copy
from typing import Any, cast

import pytest

from kontor.domain.hansa import RULESET
from kontor.domain.hansa.rulebook.ability import AbilityDeveloped
from kontor.domain.hansa.rulebook.ending import EndTriggered, PlayEnded
from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.markers import UseMarker
from kontor.domain.hansa.rulebook.office import CityCompleted, GreenOfficePlaced
from kontor.domain.hansa.rulebook.permanent_markers import (
    PermanentMarkerDeclined,
    PermanentMarkerOffered,
    PermanentMarkerUsed,
    ResolvePermanentMarker,
)
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.rulebook.rewards import AbilityReward, OfficeReward
from tests.domain.hansa.factories import (
    BLUE,
    MERCHANT,
    RED,
    TRADER,
    established,
    held,
    owns,
    placed,
    position,
    share,
    use,
)
from tests.domain.hansa.seen import actions_left, level, points, stock, supply

MOVE, DEVELOP, OCCUPY, REDEPLOY = "Wismar~Stralsund", "Stralsund~Malmö", "Malmö~Visby", "Danzig~Malmö"
BORDERLANDS = "Calais~Southampton"
DECLINE = ResolvePermanentMarker(False)


@pytest.mark.parametrize(
    ("route", "kind"),
    [
        (MOVE, "move_two_any"),
        (DEVELOP, "develop_privilegium"),
        (OCCUPY, "occupy_green_city"),
        (REDEPLOY, "redeploy_two"),
    ],
)
def test_a_permanent_marker_may_be_declined_and_stays(route: str, kind: str) -> None:
    """HT-MARKER-20, HT-DEC-10, HT-ROUTE-3, HT-EAST-13, HT-RULING-19"""
    offered = established("east", route, placed(BLUE, "Halle~Wittenberg/1"), shares=[share(RED, (1, 0))])
    assert [event.kind for event in offered.happened(PermanentMarkerOffered)] == [kind]
    assert offered.ruleset.awaiting(offered.state) == (RED,)
    offered.when(RED, PlacePiece("Halle~Wittenberg/2", TRADER)).refused_by("HT-TURN-4", "wrong_phase")
    after = offered.when(RED, DECLINE).then_among_others(PermanentMarkerDeclined(RED, route, kind))  # type: ignore[arg-type]
    assert actions_left(after) == 1
    assert sum(stock(after, RED)) == len(held("east", RED, route))
    assert points(after, RED, "markers") == 0


@pytest.mark.parametrize(
    ("route", "fields"),
    [
        (MOVE, {}),
        (DEVELOP, {"city": "Dresden"}),
        (OCCUPY, {"city": "Dresden"}),
        (REDEPLOY, {"moves": ()}),
    ],
)
def test_a_permanent_marker_asks_for_what_its_kind_needs(route: str, fields: dict[str, object]) -> None:
    """HT-MARKER-20"""
    offered = established("east", route, placed(BLUE, "Halle~Wittenberg/1"), shares=[share(RED, (1, 0))])
    offered.when(RED, use(**fields)).refused_by("HT-MARKER-20", "wrong_fields")
    offered.when(RED, ResolvePermanentMarker(False, city="Dresden")).refused_by("HT-MARKER-20", "wrong_fields")


def test_a_marker_that_can_do_nothing_is_not_offered() -> None:
    """HT-MARKER-20, HT-EAST-10, HT-EAST-11"""
    established("east", MOVE).then_no(PermanentMarkerOffered)
    established("east", DEVELOP, shares=[share(RED, privilegium=3)]).then_no(PermanentMarkerOffered)
    established("east", OCCUPY, shares=[share(RED)]).then_no(PermanentMarkerOffered)
    established("britannia-3", BORDERLANDS, *(held("britannia-3", BLUE, route) for route in WELSH)).then_no(
        PermanentMarkerOffered
    )


WELSH = (
    "Montgomery~Cardiff",
    "Cardiff~Pembroke",
    "Conway~Chester",
    "Conway~Isle of Man",
    "Montgomery~Conway",
    "Montgomery~Hereford",
    "Montgomery~Pembroke",
)


# ---------------------------------------------------------------- develop_privilegium, occupy_green_city


def test_privilegium_is_developed_once() -> None:
    """HT-EAST-10"""
    after = (
        established("east", DEVELOP, shares=[share(RED, privilegium=1)])
        .when(RED, use())
        .then(PermanentMarkerUsed(RED, DEVELOP, "develop_privilegium"), AbilityDeveloped(RED, "privilegium", 2, TRADER))
    )
    assert level(after, RED, "privilegium") == 2
    assert supply(after, RED) == (1, 0)


def test_a_piece_of_the_supply_goes_to_a_green_city() -> None:
    """HT-EAST-11"""
    offered = established("east", OCCUPY, shares=[share(RED, (0, 1), (3, 0))])
    after = offered.when(RED, use(city="Belgard", shape=MERCHANT)).then(
        PermanentMarkerUsed(RED, OCCUPY, "occupy_green_city"),
        GreenOfficePlaced(RED, "Belgard", MERCHANT, "right"),
        CityCompleted("Belgard", 1),
    )
    assert supply(after, RED) == (0, 0)
    offered.when(RED, use(city="Belgard", shape=TRADER)).refused_by("HT-EAST-11", "not_enough_pieces")
    offered.when(RED, use(city="Danzig", shape=MERCHANT)).refused_by("HT-EAST-11", "office_not_available")
    offered.when(RED, use(city="Rom", shape=MERCHANT)).refused_by("HT-BOARD-1", "unknown_city")


def test_a_piece_developed_in_the_same_action_may_go_to_a_green_city() -> None:
    """HT-RULING-38, HT-EAST-11"""
    # a side of one's own, on which Visby develops keys: the trader from the desk is all that the supply holds
    board = copy.deepcopy(dict(RULESET.boards()["east"]))
    for city in cast("list[dict[str, Any]]", board["cities"]):
        if city["name"] == "Visby":
            city["develops"] = ["keys"]
    offered = position("east", held("east", RED, OCCUPY), shares=[share(RED)], on=board).when(
        RED, EstablishRoute(OCCUPY, AbilityReward("ability", "Visby", "keys"))
    )
    after = offered.when(RED, use(city="Waren", shape=TRADER)).accepted()
    assert supply(after, RED) == (0, 0)


def test_a_permanent_marker_after_an_end_trigger_still_counts() -> None:
    """HT-RULING-73, HT-END-5"""
    offered = position("east", held("east", RED, OCCUPY), shares=[share(RED, (1, 0), privilegium=1)], completed=9).when(
        RED, EstablishRoute(OCCUPY, OfficeReward("office", "Visby", MERCHANT))
    )
    offered.then_among_others(
        EndTriggered("cities", counter=10), PermanentMarkerOffered(RED, OCCUPY, "occupy_green_city")
    )
    offered.then_no(PlayEnded)
    offered.when(RED, use(city="Belgard", shape=TRADER)).then_among_others(
        CityCompleted("Belgard", 11), PlayEnded(("cities",))
    )


def test_the_east_board_keeps_its_rules_in_the_classic_edition() -> None:
    """HT-MIX-1, HT-EAST-1"""
    route = "Malmö~Visby"
    play = position(
        "east",
        held("east", RED, route),
        placed(BLUE, "Halle~Wittenberg/1"),
        owns(RED, "m01", "remove_three"),
        shares=[share(RED, (1, 0), privilegium=1), share(BLUE)],
        edition="classic",
    )
    play.when(RED, EstablishRoute(route, OfficeReward("office", "Visby", MERCHANT))).when(
        RED, ResolvePermanentMarker(True, city="Dresden", shape=TRADER)
    ).then_among_others(GreenOfficePlaced(RED, "Dresden", TRADER, "right"), CityCompleted("Dresden", 2))
    removed = play.when(RED, UseMarker("m01", posts=("Halle~Wittenberg/1",))).accepted()
    assert supply(removed, BLUE) == (1, 0)
