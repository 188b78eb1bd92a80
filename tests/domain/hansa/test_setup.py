"""Setting up (HT-SETUP), and what may be played together (HT-RULING-3)."""

from collections import Counter
from collections.abc import Mapping

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
from kontor.domain.kernel.canonical import Json
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.model import Unreadable
from kontor.domain.kernel.violation import Violation
from tests.domain.hansa.factories import (
    BLUE,
    GREEN,
    RED,
    SEATS,
    YELLOW,
    all_pieces,
    counter,
    marker_supply,
    markers_on_board,
    office_pieces,
    posts,
    prestige,
    seen,
    started,
    stock,
    supply,
    table,
    taverns,
)
from tests.support.scenario import set_up

BIGBOX = {"extra_office": 4, "swap_offices": 3, "move_three": 2, "develop_ability": 2}
CLASSIC = {"extra_office": 5, "swap_offices": 2, "remove_three": 2, "develop_ability": 3}
ACTIONS = {"plus_three_actions": 2, "plus_four_actions": 2}


# ---------------------------------------------------------------- what may be played together

ALLOWED: list[tuple[str, int, Mapping[str, Json]]] = [
    *((board, seats, {"edition": edition}) for board, seats in SEATS.items() for edition in ("bigbox", "classic")),
    ("hansa-45", 5, {}),
    ("east", 4, {}),
    ("east", 5, {}),
    ("britannia-45", 5, {}),
    *(("hansa-3", 2, {"edition": edition, "two_player_variant": "provinces"}) for edition in ("bigbox", "classic")),
    *(
        (board, 2, {"edition": edition, "two_player_variant": "neutral"})
        for board in ("hansa-3", "east", "britannia-3")
        for edition in ("bigbox", "classic")
    ),
    ("hansa-3", 3, {"favours": True, "missions": True}),
    ("hansa-45", 5, {"favours": True, "missions": True}),
    ("britannia-3", 3, {"open_borders": True}),
    ("britannia-45", 4, {"open_borders": True, "edition": "classic"}),
    ("britannia-3", 2, {"open_borders": True, "two_player_variant": "neutral"}),
]


@pytest.mark.parametrize(("board", "seats", "options"), ALLOWED)
def test_what_the_ruling_lists_can_be_played(board: str, seats: int, options: Mapping[str, Json]) -> None:
    """HT-SETUP-1, HT-RULING-3, HT-EAST-1, HT-2P-PROV-1"""
    play = set_up(RULESET, table(board, options, seats))
    assert len(play.ruleset.awaiting(play.state)) == 1
    assert all(all_pieces(play, seat) == (27, 4) for seat in range(1, seats + 1))


FORBIDDEN: list[tuple[str, int, Mapping[str, Json], str]] = [
    ("hansa-3", 1, {}, "HT-RULING-3"),
    ("hansa-45", 6, {}, "HT-RULING-3"),
    ("hansa-3", 4, {}, "HT-SETUP-2"),
    ("hansa-45", 3, {}, "HT-SETUP-2"),
    ("britannia-45", 3, {}, "HT-SETUP-2"),
    ("hansa-45", 2, {"two_player_variant": "neutral"}, "HT-SETUP-2"),
    ("hansa-3", 2, {}, "HT-SETUP-12"),
    ("hansa-3", 3, {"two_player_variant": "neutral"}, "HT-RULING-3"),
    ("hansa-45", 4, {"two_player_variant": "provinces"}, "HT-RULING-3"),
    ("east", 2, {"two_player_variant": "provinces"}, "HT-2P-PROV-1"),
    ("britannia-3", 2, {"two_player_variant": "provinces"}, "HT-2P-PROV-1"),
    ("hansa-45", 4, {"favours": True, "edition": "classic"}, "HT-FAVOUR-1"),
    ("east", 4, {"favours": True}, "HT-FAVOUR-1"),
    ("hansa-3", 2, {"favours": True, "two_player_variant": "neutral"}, "HT-FAVOUR-1"),
    ("hansa-45", 4, {"missions": True, "edition": "classic"}, "HT-MISSION-1"),
    ("britannia-45", 4, {"missions": True}, "HT-MISSION-1"),
    ("hansa-3", 2, {"missions": True, "two_player_variant": "provinces"}, "HT-MISSION-1"),
    ("hansa-45", 4, {"open_borders": True}, "HT-BRIT-OPT-1"),
    ("east", 3, {"open_borders": True}, "HT-BRIT-OPT-1"),
]


@pytest.mark.parametrize(("board", "seats", "options", "rule"), FORBIDDEN)
def test_a_forbidden_combination_is_refused_with_its_rule(
    board: str, seats: int, options: Mapping[str, Json], rule: str
) -> None:
    """HT-SETUP-1, -2, -12, HT-RULING-3, HT-FAVOUR-1, HT-MISSION-1, HT-BRIT-OPT-1, HT-2P-PROV-1"""
    with pytest.raises(Violation) as refused:
        RULESET.initial(table(board, options, seats))
    assert refused.value.rule == rule


def test_missions_need_cards_on_the_board() -> None:
    """HT-MISSION-1"""
    own = {key: value for key, value in RULESET.boards()["hansa-45"].items() if key != "missions"}
    RULESET.initial(table("hansa-45", {}, on=own))
    with pytest.raises(Violation) as refused:
        RULESET.initial(table("hansa-45", {"missions": True}, on=own))
    assert refused.value.rule == "HT-MISSION-1"


def test_options_that_nobody_knows_are_unreadable() -> None:
    """HT-SETUP-1"""
    for options in ({"edition": "deluxe"}, {"favours": 1}, {"colour": "red"}):
        with pytest.raises(Unreadable):
            RULESET.initial(table("hansa-45", options))


@pytest.mark.parametrize(
    ("name", "seats", "side"),
    [
        ("hansa", 2, "hansa-3"),
        ("hansa", 3, "hansa-3"),
        ("hansa", 4, "hansa-45"),
        ("hansa", 5, "hansa-45"),
        ("britannia", 2, "britannia-3"),
        ("britannia", 3, "britannia-3"),
        ("britannia", 4, "britannia-45"),
        ("britannia", 5, "britannia-45"),
        ("east", 2, "east"),
        ("east", 5, "east"),
    ],
)
def test_the_number_of_seats_picks_the_side(name: str, seats: int, side: str) -> None:
    """HT-SETUP-2"""
    assert RULESET.pick_board(name, seats) == side


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


def test_classic_removing_markers_move_on_britannia() -> None:
    """HT-SETUP-4, HT-MARKER-11, HT-BRIT-13"""
    for board in ("britannia-3", "britannia-45"):
        play = started(board, edition="classic")
        kinds = {**seen(play)["unseen_markers"], **{each["kind"]: 1 for each in seen(play)["markers"]}}
        assert "remove_three" not in kinds
        assert "move_three" in kinds


@pytest.mark.parametrize("board", SEATS)
def test_the_start_markers_lie_at_the_taverns_and_the_rest_is_hidden(board: str) -> None:
    """HT-SETUP-5, HT-RULING-5"""
    play = started(board)
    (placed,) = play.happened(StartMarkersPlaced)
    assert list(markers_on_board(play)) == taverns(board) == [marker.route for marker in placed.markers]
    assert len(placed.draws) == 1
    assert marker_supply(play) == 12
    orders = {
        tuple(
            event.markers
            for event in RULESET.setup(table(board, {}), Dice(bytes([n]) * 32, {}))
            if isinstance(event, StartMarkersPlaced)
        )
        for n in range(20)
    }
    assert len(orders) > 1  # their order is drawn


# ---------------------------------------------------------------- pieces


def test_counter_and_prestige_start_at_nothing() -> None:
    """HT-SETUP-6, HT-PIECE-4, HT-PIECE-10"""
    play = started("hansa-45", 5)
    assert counter(play) == 0
    assert [prestige(play, seat) for seat in (1, 2, 3, 4, 5)] == [0] * 5


@pytest.mark.parametrize("seats", [4, 5])
def test_the_later_in_turn_order_the_more_in_the_supply(seats: int) -> None:
    """HT-SETUP-7, HT-SETUP-8, HT-PIECE-1"""
    play = started("hansa-45", seats)
    for seat in range(1, seats + 1):
        assert (supply(play, seat), stock(play, seat)) == ((4 + seat, 1), (7 - seat, 0))
        assert all_pieces(play, seat) == (27, 4)


def test_the_listed_order_begins_with_the_first_chair() -> None:
    """HT-SETUP-9"""
    play = started("hansa-45")
    assert play.ruleset.turn_order(play.state) == (RED, BLUE, GREEN, YELLOW)
    assert play.happened(TurnOrderDrawn) == []
    assert play.happened(TurnStarted) == [TurnStarted(RED, 2)]


def test_a_drawn_order_draws_the_start_seat_and_goes_on_clockwise() -> None:
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
