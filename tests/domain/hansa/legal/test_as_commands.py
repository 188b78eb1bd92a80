"""Commands drawn from families: each is accepted by the rules."""

from random import Random

import pytest

from kontor.domain.hansa.bots.playout import advance, random_command
from kontor.domain.hansa.legal.as_commands import draw_command
from kontor.domain.hansa.legal.enumeration import legal_families
from kontor.domain.hansa.rulebook.who_decides import decider
from kontor.domain.kernel.canonical import Json
from tests.domain.hansa.crowds import is_accepted
from tests.domain.hansa.playouts import GAMES, begun, table_of

DECISIONS = 120


@pytest.mark.parametrize(("board", "seats", "options"), GAMES)
def test_every_drawn_command_is_accepted(board: str, seats: int, options: dict[str, Json]) -> None:
    """HT-DEC-2"""
    state, luck = begun(table_of(board, seats, options), 11), Random(11)
    for _ in range(DECISIONS):
        seat = decider(state)
        for family in legal_families(state, seat):
            assert is_accepted(state, seat, draw_command(state, family, luck)), family
        state = advance(state, seat, random_command(state, seat, luck))
