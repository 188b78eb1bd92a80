"""Commands drawn at random are legal."""

import random
from itertools import islice

import pytest

from kontor.domain.kernel.legality import covers
from kontor.domain.kernel.play import body_of
from kontor.domain.merchants import RULESET
from kontor.domain.merchants.bots.playout import ACTIONS, OWED, anything
from kontor.domain.merchants.goods import Bundle, Goods
from kontor.domain.merchants.legal import as_commands
from kontor.domain.merchants.rulebook.catalogue import COMMANDS, Command
from kontor.domain.merchants.rulebook.production import RollDice
from kontor.domain.merchants.rulebook.rules import decide
from kontor.domain.merchants.rulebook.trade import OfferTrade
from kontor.domain.merchants.state import State
from tests.domain.merchants.factories import BLUE, RED, acting, recruit
from tests.domain.merchants.playouts import dice_of, positions, to_decide


def drawn(state: State, seat: int, luck: random.Random) -> list[Command]:
    """Whatever can be drawn for the seat now, a command of each kind."""
    if state.phase == "pre_roll":
        return [RollDice(), *filter(None, [as_commands.played_card(state, seat, luck)])]
    drawers = ACTIONS if state.phase == "action" else [OWED[state.phase]]
    return [command for drawer in drawers if (command := drawer(state, seat, luck)) is not None]


@pytest.mark.parametrize(("board", "seats"), [("merchants-short", 3), ("merchants-main", 4)])
def test_every_drawn_command_is_accepted_and_listed(board: str, seats: int) -> None:
    """ME-DEC-1"""
    luck, kinds = random.Random(1), set[type[Command]]()
    for state in islice(positions(board, seats, "variable", 5, anything), 0, 1200, 4):
        seat = to_decide(state)
        if seat != state.active and state.phase == "action":
            continue
        options = RULESET.legal(state, seat)
        for command in drawn(state, seat, luck):
            decide(state, seat, command, dice_of(luck))
            body = body_of(COMMANDS, command)
            assert any(covers(option, body) for option in options)
            kinds.add(type(command))
    assert len(kinds) > 12


def test_nothing_is_drawn_where_nothing_is_possible() -> None:
    state, luck = acting(RED, gold={RED: 0}, hands={RED: Bundle()}).state, random.Random(1)
    found = [drawer(state, RED, luck) for drawer in ACTIONS]
    assert [type(each).__name__ for each in found if each is not None] == ["EndTurn"]


def test_a_move_starts_with_a_piece_on_the_board_and_stays_within_reach() -> None:
    """ME-MERCHANT-1"""
    state = acting(RED, hands={RED: Bundle(grain=1)}).given(*recruit(RED, "wien", "m2")).state
    far = state.board.distances(state.merchants[RED][1])
    for n in range(20):
        command = as_commands.merchant_move(state, RED, random.Random(n))
        assert command is not None
        assert command.merchant == "m2"
        assert 1 <= far[state.board.intersection_at[command.to]] <= 3


def test_an_answer_is_drawn_for_whom_the_offer_is_made() -> None:
    """ME-TRADE-3"""
    game = acting(RED, hands={RED: Bundle(ore=1), BLUE: Bundle()})
    state = game.when(RED, OfferTrade(Goods(ore=1), Goods(wool=1), (BLUE,))).accepted().state
    answer = as_commands.answer(state, BLUE, random.Random(1))
    assert answer is not None
    assert (answer.offer, answer.accept) == (1, False)  # he holds no wool
    assert as_commands.answer(state, RED, random.Random(1)) is None
