"""The cost of a decision: by how many rounds it delays the seat, compared with the planner's choice.

For the planner, a win is more important than any number of rounds. A cost counts rounds only; a missed win is reported
separately.
"""

from collections.abc import Callable
from typing import Final

from kontor.domain.kernel.bots import Stages, imagine
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.model import read
from kontor.domain.kernel.play import body_of
from kontor.domain.kernel.random_numbers import Luck
from kontor.domain.kernel.ruleset import Budget, Judge, Look, Verdict
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.bots import choice
from kontor.domain.merchants.bots.choice import UNIT
from kontor.domain.merchants.bots.planner import BEAM, Judged, distinct, judge_continuations, plan
from kontor.domain.merchants.bots.planner_trades import conclude, make_offer
from kontor.domain.merchants.bots.turn_search import Way, after, ways, worth
from kontor.domain.merchants.rulebook import trade, turn
from kontor.domain.merchants.rulebook.catalogue import COMMANDS, Command
from kontor.domain.merchants.state import State
from kontor.domain.merchants.view.determinize import determinize

REVISION: Final = choice.REVISION + 1  # the revision of the bots, plus one for each other change of the judge
TRADES: Final = (trade.AnswerOffer, trade.ConcludeTrade)  # no cost: the partner's cards are hidden
ANY, OWN = 0.3, 0.6  # when two searches end, as shares of the time: of all commands, of the played command


def verdict(look: Look, budget: Budget, sent: JsonObject) -> Verdict:
    """Return the judge's verdict on a sent command: the planner's choice, and the cost of the sent command. Trades with
    other seats and forced decisions have no cost in rounds.
    """
    stages = Stages(budget)
    state = imagine(look, budget.luck, determinize)
    body = dict(sent)
    done = read(COMMANDS[str(body.pop("type"))], body)
    if state.phase == "action" and look.seat == state.active and not isinstance(done, TRADES):
        return _in_turn(state, look.seat, sent, done, budget.luck, stages)
    best = plan(state, look.seat, budget.luck, stages)
    return Verdict(sent, 0) if best in (None, done) else Verdict(body_of(COMMANDS, best), None)


def _in_turn(state: State, seat: int, sent: JsonObject, done: Command, luck: Luck, stages: Stages) -> Verdict:
    if done == (conclude(state, seat) or make_offer(state, seat)):
        return Verdict(sent, 0)  # the planner would have made the same trade first
    found = _compare(state, seat, done, luck, stages)
    own = next((each for each in found if each.first == done), None)
    best = body_of(COMMANDS, found[0].first)
    if own is None:  # the command is possible only with cards that the seat could not see
        return Verdict(best, None)
    if own is found[0] or own.way.state.winner == seat:
        return Verdict(sent, 0)  # the command wins, so it costs nothing
    missed = found[0].way.state.winner == seat
    cost = max(0, round(100 * ((own.rounds or 0.0) - (found[0].rounds or 0.0))))
    return Verdict(best, cost, "win" if missed else None) if cost or missed else Verdict(sent, 0)


def _compare(state: State, seat: int, done: Command, luck: Luck, stages: Stages) -> list[Judged]:
    """Return the played command and its alternatives, best first, found by the planner's search. The search follows the
    played command as far as the alternatives.
    """
    dice = Dice(luck.randbytes(32), {})
    others = distinct(_search(state, seat, dice, stages.until(ANY)))
    return judge_continuations([*_played_ways(state, seat, done, dice, stages), *others], seat, luck, stages)


def _played_ways(state: State, seat: int, done: Command, dice: Dice, stages: Stages) -> list[Way]:
    """Return the best continuation of the turn that begins with the played command. The list is empty if the command is
    impossible in the imagined state.
    """
    late = stages.until(OWN)
    if isinstance(done, turn.EndTurn):
        return [Way(worth(state, seat), None, state)]
    try:
        then = after(state, seat, done, dice)
    except Violation:
        return []
    if then.phase != "action":
        return [Way(worth(then, seat), done, then)]
    return [_search(then, seat, dice, late)[0]._replace(first=done)]


def _search(state: State, seat: int, dice: Dice, late: Callable[[], bool]) -> list[Way]:
    """Return the possible continuations of the turn, or only the end of the turn if there was no time to search."""
    return ways(state, seat, dice, BEAM, late) or [Way(worth(state, seat), None, state)]


JUDGE: Final = Judge("planner", REVISION, UNIT, verdict)
