"""Lists of pieces that change posts, on crowded boards (HT-MOVE-3, HT-MARKER-11)."""

from random import Random

import pytest

from kontor.domain.hansa.boards.post_sets import first_of
from kontor.domain.hansa.legal.piece_moves import OPEN, piece_moves
from kontor.domain.hansa.rulebook.markers import UseMarker
from kontor.domain.hansa.rulebook.move import MovePieces, Step
from kontor.domain.hansa.rulebook.rules import Command
from kontor.domain.hansa.state import State, own_posts
from tests.domain.hansa.crowds import crowded, on_crowds, require_laws


@on_crowds
@pytest.mark.parametrize("empty", [0, 1, 2, 4, 9])
def test_moves_and_markers_on_a_crowded_board(state: State, empty: int) -> None:
    """HT-MOVE-3, HT-MARKER-11, HT-MARKER-12, HT-DISPLACE-18"""
    luck = Random(empty)
    now = crowded(state, empty, luck)
    names = now.board.post_names

    def moved() -> Command:
        steps = tuple(Step(luck.choice(names), luck.choice(names)) for _ in range(luck.randint(1, 3)))
        return MovePieces(steps) if luck.random() < 0.5 else UseMarker(f"m0{luck.randint(1, 3)}", moves=steps)

    require_laws(now, luck, moved)


@on_crowds
def test_without_an_empty_post_nothing_goes_anywhere_but_into_the_place_of_another(state: State) -> None:
    """HT-MOVE-3, HT-RULING-18"""
    full = crowded(state, 0, Random(1))
    own = own_posts(full, full.active)
    found = piece_moves(full, own, 0, 3, OPEN)
    assert found is not None
    assert found.longest == 0
    assert found.exchanges
    assert piece_moves(full, first_of(own), 0, 3, OPEN) is None
