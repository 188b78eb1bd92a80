"""Setting up: what is drawn and laid out (HT-SETUP)."""

from collections import Counter

import pytest

from kontor.domain.hansa import RULESET
from kontor.domain.hansa.rulebook.favours import FavoursRevealed
from kontor.domain.hansa.rulebook.missions import DealtMission, MissionsDealt
from kontor.domain.hansa.rulebook.setup_events import (
    HiddenMarker,
    MarkerSupplyShuffled,
    PiecesDistributed,
    StartMarkersPlaced,
    TurnOrderDrawn,
)
from kontor.domain.hansa.rulebook.turn import TurnStarted
from kontor.domain.hansa.words import Edition
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.ruleset import Chair, Table
from tests.domain.hansa.factories import BLUE, GREEN, RED, SEATS, YELLOW, started, table
from tests.domain.hansa.seen import (
    counter,
    markers_on_board,
    office_pieces,
    posts,
    prestige,
    seen,
)

BIGBOX = {"extra_office": 4, "swap_offices": 3, "move_three": 2, "develop_ability": 2}
CLASSIC = {"extra_office": 5, "swap_offices": 2, "remove_three": 2, "develop_ability": 3}
ACTIONS = {"plus_three_actions": 2, "plus_four_actions": 2}


# ---------------------------------------------------------------- markers


@pytest.mark.parametrize(
    ("board", "edition", "expected", "start"),
    [
        ("hansa-45", "bigbox", BIGBOX, "move_three"),
        ("east", "bigbox", BIGBOX, "move_three"),
        ("hansa-45", "classic", CLASSIC, "remove_three"),
        ("east", "classic", CLASSIC, "remove_three"),
    ],
)
def test_the_marker_sets_of_the_editions(board: str, edition: Edition, expected: dict[str, int], start: str) -> None:
    """HT-SETUP-3, HT-SETUP-4, HT-RULING-4, HT-MIX-1, HT-MIX-2"""
    play = started(board, edition=edition)
    (placed,) = play.happened(StartMarkersPlaced)
    (shuffled,) = play.happened(MarkerSupplyShuffled)
    hidden = [part.value.kind for part in shuffled.sealed if isinstance(part.value, HiddenMarker)]
    on_board = [marker.kind for marker in placed.markers]
    assert Counter(on_board) == Counter(["extra_office", "swap_offices", start])
    assert Counter(hidden) == shuffled.kinds
    assert Counter([*on_board, *hidden]) == {**expected, **ACTIONS}


def test_start_markers_may_be_drawn_from_all() -> None:
    """HT-SETUP-5, HT-RULING-5: by the quick start sheet (003) any three."""
    seen_kinds = set()
    for n in range(20):
        events = RULESET.setup(table("hansa-45", {"start_markers": "drawn"}), Dice(bytes([n]) * 32, {}))
        (placed,) = [event for event in events if isinstance(event, StartMarkersPlaced)]
        (shuffled,) = [event for event in events if isinstance(event, MarkerSupplyShuffled)]
        on_board = [marker.kind for marker in placed.markers]
        hidden = [part.value.kind for part in shuffled.sealed if isinstance(part.value, HiddenMarker)]
        assert len(on_board) == 3
        assert Counter([*on_board, *hidden]) == {**BIGBOX, **ACTIONS}
        assert Counter(hidden) == shuffled.kinds
        assert list(placed.draws[0].value[3:]) != hidden  # the order of the draw, which is known, is not theirs
        seen_kinds |= set(on_board)
    assert seen_kinds == {*BIGBOX, *ACTIONS}


def test_classic_removing_markers_move_on_britannia() -> None:
    """HT-SETUP-4, HT-MARKER-11, HT-BRIT-13"""
    for board in ("britannia-3", "britannia-45"):
        play = started(board, edition="classic")
        kinds = {**seen(play)["unseen_markers"], **{each["kind"]: 1 for each in seen(play)["markers"]}}
        assert "remove_three" not in kinds
        assert "move_three" in kinds


# ---------------------------------------------------------------- pieces


def test_counter_and_prestige_start_at_nothing() -> None:
    """HT-SETUP-6, HT-PIECE-4, HT-PIECE-10"""
    play = started("hansa-45", 5)
    assert counter(play) == 0
    assert [prestige(play, seat) for seat in (1, 2, 3, 4, 5)] == [0] * 5


def test_the_listed_order_begins_with_the_first_chair() -> None:
    """HT-SETUP-9"""
    play = started("hansa-45")
    assert play.ruleset.turn_order(play.state) == (RED, BLUE, GREEN, YELLOW)
    assert play.happened(TurnOrderDrawn) == []
    assert play.happened(TurnStarted) == [TurnStarted(RED, 2)]


def test_the_start_seat_is_drawn_by_default_where_the_rulebook_draws_it() -> None:
    """HT-SETUP-9: 002 "De startspeler wordt willekeurig bepaald"; 000 leaves the method open."""
    assert RULESET.order({"edition": "classic"}) == "drawn"
    assert RULESET.order({"edition": "bigbox"}) == RULESET.order({}) == "listed"


def test_a_table_without_a_version_is_played_by_the_newest_rules() -> None:
    """HT-RULING-12"""
    chairs = tuple(Chair(seat) for seat in (1, 2, 3))
    state = RULESET.initial(Table(RULESET.boards()["hansa-3"], {}, chairs))
    assert state.rules.since(RULESET.version)


def test_a_drawn_order_draws_the_start_seat_and_continues_clockwise() -> None:
    """HT-SETUP-9, HT-TURN-1"""
    starts = set()
    for n in range(40):
        events = RULESET.setup(table("hansa-45", {}, order="drawn"), Dice(bytes([n]) * 32, {}))
        (drawn,) = [event for event in events if isinstance(event, TurnOrderDrawn)]
        first = drawn.order[0]
        assert drawn.order == tuple((first - 1 + k) % 4 + 1 for k in range(4))
        assert len(drawn.draws) == 1
        (shares,) = [event for event in events if isinstance(event, PiecesDistributed)]
        assert [(share.seat, share.supply.traders) for share in shares.shares] == list(
            zip(drawn.order, (5, 6, 7, 8), strict=True)
        )
        starts.add(first)
    assert starts == {1, 2, 3, 4}


def test_modules_lay_out_tiles_and_deal_missions() -> None:
    """HT-SETUP-10, HT-FAVOUR-1, HT-MISSION-1"""
    for seats in (4, 5):
        play = started("hansa-45", seats, favours=True, missions=True)
        (tiles,) = play.happened(FavoursRevealed)
        assert len(set(tiles.tiles)) == seats
        (dealt,) = play.happened(MissionsDealt)
        cards = [part.value.card for part in dealt.sealed if isinstance(part.value, DealtMission)]
        assert len(set(cards)) == seats
        assert [part.seats for part in dealt.sealed] == [*((seat,) for seat in range(1, seats + 1)), ()]
    assert started("hansa-45").happened(FavoursRevealed) == []
    only = started("hansa-45", missions=True)
    assert (len(only.happened(MissionsDealt)), len(only.happened(FavoursRevealed))) == (1, 0)


def test_the_board_is_empty_at_the_start() -> None:
    """HT-SETUP-11"""
    for board in SEATS:
        play = started(board)
        assert posts(play) == {}
        assert all(piece is None for city in seen(play)["cities"] for piece in office_pieces(play, city["city"]))
        assert all(space["seat"] is None for space in seen(play)["special_prestige"])


def test_the_set_up_is_that_of_the_base_game() -> None:
    """HT-BRIT-1"""
    for board in ("britannia-3", "britannia-45"):
        assert len(markers_on_board(started(board))) == 3


@pytest.mark.parametrize("edition", ["bigbox", "classic"])
def test_every_board_starts_in_both_editions(edition: Edition) -> None:
    """HT-MIX-2, HT-RULING-3"""
    for board in ("hansa-3", "hansa-45", "east", "britannia-3", "britannia-45"):
        assert seen(started(board, edition=edition))["edition"] == edition
