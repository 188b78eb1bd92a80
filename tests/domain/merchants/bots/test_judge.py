"""The judge: how many rounds a decision cost."""

import random

from kontor.domain.kernel.bots import look
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.game import Game, require_state
from kontor.domain.kernel.play import body_of
from kontor.domain.kernel.ruleset import Budget, Look, Verdict
from kontor.domain.merchants import RULESET
from kontor.domain.merchants.bots.judge import verdict
from kontor.domain.merchants.bots.playout import anything
from kontor.domain.merchants.bots.rounds_to_win import LATEST
from kontor.domain.merchants.goods import Bundle, Goods
from kontor.domain.merchants.rulebook import bank, move_caravan, trade, turn
from kontor.domain.merchants.rulebook.catalogue import COMMANDS, Command
from kontor.domain.merchants.state import State
from tests.domain.merchants.endings import PARIS, one_left
from tests.domain.merchants.factories import BLUE, RED, acting, path
from tests.domain.merchants.factories import Game as Position
from tests.support.playing import created, step

NODES = (60, 60, 8)  # ways through the turn, those that begin as was sent, positions a round later


def judged(game: Game[State], seat: int, sent: JsonObject) -> Verdict:
    return verdict(look(RULESET, game, seat), Budget(0.0, lambda: 0.0, random.Random(3), NODES), sent)


def sent_in(position: Position, command: Command) -> Verdict:
    """What is said of Blue's command there."""
    seen = RULESET.view(position.state, frozenset({BLUE}))
    shown = Look(position.table, BLUE, seen, [], lambda wanted: [])
    return verdict(shown, Budget(0.0, lambda: 0.0, random.Random(3), NODES), body_of(COMMANDS, command))


def test_a_missed_win_is_reported_and_costs_the_remaining_rounds() -> None:
    """ME-WIN-1: one commodity is left, one step away."""
    position = one_left(acting(BLUE, hands={BLUE: Bundle(salt=1)}))
    found = sent_in(position, turn.EndTurn())
    assert (found.command["type"], found.missed) == ("move_caravan", "win")
    assert found.cost is not None
    assert 0 < found.cost < 500


def test_a_seat_that_wins_has_lost_nothing_by_its_earlier_commands() -> None:
    """ME-WIN-1"""
    position = one_left(acting(BLUE, hands={BLUE: Bundle(salt=1)}, gold={BLUE: 4}))
    for command in (move_caravan.MoveCaravan("c1", path(PARIS)), bank.BuyResource("wool")):
        assert sent_in(position, command) == Verdict(body_of(COMMANDS, command), 0)


def test_a_cost_is_that_of_not_having_done_what_is_named() -> None:
    """Not of an offer, which the planner would have made before: that costs nothing, and brings nothing for sure."""
    position = acting(BLUE, hands={BLUE: Bundle(salt=2, lumber=2, ore=2, grain=1, wool=1)})
    found = sent_in(position, turn.EndTurn())
    assert found.cost
    assert found.command["type"] != "offer_trade"


def test_a_trade_is_not_counted_in_rounds() -> None:
    """ME-TRADE-1: what the other side holds is not known, so that nobody can say where it would have led."""
    offered = acting(BLUE, hands={BLUE: Bundle(salt=1), RED: Bundle()}).given(
        trade.TradeOffered(1, RED, (BLUE,), Goods(grain=1), Goods(salt=1))
    )
    assert sent_in(offered, trade.AnswerOffer(1, True)).cost in (None, 0)


def test_no_cost_is_more_than_the_rounds_of_a_game() -> None:
    """Whatever is compared: who wins is no number of rounds."""
    position = acting(BLUE, hands={BLUE: Bundle(salt=2, lumber=2, ore=2, grain=1, wool=1)})
    assert all(
        (sent_in(position, each).cost or 0) < 100 * LATEST for each in (turn.EndTurn(), bank.BuyResource("salt"))
    )


def test_every_command_can_be_judged_and_the_best_costs_nothing() -> None:
    played, known = created(RULESET, 3), 0
    for n in range(200):
        state = require_state(played.game)
        if n % 9 == 0:
            seat = RULESET.awaiting(state)[0]
            sent = body_of(COMMANDS, anything(state, seat, random.Random(n)))
            found = judged(played.game, seat, sent)
            known += bool(found.cost)
            assert judged(played.game, seat, found.command) == Verdict(found.command, 0)
        if not step(played):
            break
    assert known > 3
