"""Families told as options: they cover what can be drawn, and say no more than needed."""

from random import Random

import pytest

from kontor.domain.hansa import RULESET
from kontor.domain.hansa.bots.playout import advance, random_command
from kontor.domain.hansa.legal.as_commands import draw_command
from kontor.domain.hansa.legal.as_options import legal
from kontor.domain.hansa.legal.enumeration import legal_families
from kontor.domain.hansa.rulebook.who_decides import decider
from kontor.domain.kernel.canonical import Json
from kontor.domain.kernel.legality import covers
from kontor.domain.kernel.play import body_of
from tests.domain.hansa.factories import BLUE, RED, favoured, offices, position, share
from tests.domain.hansa.playouts import GAMES, begun, table_of

DECISIONS = 120


@pytest.mark.parametrize(("board", "seats", "options"), GAMES)
def test_every_command_of_a_family_is_covered(board: str, seats: int, options: dict[str, Json]) -> None:
    """HT-DEC-2"""
    state, luck = begun(table_of(board, seats, options), 13), Random(13)
    for _ in range(DECISIONS):
        seat = decider(state)
        listed = legal(state, seat)
        for family in legal_families(state, seat):
            body = body_of(RULESET.commands, draw_command(state, family, luck))
            assert any(covers(option, body) for option in listed), body
        state = advance(state, seat, random_command(state, seat, luck))


def test_a_permission_is_listed_only_where_there_is_something_to_choose() -> None:
    """HT-DEC-17, HT-BRIT-4"""
    play = position("britannia-45", offices(RED, "Cardiff", 1), shares=[share(RED, (1, 0))])
    placing = [option for option in play.options(RED) if option["type"] == "place_piece"]
    assert [option.get("permission") for option in placing] == [None, {"one_of": [None, "Cardiff"]}]


def test_a_standing_order_is_legal_while_another_seat_decides() -> None:
    """HT-RULING-36, HT-FAVOUR-7"""
    play = position("hansa-45", favoured("income_share", BLUE), favours=True)
    assert [option["type"] for option in play.options(BLUE)] == ["set_standing_order"]
    assert "set_standing_order" not in [option["type"] for option in play.options(RED)]
