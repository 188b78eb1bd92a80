"""Permanent markers (HT-MARKER-20, -21, HT-EAST-9 to -12, HT-BRIT-16)."""

import copy
from typing import Any, cast

import pytest

from kontor.domain.hansa import RULESET
from kontor.domain.hansa.rulebook.ability import AbilityDeveloped
from kontor.domain.hansa.rulebook.ending import EndTriggered, PlayEnded
from kontor.domain.hansa.rulebook.establish import (
    AbilityReward,
    EstablishRoute,
    NoReward,
    OfficeReward,
    RoutePiecesReturned,
)
from kontor.domain.hansa.rulebook.markers import PiecesRelocated, Relocation
from kontor.domain.hansa.rulebook.move import Step
from kontor.domain.hansa.rulebook.office import CityCompleted, GreenOfficePlaced
from kontor.domain.hansa.rulebook.permanent import (
    PermanentMarkerDeclined,
    PermanentMarkerOffered,
    PermanentMarkerUsed,
    ResolvePermanentMarker,
    Setting,
)
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.words import Edition
from tests.domain.hansa.factories import (
    BLUE,
    MERCHANT,
    RED,
    TRADER,
    Happened,
    Play,
    actions_left,
    every_office,
    held,
    level,
    on_post,
    placed,
    points,
    position,
    share,
    stock,
    supply,
)

MOVE, DEVELOP, OCCUPY, REDEPLOY = "Wismar~Stralsund", "Stralsund~Malmö", "Malmö~Visby", "Danzig~Malmö"
BORDERLANDS = "Calais~Southampton"


def established(board: str, route: str, *happened: Happened, **given: object) -> Play:
    """Red has just established the route without a reward."""
    play = position(board, held(board, RED, route), *happened, **given)  # type: ignore[arg-type]
    return play.when(RED, EstablishRoute(route, NoReward()))


def use(**fields: object) -> ResolvePermanentMarker:
    return ResolvePermanentMarker(True, **fields)  # type: ignore[arg-type]


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


# ---------------------------------------------------------------- move_two_any


def test_one_or_two_pieces_of_any_owners_are_moved() -> None:
    """HT-EAST-9"""
    offered = established(
        "east", MOVE, placed(BLUE, "Halle~Wittenberg/1"), placed(RED, "Halle~Wittenberg/2", "Krakau~Thorn/1")
    )
    swap = (Step("Halle~Wittenberg/1", "Halle~Wittenberg/2"), Step("Halle~Wittenberg/2", "Halle~Wittenberg/1"))
    after = offered.when(RED, use(moves=swap)).then(
        PermanentMarkerUsed(RED, MOVE, "move_two_any"),
        PiecesRelocated(
            RED,
            (
                Relocation(BLUE, TRADER, "board", "Halle~Wittenberg/2", "Halle~Wittenberg/1"),
                Relocation(RED, TRADER, "board", "Halle~Wittenberg/1", "Halle~Wittenberg/2"),
            ),
        ),
    )
    assert on_post(after, "Halle~Wittenberg/1") == (RED, TRADER)
    one = (Step("Krakau~Thorn/1", f"{MOVE}/1"),)  # the emptied route takes it
    offered.when(RED, use(moves=one)).accepted()
    three = (*one, Step("Halle~Wittenberg/1", "Krakau~Thorn/2"), Step("Halle~Wittenberg/2", "Krakau~Thorn/3"))
    offered.when(RED, use(moves=three)).refused_by("HT-EAST-9", "too_many_pieces")
    offered.when(RED, use(moves=())).refused_by("HT-EAST-9", "nothing_to_do")
    offered.when(RED, use(moves=(Step("Krakau~Thorn/1", "Halle~Wittenberg/1"),))).refused_by(
        "HT-EAST-9", "post_occupied"
    )


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


# ---------------------------------------------------------------- redeploy_two


def test_up_to_two_pieces_of_the_route_are_redeployed_and_the_rest_returns() -> None:
    """HT-EAST-12, HT-RULING-39, HT-ROUTE-10, HT-PIECE-2, HT-PIECE-3"""
    offered = established("east", REDEPLOY, placed(BLUE, "Krakau~Thorn/1"), shares=[share(RED)])
    assert offered.happened(PermanentMarkerOffered) == [PermanentMarkerOffered(RED, REDEPLOY, "redeploy_two", 3, 1)]
    assert stock(offered, RED) == (0, 0)
    one = offered.when(RED, use(placements=(Setting(TRADER, f"{REDEPLOY}/1"),))).then(
        PermanentMarkerUsed(RED, REDEPLOY, "redeploy_two"),
        PiecesRelocated(RED, (Relocation(RED, TRADER, "hand", f"{REDEPLOY}/1"),)),
        RoutePiecesReturned(RED, REDEPLOY, 2, 1),
    )
    assert stock(one, RED) == (2, 1)
    assert on_post(one, f"{REDEPLOY}/1") == (RED, TRADER)
    refusals = (
        ((), "nothing_to_do"),
        (
            (Setting(TRADER, "Krakau~Thorn/2"), Setting(TRADER, "Krakau~Thorn/3"), Setting(MERCHANT, f"{REDEPLOY}/4")),
            "too_many_pieces",
        ),
        ((Setting(MERCHANT, "Krakau~Thorn/2"), Setting(MERCHANT, "Krakau~Thorn/3")), "not_enough_pieces"),
        ((Setting(TRADER, "Krakau~Thorn/1"),), "post_occupied"),
        ((Setting(TRADER, "Krakau~Thorn/2"), Setting(MERCHANT, "Krakau~Thorn/2")), "post_occupied"),
        ((Setting(TRADER, f"{REDEPLOY}/4"),), "shape_not_allowed"),
        ((Setting(TRADER, "Krakau~Thorn/2", "stock"),), "wrong_fields"),
    )
    for placements, code in refusals:
        offered.when(RED, use(placements=placements)).refused_by("HT-EAST-12", code)


def test_the_reward_piece_is_not_redeployed() -> None:
    """HT-EAST-12"""
    offered = position("east", held("east", RED, REDEPLOY)).when(
        RED, EstablishRoute(REDEPLOY, OfficeReward("office", "Malmö", MERCHANT))
    )
    assert offered.happened(PermanentMarkerOffered) == [PermanentMarkerOffered(RED, REDEPLOY, "redeploy_two", 3, 0)]
    declined = offered.when(RED, DECLINE).then(
        PermanentMarkerDeclined(RED, REDEPLOY, "redeploy_two"), RoutePiecesReturned(RED, REDEPLOY, 3, 0)
    )
    assert actions_left(declined) == 1


# ---------------------------------------------------------------- place_two_borderlands

WALES_1, WALES_2, WALES_3 = "Cardiff~Pembroke/1", "Cardiff~Pembroke/2", "Montgomery~Cardiff/1"


def test_two_pieces_go_to_wales_and_scotland_without_a_permission() -> None:
    """HT-BRIT-16, HT-BRIT-9"""
    offered = established("britannia-45", BORDERLANDS, shares=[share(RED, stock=(3, 0))])
    both = (Setting(TRADER, WALES_1, "stock"), Setting(TRADER, "Glasgow~Falkirk/1", "stock"))
    offered.when(RED, use(placements=both)).then_among_others(
        PiecesRelocated(
            RED,
            (Relocation(RED, TRADER, "stock", WALES_1), Relocation(RED, TRADER, "stock", "Glasgow~Falkirk/1")),
        )
    )
    offered.when(RED, use(placements=())).refused_by("HT-BRIT-16", "nothing_to_do")
    three = (*both, Setting(TRADER, WALES_2, "stock"))
    offered.when(RED, use(placements=three)).refused_by("HT-BRIT-16", "too_many_pieces")
    for setting, code in (
        (Setting(TRADER, "London~Oxford/1", "stock"), "border"),
        (Setting(TRADER, "Conway~Isle of Man/1", "stock"), "border"),  # merchants only
        (Setting(TRADER, WALES_1, "supply"), "source_order"),
        (Setting(TRADER, WALES_1), "source_order"),
        (Setting(TRADER, WALES_1, "stock", WALES_2), "source_order"),
    ):
        offered.when(RED, use(placements=(setting,))).refused_by("HT-BRIT-16", code)
    occupied = established("britannia-45", BORDERLANDS, placed(BLUE, WALES_1))
    occupied.when(RED, use(placements=(Setting(TRADER, WALES_1, "stock"),))).refused_by("HT-BRIT-16", "post_occupied")


def short_borderlands() -> dict[str, Any]:
    """A side of one's own on which the route has two posts: one piece returns after a reward, the next comes from
    elsewhere. On the printed sides two always return."""
    board = copy.deepcopy(dict(RULESET.boards()["britannia-3"]))
    for route in cast("list[dict[str, Any]]", board["routes"]):
        if (route["a"], route["b"]) == ("Calais", "Southampton"):
            route["posts"] = ["any", "any"]
    return board


def after_reward(edition: Edition, own: tuple[int, int] = (0, 0)) -> Play:
    """Red has occupied Southampton; one trader returned to the stock, one stands in England."""
    return position(
        "britannia-3",
        placed(RED, f"{BORDERLANDS}/1", f"{BORDERLANDS}/2", "London~Oxford/1"),
        shares=[share(RED, own)],
        edition=edition,
        on=short_borderlands(),
    ).when(RED, EstablishRoute(BORDERLANDS, OfficeReward("office", "Southampton", TRADER)))


FIRST = Setting(TRADER, WALES_1, "stock")
FROM_ENGLAND = Setting(TRADER, WALES_2, "board", "London~Oxford/1")


@pytest.mark.parametrize("edition", ["bigbox", "classic"])
def test_the_supply_is_the_second_source(edition: Edition) -> None:
    """HT-BRIT-16, HT-RULING-45"""
    offered = after_reward(edition, (1, 0))
    assert stock(offered, RED) == (1, 0)
    both = (FIRST, Setting(TRADER, WALES_2, "supply"))
    after = offered.when(RED, use(placements=both)).accepted()
    assert (stock(after, RED), supply(after, RED)) == ((0, 0), (0, 0))
    offered.when(RED, use(placements=(FIRST, FROM_ENGLAND))).refused_by("HT-BRIT-16", "source_order")


def test_the_board_is_the_last_source_in_the_new_edition_only() -> None:
    """HT-BRIT-16, HT-RULING-45, HT-MIX-2"""
    after = after_reward("bigbox").when(RED, use(placements=(FIRST, FROM_ENGLAND))).accepted()
    assert on_post(after, "London~Oxford/1") is None
    assert on_post(after, WALES_2) == (RED, TRADER)
    after_reward("classic").when(RED, use(placements=(FIRST, FROM_ENGLAND))).refused_by("HT-BRIT-16", "source_order")
    just_placed = Setting(TRADER, WALES_2, "board", WALES_1)
    after_reward("bigbox").when(RED, use(placements=(FIRST, just_placed))).refused_by("HT-BRIT-16", "not_enough_pieces")
    unnamed = Setting(TRADER, WALES_2, "board")
    after_reward("bigbox").when(RED, use(placements=(FIRST, unnamed))).refused_by("HT-BRIT-16", "source_order")


def test_marker_and_supply_are_judged_piece_by_piece() -> None:
    """HT-RULING-45"""
    offered = established("britannia-45", BORDERLANDS, shares=[share(RED, (2, 0))])
    missing = (Setting(TRADER, WALES_1, "stock"), Setting(TRADER, WALES_2, "stock"))
    offered.when(RED, use(placements=missing)).refused_by("HT-BRIT-16", "not_enough_pieces")
    same = (Setting(TRADER, WALES_1, "stock"), Setting(MERCHANT, WALES_1, "stock"))
    offered.when(RED, use(placements=same)).refused_by("HT-BRIT-16", "post_occupied")


def test_a_full_board_of_offices_does_not_matter_for_redeploying() -> None:
    """HT-EAST-12"""
    offered = established("east", REDEPLOY, *every_office("east", BLUE))
    offered.when(RED, use(placements=(Setting(MERCHANT, f"{REDEPLOY}/4"),))).accepted()
