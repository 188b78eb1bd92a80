"""Commands worth a thought: each is accepted, and leads where the rules lead."""

from random import Random

import pytest

from kontor.domain.hansa.bots.candidates import candidates
from kontor.domain.hansa.bots.playout import advance
from kontor.domain.hansa.rulebook.place import PlacePiece
from kontor.domain.hansa.words import SHAPES
from tests.domain.hansa.bots.positions import GAMES, NAMES, positions


@pytest.mark.parametrize(("board", "seats", "options"), GAMES, ids=NAMES)
def test_a_candidate_leads_where_the_rules_lead(board: str, seats: int, options: dict[str, bool | int | str]) -> None:
    """What is placed is set down without asking them."""
    for n, position in enumerate(positions(6, board, seats, **options)):
        if n % 17 == 0:
            state, seat = position.state, position.seat
            found = list(candidates(state, seat, state.board.all_routes, Random(n), 3))
            assert found
            assert all(then == advance(state, seat, command) for command, then in found)


def test_one_post_of_a_route_speaks_for_those_like_it() -> None:
    """HT-BOARD-3"""
    position = next(positions(1))
    state, luck = position.state, Random(1)
    placed = [each for each, _ in candidates(state, position.seat, [0, 1], luck) if isinstance(each, PlacePiece)]
    assert {(each.post.rpartition("/")[0], each.shape) for each in placed} == {
        (state.board.names[route], shape) for route in (0, 1) for shape in SHAPES
    }
    assert len(placed) == 4
