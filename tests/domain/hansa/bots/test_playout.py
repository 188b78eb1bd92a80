"""Fast playouts: random play, and the policy that brings games to their end."""

from random import Random

import pytest

from kontor.domain.hansa import RULESET
from kontor.domain.hansa.bots.playout import advance, eager_command
from kontor.domain.hansa.rulebook.rules import evolve
from kontor.domain.hansa.rulebook.who_decides import decider
from kontor.domain.kernel.canonical import Json
from tests.domain.hansa.playouts import GAMES, begun, table_of


@pytest.mark.parametrize(("board", "seats", "options"), GAMES)
def test_the_eager_policy_ends_games(board: str, seats: int, options: dict[str, Json]) -> None:
    """HT-END-1"""
    state, luck = begun(table_of(board, seats, options), 3), Random(3)
    for _ in range(30_000):
        seat = decider(state)
        if seat < 0:
            break
        state = advance(state, seat, eager_command(state, seat, luck))
    assert state.phase == "finished"
    assert state.triggers
    events = RULESET.finish(state)
    for event in events:
        state = evolve(state, event, state.version + 1)
    assert state.scored
