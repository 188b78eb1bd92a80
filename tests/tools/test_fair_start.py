"""The tools that show how fair a fixed start is, and search for a fairer one."""

import json
import random
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from itertools import islice
from pathlib import Path

import pytest

from kontor.domain.merchants import RULESET
from kontor.domain.merchants.bots.greedy import choose
from kontor.domain.merchants.words import COLOURS
from tests.tools import fairer_start
from tests.tools.fair_start import Board, wins
from tests.tools.fairer_start import (
    TABLES,
    Standing,
    candidates,
    hot_neighbours,
    numbers_changed,
    pips_of,
    post_changed,
    promise,
    route_changed,
)


@pytest.fixture(scope="module")
def board() -> Board:
    return dict(RULESET.boards()["merchants-short"])


def stood(board: Board, **won: int) -> Standing:
    """Return a standing as if these had won so many games with three and with four seats."""
    games = sum(won.values())
    return Standing(board, games, {seats: Counter(won) for seats in TABLES})


def test_a_game_follows_from_its_number_and_has_a_winner(board: Board) -> None:
    """ME-WIN-1"""
    once, again = (wins(board, COLOURS, range(7, 10), choose) for _ in range(2))
    assert once == again
    assert once.total() == 3
    assert set(once) == set(COLOURS)


@pytest.mark.parametrize("change", [numbers_changed, route_changed, post_changed])
def test_a_trial_board_keeps_the_facts_of_the_rulebook(
    board: Board, change: Callable[[Board, random.Random], None]
) -> None:
    """ME-BOARD-8, ME-SETUP-12"""
    for found in islice(candidates(board, change, random.Random(1)), 5):
        assert not RULESET.check_board(found)
        assert not hot_neighbours(found)
        assert found["sites"] == board["sites"]
        assert found["number_chips"] == board["number_chips"]
        numbers = [[each["number"] for each in one["hexes"]] for one in (board, found)]
        assert sorted(map(str, numbers[0])) == sorted(map(str, numbers[1]))
        threes = [[n for n, each in enumerate(one) if each == 3] for one in numbers]
        assert threes[0] == threes[1]
        for colour in COLOURS:
            before, after = board["fixed_start"][colour], found["fixed_start"][colour]
            assert before["resources"] == after["resources"]
            assert set(before["posts"]) - set(after["posts"]) <= {"berlin"}
            assert "torino" not in after["posts"]  # at a 3, which White has none of in the rulebook's example
            assert after["route"] == after["caravan"]


def test_equal_shares_are_fair_as_far_as_chance_goes(board: Board) -> None:
    fair, white = stood(board, red=300, blue=300, white=300, orange=300), stood(board, white=1200)
    assert fair.shares[4, "red"] == 0.25
    assert white.unfairness > 1 > 0.05 > abs(fair.unfairness)
    assert white.is_worse_than(fair)
    assert not fair.is_worse_than(fair)
    assert not Standing(board).is_worse_than(fair)  # nothing was played yet
    assert stood(board, white=12).error > white.error


def test_numbers_for_winners_are_not_sought(board: Board) -> None:
    more = deepcopy(board)
    number = {each["id"]: each for each in more["hexes"]}
    number["h:2,-3"]["number"], number["h:4,-3"]["number"] = 8, 11  # at Berlin, and where nobody begins
    assert pips_of(more, "white") == pips_of(board, "white") + 3
    often, seldom = (
        stood(board, red=20, blue=20, white=40, orange=20),
        stood(board, red=30, blue=30, white=10, orange=30),
    )
    assert promise(often, more) > promise(often, board)
    assert promise(seldom, more) < promise(seldom, board)


def test_a_search_keeps_what_is_fairer(board: Board, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """White wins all games on the first board, and all colours win equally on the first one that is tried."""
    to, met = tmp_path / "found.json", list[Board]()
    twice = iter((True, True, False))

    def told(on: Board, colours: tuple[str, ...], games: range, bot: object) -> Counter[str]:
        if on not in met:
            met.append(on)
        return (
            Counter(white=len(games))
            if on == board
            else Counter({each: len(games) // len(colours) for each in colours})
        )

    monkeypatch.setattr(fairer_start, "wins", told)
    with ThreadPoolExecutor(1) as pool:
        fairer_start.search(board, to, lambda: next(twice), 1, pool)
    kept = json.loads(to.read_text(encoding="utf-8"))
    assert kept in met[1:]
    assert not RULESET.check_board(kept)
