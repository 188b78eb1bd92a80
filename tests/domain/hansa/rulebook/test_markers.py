"""Using bonus markers (HT-MARKER-1 to -6)."""

import pytest

from kontor.domain.hansa.rulebook.ability import AbilityDeveloped
from kontor.domain.hansa.rulebook.displace import DisplacePiece
from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.marker_extra_actions import ActionsGranted
from kontor.domain.hansa.rulebook.markers import MarkerUsed, UseMarker
from kontor.domain.hansa.rulebook.move import Step
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.rulebook.rewards import NoReward
from kontor.domain.hansa.rulebook.turn import EndTurn
from kontor.domain.hansa.words import MarkerKind, PieceCount
from tests.domain.hansa.factories import (
    BLUE,
    RED,
    TRADER,
    held,
    lies,
    offices,
    owns,
    placed,
    position,
    share,
)
from tests.domain.hansa.seen import (
    actions_left,
    points,
    unused,
    used,
)


def test_a_marker_may_be_used_before_between_and_after_actions_and_costs_none() -> None:
    """HT-MARKER-1, HT-MARKER-3, HT-RULING-25, HT-DEC-14"""
    given = position(
        "hansa-45",
        *(owns(RED, marker, "develop_ability") for marker in ("m01", "m02", "m03")),
        shares=[share(RED, (3, 0))],
    )
    play = (
        given.when(RED, UseMarker("m01", ability="bursa"))
        .when(RED, PlacePiece("Hamburg~Stade/1", TRADER))
        .when(RED, UseMarker("m02", ability="bursa"))
        .when(RED, PlacePiece("Hamburg~Stade/2", TRADER))
    )
    assert actions_left(play) == 0
    play.when(RED, UseMarker("m03", ability="bursa")).accepted().when(RED, EndTurn()).accepted()


def test_a_marker_is_used_once_and_by_its_owner_alone() -> None:
    """HT-MARKER-1, HT-MARKER-5"""
    given = position("hansa-45", owns(RED, "m01", "develop_ability"), owns(BLUE, "m02", "develop_ability"))
    once = given.when(RED, UseMarker("m01", ability="keys")).then_among_others(
        MarkerUsed(RED, "m01", "develop_ability"), AbilityDeveloped(RED, "keys", 1, TRADER)
    )
    assert (unused(once, RED), used(once, RED)) == ({}, {"m01": "develop_ability"})
    once.when(RED, UseMarker("m01", ability="keys")).refused_by("HT-MARKER-1", "marker_used")
    once.when(RED, UseMarker("m02", ability="keys")).refused_by("HT-MARKER-1", "unknown_marker")
    once.when(RED, UseMarker("m03", ability="keys")).refused_by("HT-MARKER-1", "unknown_marker")


def test_a_marker_is_not_used_in_a_foreign_turn_or_inside_an_action() -> None:
    """HT-MARKER-1, HT-TURN-10, HT-RULING-25"""
    given = position(
        "hansa-45",
        owns(RED, "m01", "develop_ability"),
        owns(BLUE, "m02", "develop_ability"),
        placed(BLUE, "Hamburg~Stade/1"),
        shares=[share(RED, (3, 0))],
    )
    given.when(BLUE, UseMarker("m02", ability="keys")).not_asked()
    inside = given.when(RED, DisplacePiece("Hamburg~Stade/1", TRADER, PieceCount(1, 0)))
    inside.when(RED, UseMarker("m01", ability="keys")).not_asked()
    inside.when(BLUE, UseMarker("m02", ability="keys")).refused_by("HT-TURN-4", "wrong_phase")


def test_a_marker_just_taken_may_be_used_after_the_action() -> None:
    """HT-MARKER-2"""
    route = "Bremen~Osnabrück"
    given = position("hansa-45", held("hansa-45", RED, route), lies("m01", "plus_four_actions", route))
    given.when(RED, UseMarker("m01")).refused_by("HT-MARKER-1", "unknown_marker")
    taken = given.when(RED, EstablishRoute(route, NoReward()))
    assert actions_left(taken.when(RED, UseMarker("m01")).then_among_others(ActionsGranted(RED, 4))) == 5


def test_an_extra_office_is_used_inside_an_establish_only() -> None:
    """HT-MARKER-4"""
    position("hansa-45", owns(RED, "m01", "extra_office")).when(RED, UseMarker("m01")).refused_by(
        "HT-MARKER-4", "marker_without_effect"
    )


def test_used_and_unused_markers_score_alike() -> None:
    """HT-MARKER-5, HT-SCORE-4"""
    for is_used in (False, True):
        given = position("hansa-45", owns(RED, "m01", "swap_offices", is_used), owns(RED, "m02", "swap_offices"))
        assert points(given, RED, "markers") == 3


def test_a_marker_without_effect_is_refused() -> None:
    """HT-MARKER-6, HT-RULING-26"""
    given = position(
        "hansa-45",
        owns(RED, "m01", "move_three"),
        owns(RED, "m02", "swap_offices"),
        owns(RED, "m03", "develop_ability"),
        placed(BLUE, "Hamburg~Stade/1"),
        offices(RED, "Minden", 1),
        shares=[share(RED, keys=4)],
    )
    given.when(RED, UseMarker("m01", moves=())).refused_by("HT-MARKER-11", "nothing_to_do")
    given.when(RED, UseMarker("m01", moves=(Step("Hamburg~Stade/1", "Hamburg~Stade/1"),))).refused_by(
        "HT-MARKER-11", "nothing_to_do"
    )
    given.when(RED, UseMarker("m02", city="Minden", left_index=1)).refused_by("HT-MARKER-7", "illegal_pair")
    given.when(RED, UseMarker("m03", ability="keys")).refused_by("HT-DESK-5", "ability_fully_developed")
    classic = position("hansa-45", owns(RED, "m01", "remove_three"), placed(BLUE, "Hamburg~Stade/1"), edition="classic")
    classic.when(RED, UseMarker("m01", posts=())).refused_by("HT-MARKER-6", "nothing_to_do")
    assert not any(option["type"] == "use_marker" for option in position("hansa-45").options(RED))


FIELDS: list[tuple[MarkerKind, dict[str, object]]] = [
    ("swap_offices", {"city": "Minden"}),
    ("swap_offices", {"left_index": 1}),
    ("swap_offices", {"city": "Minden", "left_index": 1, "ability": "keys"}),
    ("develop_ability", {}),
    ("develop_ability", {"ability": "keys", "posts": ()}),
    ("plus_three_actions", {"ability": "keys"}),
    ("move_three", {"posts": ("Hamburg~Stade/1",)}),
    ("move_three", {}),
]


@pytest.mark.parametrize(("kind", "fields"), FIELDS)
def test_a_marker_asks_for_what_its_kind_needs_and_nothing_else(kind: MarkerKind, fields: dict[str, object]) -> None:
    """HT-MARKER-1"""
    given = position(
        "hansa-45",
        owns(RED, "m01", kind),
        offices(RED, "Minden", 1),
        offices(BLUE, "Minden", 2),
        placed(BLUE, "Hamburg~Stade/1"),
    )
    given.when(RED, UseMarker("m01", **fields)).refused_by("HT-MARKER-1", "wrong_fields")  # type: ignore[arg-type]
