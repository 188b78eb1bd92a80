"""The two blank markers of the box of 2020, with a use that the board file gives them (HT-MARKER-22)."""

from collections.abc import Sequence

import pytest

from kontor.domain.hansa import RULESET
from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.marker_extra_actions import ActionsGranted
from kontor.domain.hansa.rulebook.marker_remove import PiecesRemoved, RemovedPiece
from kontor.domain.hansa.rulebook.markers import MarkerUsed, UseMarker
from kontor.domain.hansa.rulebook.move import Step
from kontor.domain.hansa.rulebook.office import ExtraOfficePlaced
from kontor.domain.hansa.rulebook.rewards import ExtraOfficeReward
from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.narration import sentence
from tests.domain.hansa.factories import BLUE, RED, TRADER, Happened, Play, held, offices, owns, placed, position, table
from tests.domain.hansa.seen import seen
from tests.support.scenario import set_up

STADE = tuple(f"Hamburg~Stade/{n}" for n in (1, 2, 3))


def board_with(*blanks: JsonObject) -> JsonObject:
    return {**RULESET.boards()["hansa-45"], "blank_markers": [*blanks]}


def owning(blank: JsonObject, *happened: Happened) -> Play:
    """Red owns the first blank marker, which does that on this board."""
    return position("hansa-45", owns(RED, "m01", "blank_1"), *happened, on=board_with({"title": "Fair wind", **blank}))


def test_a_blank_marker_does_what_its_board_says() -> None:
    """HT-MARKER-22, HT-MARKER-10, HT-MARKER-12"""
    two_more = owning({"does": "extra_actions", "number": 2})
    two_more.when(RED, UseMarker("m01")).then(MarkerUsed(RED, "m01", "blank_1"), ActionsGranted(RED, 2))
    remover = owning({"does": "remove_pieces", "number": 1}, placed(BLUE, *STADE))
    remover.when(RED, UseMarker("m01", posts=STADE[:2])).refused_by("HT-MARKER-12", "too_many_pieces")
    remover.when(RED, UseMarker("m01", posts=STADE[:1])).then(
        MarkerUsed(RED, "m01", "blank_1"), PiecesRemoved(RED, (RemovedPiece(BLUE, TRADER, STADE[0]),))
    )


def test_its_number_is_the_limit() -> None:
    """HT-MARKER-22, HT-MARKER-11"""
    mover = owning({"does": "move_pieces", "number": 2}, placed(BLUE, *STADE))
    steps = tuple(Step(post, f"Hamburg~Lübeck/{n}") for n, post in enumerate(STADE, 1))
    mover.when(RED, UseMarker("m01", moves=steps)).refused_by("HT-MARKER-11", "too_many_pieces")
    mover.when(RED, UseMarker("m01", moves=steps[:2])).accepted()


def test_a_blank_marker_may_be_an_extra_office() -> None:
    """HT-MARKER-22, HT-OFFICE-8"""
    route = "Hamburg~Stade"
    game = owning({"does": "extra_office"}, held("hansa-45", RED, route), offices(BLUE, "Hamburg", 1))
    reward = ExtraOfficeReward("extra_office", "Hamburg", TRADER, "m01")
    game.when(RED, EstablishRoute(route, reward)).then_among_others(
        MarkerUsed(RED, "m01", "blank_1"), ExtraOfficePlaced(RED, "Hamburg", TRADER, "m01")
    )


@pytest.mark.parametrize(("edition", "used"), [("bigbox", 2), ("classic", 0)])
def test_blank_markers_join_the_supply_of_2020(edition: str, used: int) -> None:
    """HT-MARKER-22, HT-SETUP-3"""
    board = board_with({"title": "Fair wind", "does": "swap_offices"}, {"title": "Guild", "does": "develop_ability"})
    unseen = seen(set_up(RULESET, table("hansa-45", {"edition": edition}, on=board)))["unseen_markers"]
    assert [unseen.get(kind, 0) for kind in ("blank_1", "blank_2")] == [int(used > 0)] * 2
    assert sum(unseen.values()) == {"bigbox": 14, "classic": 13}[edition]


FLAWS: list[tuple[Sequence[Json], str]] = [
    ([], "/blank_markers"),
    ([{"title": "A", "does": "swap_offices"}] * 3, "/blank_markers"),
    ([{"title": "A", "does": "win"}], "/blank_markers/0/does"),
    ([{"title": "", "does": "swap_offices"}], "/blank_markers/0/title"),
    ([{"title": "A", "does": "extra_actions"}], "/blank_markers/0/number"),
    ([{"title": "A", "does": "extra_actions", "number": 10}], "/blank_markers/0/number"),
    ([{"title": "A", "does": "swap_offices", "number": 2}], "/blank_markers/0/number"),
]


@pytest.mark.parametrize(("blanks", "pointer"), FLAWS)
def test_the_check_of_a_board_names_what_is_wrong_with_them(blanks: Sequence[Json], pointer: str) -> None:
    """HT-MARKER-22"""
    board: JsonObject = {**RULESET.boards()["hansa-45"], "blank_markers": [*blanks]}
    assert [flaw.pointer for flaw in RULESET.check_board(board)] == [pointer]


def test_the_story_calls_them_by_their_title() -> None:
    """HT-MARKER-22"""
    things = RULESET.thing_names(board_with({"title": "Fair wind", "does": "swap_offices"}))
    told = sentence(RULESET.story["marker_used"], {"seat": 1, "marker": "m01", "kind": "blank_1"}, {1: "Red"}, things)
    assert told == "Red uses the marker “Fair wind”."
