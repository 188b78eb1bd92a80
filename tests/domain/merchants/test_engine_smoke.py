"""Whole games of quick play on every board: they go on, they end, and nothing is lost or made (ME-PIECE, 21.7)."""

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from kontor.domain.kernel.ruleset import Chair, Table
from kontor.domain.merchants import RULESET
from kontor.domain.merchants.boards.board import NO_SITE
from kontor.domain.merchants.bots.greedy import choose
from kontor.domain.merchants.bots.playout import Policy, anything, decisions, dice_of, purposeful
from kontor.domain.merchants.rulebook import rules
from kontor.domain.merchants.rulebook.catalogue import EVENTS
from kontor.domain.merchants.rulebook.setup_table import initial, opening
from kontor.domain.merchants.state import NO_POST, OFF, State

MODES = [
    pytest.param("merchants-short", 3, "fixed", id="short-3-fixed"),
    pytest.param("merchants-short", 4, "fixed", id="short-4-fixed"),
    pytest.param("merchants-short", 3, "variable", id="short-3-variable"),
    pytest.param("merchants-short", 4, "variable", id="short-4-variable"),
    pytest.param("merchants-main", 3, "variable", id="main-3"),
    pytest.param("merchants-main", 4, "variable", id="main-4"),
]


def begun(board: str, seats: int, start: str) -> State:
    table = Table(RULESET.boards()[board], {"start": start}, tuple(Chair(n) for n in range(1, seats + 1)), "drawn")
    state = initial(table)
    for version, event in enumerate(opening(table, dice_of(random.Random(seats))), 1):
        state = rules.evolve(state, event, version)
    return state


def positions(board: str, seats: int, start: str, number: int, policy: Policy) -> Iterator[State]:
    luck = random.Random(number)
    for decision in decisions(begun(board, seats, start), dice_of(luck), luck, policy):
        yield decision.after


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


@pytest.mark.parametrize(("board", "seats", "start"), MODES)
def test_greedy_finishes_games_in_sensible_length(board: str, seats: int, start: str) -> None:
    """ME-WIN-1"""
    dice = dice_of(random.Random(2))
    state, version = begun(board, seats, start), 100
    while not rules.is_over(state):
        seat = (rules.invited(state) or rules.awaiting(state))[0]
        command = choose(state, seat)
        assert command is not None
        for event in rules.decide(state, seat, command, dice):
            version += 1
            state = rules.evolve(state, event, version)
        assert state.turn < 60 * seats
    assert state.winner


def test_every_event_has_a_room() -> None:
    assert set(rules.EVOLVE) == set(EVENTS.values())


def counted(state: State) -> None:
    board, seats = state.game.board, state.game.seats
    prepared = board.file.setup[str(len(seats))]
    for kind in range(5):
        assert state.bank[kind] >= 0
        assert state.bank[kind] + sum(hand[kind] for hand in state.hands) == 19
    cards = [*state.pile, *state.discard, *(card for held in state.cards for card in held)]
    assert len(cards) == len(set(cards)) == 25
    for seat in seats:
        assert min(state.hands[seat]) >= 0 <= state.gold[seat]
        assert state.routes.count(seat) + state.supply[seat] == 30
        assert len(state.merchants[seat]) == len(state.caravans[seat]) == 2
        delivered = state.supplied.count(seat)
        assert state.warehouse[seat] + state.free[seat] + delivered == prepared.commodities
        assert state.to_deliver[seat] == prepared.commodities - delivered
        if not state.phase.startswith("setup"):
            assert state.posts.count(seat) + state.warehouse[seat] == prepared.posts_per_player
    chips_are_placed_well(state)
    pieces_stand_well(state)


def chips_are_placed_well(state: State) -> None:
    """ME-BOARD-5, ME-PIECE-10"""
    board = state.game.board
    placed = [hex_ for hex_ in state.chips if hex_ != OFF]
    assert len(placed) == len(set(placed))
    for chip, hex_ in enumerate(state.chips):
        if hex_ != OFF:
            assert board.resource[hex_] == board.chip_resource[chip]
            assert not board.printed[hex_]
            assert state.numbers[hex_] == state.game.chip_numbers[chip]


def pieces_stand_well(state: State) -> None:
    """ME-CARAVAN-3, ME-DELIVER-4, ME-RULING-48"""
    board = state.game.board
    standing = [edge for pieces in state.caravans for edge in pieces if edge != OFF]
    assert all(standing.count(edge) <= 2 and state.routes[edge] for edge in standing)
    for site, seat in enumerate(state.supplied):
        assert not seat or state.posts[site] not in (seat, NO_POST)
    for pieces in state.merchants:
        for place in pieces:
            assert place == OFF or board.site_of[place] == NO_SITE or state.posts[board.site_of[place]] != NO_POST
