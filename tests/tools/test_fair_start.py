"""The tool that shows how fair a fixed start is, and searches for a fairer one."""

import json
import random
from copy import deepcopy
from itertools import islice
from pathlib import Path

import pytest

from kontor.domain.merchants import RULESET
from kontor.domain.merchants.words import COLOURS
from tests.tools import fair_start
from tests.tools.fair_start import (
    Board,
    candidates,
    help_for_winners,
    hot_neighbours,
    pips_of,
    shares,
    unfairness,
    wins,
)


@pytest.fixture(scope="module")
def board() -> Board:
    return dict(RULESET.boards()["merchants-short"])


def test_a_game_is_its_number_and_somebody_wins_it(board: Board) -> None:
    """ME-WIN-1"""
    once, again = (wins(board, COLOURS, range(7, 10)) for _ in range(2))
    assert once == again
    assert once.total() == 3
    assert set(once) == set(COLOURS)


def test_what_is_tried_keeps_what_the_rulebook_says_of_its_board(board: Board) -> None:
    """ME-BOARD-8, ME-SETUP-12"""
    for found in islice(candidates(board, random.Random(1)), 10):
        assert not RULESET.check_board(found)
        assert not hot_neighbours(found)
        assert found["sites"] == board["sites"]
        assert found["number_chips"] == board["number_chips"]
        numbers = [[each["number"] for each in one["hexes"]] for one in (board, found)]
        assert sorted(map(str, numbers[0])) == sorted(map(str, numbers[1]))
        assert [n for n, each in enumerate(numbers[0]) if each == 3] == [
            n for n, each in enumerate(numbers[1]) if each == 3
        ]
        for colour in COLOURS:
            before, after = board["fixed_start"][colour], found["fixed_start"][colour]
            assert [before[key] for key in ("posts", "resources")] == [after[key] for key in ("posts", "resources")]
            assert after["route"] == after["caravan"]


def test_equal_shares_are_fair_and_numbers_for_winners_are_not_sought(board: Board) -> None:
    fair = {(3, each): 1 / 3 for each in COLOURS[:3]} | {(4, each): 1 / 4 for each in COLOURS}
    white = {(3, each): float(each == "white") for each in COLOURS[:3]} | {(4, each): 1 / 4 for each in COLOURS}
    assert unfairness(fair, 10**9) < 1e-8 < 0.5 < unfairness(white, 10**9)
    more = deepcopy(board)
    number = {each["id"]: each for each in more["hexes"]}
    number["h:2,-3"]["number"], number["h:4,-3"]["number"] = 8, 11  # at Berlin, and where nobody begins
    assert pips_of(more, "white") == pips_of(board, "white") + 3
    assert help_for_winners(board, more, white) == pytest.approx(2.0)
    assert help_for_winners(board, more, fair) == pytest.approx(0)


def test_a_search_keeps_what_is_fairer(board: Board, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_start, "QUICK", 2)
    monkeypatch.setattr(fair_start, "THOROUGH", 2)
    told = iter([{(3, "red"): 1.0}, {(3, "red"): 0.5}, {(3, "red"): 0.5}, {(3, "red"): 0.9}])

    def measured(board: Board, games: range) -> fair_start.Shares:
        return next(told)

    assert len(shares(board, range(1))) == 7
    monkeypatch.setattr(fair_start, "shares", measured)
    with pytest.raises(StopIteration):
        fair_start.search(board, tmp_path / "found.json", 1.0, 1)
    kept = json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))
    assert kept != board
    assert not RULESET.check_board(kept)
