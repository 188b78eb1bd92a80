"""Whole games of quick play on every board: they go on, they end, and nothing is lost or made (ME-PIECE)."""

from itertools import islice

import pytest

from kontor.domain.merchants.boards.board import NO_SITE
from kontor.domain.merchants.bots.playout import anything, purposeful
from kontor.domain.merchants.state import NO_POST, OFF, State
from tests.domain.merchants.playouts import MODES, positions


@pytest.mark.parametrize(("board", "seats", "start"), MODES)
def test_nothing_is_lost_or_made_in_random_play(board: str, seats: int, start: str) -> None:
    """ME-PIECE-4, ME-PIECE-6, ME-PIECE-7, ME-PIECE-8, ME-PIECE-9, ME-PIECE-10, ME-PIECE-11"""
    for state in islice(positions(board, seats, start, 1, anything), 800):
        counted(state)


@pytest.mark.parametrize(("board", "seats", "start"), MODES)
def test_games_with_a_purpose_end_with_a_winner(board: str, seats: int, start: str) -> None:
    """ME-WIN-1"""
    for number in range(3):
        *_, last = islice(positions(board, seats, start, number, purposeful), 5000)
        counted(last)
        assert last.phase == "finished"
        assert last.winner
        assert last.to_deliver[last.winner] == 0


def counted(state: State) -> None:
    board, seats = state.board, state.seats
    prepared = board.file.setup[str(len(seats))]
    for kind in range(5):
        assert state.bank[kind] >= 0
        assert state.bank[kind] + sum(hand[kind] for hand in state.hands) == 19
    cards = [*state.draw_pile, *state.discard_pile, *(card for held in state.cards for card in held)]
    assert len(cards) == len(set(cards)) == 25
    for seat in seats:
        assert min(state.hands[seat]) >= 0 <= state.gold[seat]
        assert state.routes.count(seat) + state.routes_left[seat] == 30
        assert len(state.merchants[seat]) == len(state.caravans[seat]) == 2
        delivered = state.delivered_by.count(seat)
        assert state.warehouse_posts[seat] + state.free_commodities[seat] + delivered == prepared.commodities
        assert state.to_deliver[seat] == prepared.commodities - delivered
        if not state.phase.startswith("setup"):
            assert state.posts.count(seat) + state.warehouse_posts[seat] == prepared.posts_per_player
    chips_are_placed_well(state)
    pieces_stand_well(state)


def chips_are_placed_well(state: State) -> None:
    """ME-BOARD-5, ME-PIECE-10"""
    board = state.board
    placed = [hex_ for hex_ in state.chip_hexes if hex_ != OFF]
    assert len(placed) == len(set(placed))
    for chip, hex_ in enumerate(state.chip_hexes):
        if hex_ != OFF:
            assert board.resource[hex_] == board.chip_resource[chip]
            assert not board.printed[hex_]
            assert state.numbers[hex_] == state.chip_numbers[chip]


def pieces_stand_well(state: State) -> None:
    """ME-CARAVAN-3, ME-DELIVER-4, ME-RULING-48"""
    board = state.board
    standing = [edge for pieces in state.caravans for edge in pieces if edge != OFF]
    assert all(standing.count(edge) <= 2 and state.routes[edge] for edge in standing)
    for site, seat in enumerate(state.delivered_by):
        assert not seat or state.posts[site] not in (seat, NO_POST)
    for pieces in state.merchants:
        for place in pieces:
            assert place == OFF or board.site_of[place] == NO_SITE or state.posts[board.site_of[place]] != NO_POST
