"""Boards of one's own."""

from typing import Any

import pytest

from tests.support.callers import Caller, a_game, problem


@pytest.mark.parametrize("board", [{}, {"name": "own", "Größe": 1}])
def test_a_flawed_board_is_refused(anna: Caller, board: dict[str, Any]) -> None:
    body = problem(anna.post("/v1/rulesets/tiny/boards", board), 422, "board-flawed")
    assert isinstance(body["errors"], list)


def test_a_board_of_ones_own_can_be_played_on(anna: Caller, nobody: Caller) -> None:
    stored = anna.post("/v1/rulesets/tiny/boards", {"name": "square"})
    assert stored.status_code == 201
    board = stored.json["hash"]
    assert nobody.get(f"/v1/rulesets/tiny/boards/{board}").json == {"name": "square"}
    game = a_game(anna, board=board)
    assert anna.get(game).json["board"] == board
