"""place_two_borderlands (HT-BRIT-16)."""

import copy
from typing import Any, cast

import pytest

from kontor.domain.hansa import RULESET
from kontor.domain.hansa.rulebook.establish import EstablishRoute
from kontor.domain.hansa.rulebook.marker_move import PiecesRelocated, Relocation, Setting
from kontor.domain.hansa.rulebook.rewards import NoReward, OfficeReward
from kontor.domain.hansa.words import Edition
from tests.domain.hansa.factories import (
    BLUE,
    MERCHANT,
    RED,
    TRADER,
    Play,
    established,
    held,
    placed,
    position,
    share,
    use,
)
from tests.domain.hansa.seen import on_post, stock, supply

BORDERLANDS = "Calais~Southampton"
WALES_1, WALES_2 = "Cardiff~Pembroke/1", "Cardiff~Pembroke/2"


def short_borderlands() -> dict[str, Any]:
    """A side of one's own on which the route has two posts: one piece returns after a reward, the next comes from
    elsewhere. On the printed sides two always return."""
    board = copy.deepcopy(dict(RULESET.boards()["britannia-3"]))
    for route in cast("list[dict[str, Any]]", board["routes"]):
        if (route["a"], route["b"]) == ("Calais", "Southampton"):
            route["posts"] = ["any", "any"]
    return board


def after_reward(edition: Edition, own: tuple[int, int] = (0, 0)) -> Play:
    """Red has occupied Southampton; one trader returned to the stock, one stands in England. By version 0 in both
    editions; since then the marker of 2014 comes before the reward (`test_permanent_markers_of_2014.py`)."""
    return position(
        "britannia-3",
        placed(RED, f"{BORDERLANDS}/1", f"{BORDERLANDS}/2", "London~Oxford/1"),
        shares=[share(RED, own)],
        edition=edition,
        on=short_borderlands(),
        rules=1 if edition == "bigbox" else 0,
    ).when(RED, EstablishRoute(BORDERLANDS, OfficeReward("office", "Southampton", TRADER)))


FIRST = Setting(TRADER, WALES_1, "stock")
FROM_ENGLAND = Setting(TRADER, WALES_2, "board", "London~Oxford/1")


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


def test_in_2014_both_pieces_go_to_one_country() -> None:
    """HT-BRIT-16, HT-RULING-45: 001 says "in Wales oder Schottland", 000 "und/oder"."""
    wales, scotland = Setting(TRADER, WALES_1, "stock"), Setting(TRADER, "Glasgow~Falkirk/1", "stock")
    for edition, rules, both in (("classic", 2, False), ("classic", 1, True), ("bigbox", 2, True)):
        route = held("britannia-45", RED, BORDERLANDS)
        game = position("britannia-45", route, shares=[share(RED, stock=(3, 0))], edition=edition, rules=rules)
        offered = game.when(RED, EstablishRoute(BORDERLANDS, NoReward()))
        for pieces in ((wales, scotland), (scotland, wales)):
            asked = offered.when(RED, use(placements=pieces))
            asked.accepted() if both else asked.refused_by("HT-BRIT-16", "border", post=pieces[1].to)
        offered.when(RED, use(placements=(wales, Setting(TRADER, WALES_2, "stock")))).accepted()
        offered.when(RED, use(placements=(scotland, Setting(TRADER, "Glasgow~Falkirk/2", "stock")))).accepted()


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
