"""`greedy`: whole games, and what it does first."""

import random
import time

import pytest

from kontor.domain.kernel.bots import look
from kontor.domain.kernel.game import require_state
from kontor.domain.kernel.ruleset import Budget, Choice
from kontor.domain.merchants import RULESET
from kontor.domain.merchants.bots.greedy import choose, greedy, note_on
from kontor.domain.merchants.rulebook.rules import decide, evolve
from kontor.domain.merchants.rulebook.who_decides import is_over
from tests.domain.merchants.factories import BLUE, RED, acting, variable
from tests.domain.merchants.playouts import MODES, begun, dice_of, to_decide
from tests.support.playing import created


@pytest.mark.parametrize(("board", "seats", "start"), MODES)
def test_greedy_finishes_games_in_sensible_length(board: str, seats: int, start: str) -> None:
    """ME-WIN-1"""
    dice = dice_of(random.Random(2))
    state, version = begun(board, seats, start), 100
    while not is_over(state):
        seat = to_decide(state)
        command = choose(state, seat)
        assert command is not None
        for event in decide(state, seat, command, dice):
            version += 1
            state = evolve(state, event, version)
        assert state.turn < 60 * seats
    assert state.winner


def test_a_seat_that_is_only_invited_passes_if_no_offer_is_open() -> None:
    """ME-TRADE-3"""
    assert choose(acting(RED).state, BLUE) is None


def test_a_bot_with_nothing_to_decide_passes_and_else_sends_a_command() -> None:
    game = created(RULESET, 3).game
    budget = Budget(1.0, time.monotonic, random.Random(1))
    (seat,) = RULESET.awaiting(require_state(game))
    other = seat % 3 + 1
    assert greedy(look(RULESET, game, other), budget) == Choice(None)
    assert greedy(look(RULESET, game, seat), budget) == Choice({"type": "roll_dice"}, note_on(()))


def test_games_do_not_begin_all_alike() -> None:
    """ME-SETUP-14: of the sites that bring almost as much as the best, any; without luck the best."""
    state = variable(4).state
    seen = {choose(state, RED, random.Random(number)) for number in range(20)}
    assert 2 <= len(seen) <= 6
    assert choose(state, RED) in seen
