"""`greedy`: whole games, and what it does first."""

import random
from typing import Any, cast, get_args

import pytest

from kontor.domain.kernel.bots import look
from kontor.domain.kernel.game import require_state
from kontor.domain.kernel.ruleset import Budget, Choice, Look
from kontor.domain.merchants import RULESET
from kontor.domain.merchants.bots.choice import PLAIN, make_choice, plain_reasons
from kontor.domain.merchants.bots.greedy import choose, greedy
from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.rulebook import production
from kontor.domain.merchants.rulebook.rules import decide, evolve
from kontor.domain.merchants.rulebook.who_decides import is_over
from kontor.domain.merchants.state import Phase
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
    budget = Budget(1.0, lambda: 0.0, random.Random(1))
    (seat,) = RULESET.awaiting(require_state(game))
    other = seat % 3 + 1
    assert greedy(look(RULESET, game, other), budget) == Choice(None)
    rolling = production.RollDice()
    assert greedy(look(RULESET, game, seat), budget) == make_choice(rolling, plain_reasons("pre_roll", rolling))


def test_a_note_lists_the_alternatives() -> None:
    """No numbers: what stands farther up on its list comes first."""
    game = acting(RED, hands={RED: Bundle(lumber=2, ore=2, grain=2, wool=1, salt=2)})
    seen = Look(game.table, RED, RULESET.view(game.state, frozenset({RED})), [{"type": "end_turn"}], lambda wanted: [])
    choice = greedy(seen, Budget(1.0, lambda: 0.0, random.Random(1)))
    note = cast("dict[str, Any]", choice.note)
    assert note["candidates"][0]["command"] == choice.command
    assert note["considered"] > 1
    assert {each["value"] for each in note["candidates"]} == {note["unit"]} == {None}


def test_every_decision_has_its_sentence() -> None:
    assert {*PLAIN, "finished"} == set(get_args(Phase))


def test_games_do_not_begin_all_alike() -> None:
    """ME-SETUP-14: of the sites that bring almost as much as the best, any; without luck the best."""
    state = variable(4).state
    seen = {choose(state, RED, random.Random(number)) for number in range(20)}
    assert 2 <= len(seen) <= 6
    assert choose(state, RED) in seen
