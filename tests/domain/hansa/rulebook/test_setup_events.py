"""What the set-up laid out, as the events leave it behind (HT-SETUP-5, -7, -8)."""

import pytest

from kontor.domain.hansa import RULESET
from kontor.domain.hansa.rulebook.setup_events import StartMarkersPlaced
from kontor.domain.kernel.dice import Dice
from tests.domain.hansa.board_files import taverns
from tests.domain.hansa.factories import SEATS, position, started, table
from tests.domain.hansa.seen import all_pieces, marker_supply, markers_on_board, stock, supply


@pytest.mark.parametrize("board", SEATS)
def test_the_start_markers_lie_at_the_taverns_and_the_rest_is_hidden(board: str) -> None:
    """HT-SETUP-5, HT-RULING-5"""
    play = started(board)
    (placed,) = play.happened(StartMarkersPlaced)
    assert list(markers_on_board(play)) == taverns(board) == [marker.route for marker in placed.markers]
    assert len(placed.draws) == 1
    assert marker_supply(play) == 12
    orders = {
        tuple(
            event.markers
            for event in RULESET.setup(table(board, {}), Dice(bytes([n]) * 32, {}))
            if isinstance(event, StartMarkersPlaced)
        )
        for n in range(20)
    }
    assert len(orders) > 1  # their order is drawn


@pytest.mark.parametrize("seats", [4, 5])
def test_the_later_in_turn_order_the_more_in_the_supply(seats: int) -> None:
    """HT-SETUP-7, HT-SETUP-8, HT-PIECE-1"""
    play = started("hansa-45", seats)
    for seat in range(1, seats + 1):
        assert (supply(play, seat), stock(play, seat)) == ((4 + seat, 1), (7 - seat, 0))
        assert all_pieces(play, seat) == (27, 4)


def test_markers_on_the_board_are_those_of_the_taverns() -> None:
    """HT-SETUP-5, HT-TURN-8"""
    assert len(markers_on_board(position("hansa-45"))) == 3
