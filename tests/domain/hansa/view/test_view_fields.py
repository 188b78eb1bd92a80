"""The form of a view: a client that reads it loses nothing (HT-INFO-1)."""

from random import Random

import pytest

from kontor.domain.hansa import RULESET
from kontor.domain.hansa.bots.playout import advance, eager_command
from kontor.domain.hansa.rulebook.who_decides import decider
from kontor.domain.hansa.view.view_fields import View
from kontor.domain.kernel.canonical import Json
from kontor.domain.kernel.model import read, write
from tests.domain.hansa.playouts import GAMES, begun, table_of


@pytest.mark.parametrize(("board", "seats", "options"), GAMES)
def test_a_view_survives_reading_and_writing(board: str, seats: int, options: dict[str, Json]) -> None:
    """HT-INFO-1"""
    state, luck = begun(table_of(board, seats, options), 17), Random(17)
    for number in range(150):
        seat = decider(state)
        if seat < 0:
            break
        if number % 15 == 0:
            shown = RULESET.view(state, frozenset({seat}))
            assert write(read(View, shown)) == shown
        state = advance(state, seat, eager_command(state, seat, luck))
