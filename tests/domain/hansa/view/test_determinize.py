"""A state dealt anew agrees with the view it was made from."""

from random import Random

import pytest

from kontor.domain.hansa import RULESET
from kontor.domain.hansa.bots.playout import advance, eager_command
from kontor.domain.hansa.rulebook.who_decides import decider
from kontor.domain.hansa.view.view import unseen_numbers
from kontor.domain.kernel.canonical import Json
from kontor.domain.kernel.dice import Dice
from tests.domain.hansa.playouts import GAMES, begun, table_of


@pytest.mark.parametrize(("board", "seats", "options"), GAMES)
def test_a_state_dealt_again_has_the_same_view(board: str, seats: int, options: dict[str, Json]) -> None:
    """HT-INFO-2, HT-INFO-3, HT-INFO-5"""
    table = table_of(board, seats, options)
    state, luck = begun(table, 7), Random(7)
    for number in range(300):
        seat = decider(state)
        if seat < 0:
            break
        if number % 25 == 0:
            for seen_by in (frozenset[int](), frozenset({1}), frozenset(state.seats)):
                view = RULESET.view(state, seen_by)
                dealt = RULESET.determinize(table, view, Dice(bytes([number % 256]) * 32, {}))
                assert RULESET.view(dealt, seen_by) == view
                assert RULESET.legal(dealt, seat) == RULESET.legal(state, seat)
                assert len(unseen_numbers(dealt)) == len(unseen_numbers(state))
        state = advance(state, seat, eager_command(state, seat, luck))
