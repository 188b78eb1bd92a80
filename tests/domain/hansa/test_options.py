"""What may be played together (HT-SETUP-1, -2, -12, HT-RULING-3)."""

from collections.abc import Mapping

import pytest

from kontor.domain.hansa import RULESET
from kontor.domain.kernel.canonical import Json
from kontor.domain.kernel.model import Unreadable
from kontor.domain.kernel.violation import Violation
from tests.domain.hansa.factories import SEATS, table
from tests.domain.hansa.seen import all_pieces
from tests.support.scenario import set_up

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
    ("britannia-3", 3, {"permission_office": "printed"}),
    ("hansa-3", 3, {"start_markers": "drawn"}),
    ("britannia-45", 4, {"open_borders": True, "edition": "classic"}),
    ("britannia-3", 2, {"open_borders": True, "two_player_variant": "neutral"}),
]
FORBIDDEN: list[tuple[str, int, Mapping[str, Json], str]] = [
    ("hansa-3", 1, {}, "HT-RULING-3"),
    ("hansa-45", 6, {}, "HT-RULING-3"),
    ("hansa-3", 4, {}, "HT-SETUP-2"),
    ("hansa-45", 3, {}, "HT-SETUP-2"),
    ("britannia-45", 3, {}, "HT-SETUP-2"),
    ("hansa-45", 2, {"two_player_variant": "neutral"}, "HT-SETUP-2"),
    ("hansa-3", 2, {}, "HT-SETUP-12"),
    ("east", 3, {"permission_office": "printed"}, "HT-BRIT-6"),
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


@pytest.mark.parametrize(("board", "seats", "options"), ALLOWED)
def test_the_combinations_of_the_ruling_can_be_played(board: str, seats: int, options: Mapping[str, Json]) -> None:
    """HT-SETUP-1, HT-RULING-3, HT-EAST-1, HT-2P-PROV-1"""
    play = set_up(RULESET, table(board, options, seats))
    assert len(play.ruleset.awaiting(play.state)) == 1
    assert all(all_pieces(play, seat) == (27, 4) for seat in range(1, seats + 1))


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


def test_unknown_options_are_unreadable() -> None:
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
