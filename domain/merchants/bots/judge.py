"""What a decision cost: how many rounds later the seat would be there than by what the planner would have done.

The planner chooses by who wins above all. A cost is counted in rounds only, none of which are left to whoever has won:
a win that was missed is told as such.
"""

from typing import Final

from kontor.domain.kernel.bots import Stages, imagined
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.luck import Luck
from kontor.domain.kernel.model import read
from kontor.domain.kernel.play import body_of
from kontor.domain.kernel.ruleset import Budget, Judge, Look, Verdict
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.bots import choice
from kontor.domain.merchants.bots.choice import UNIT
from kontor.domain.merchants.bots.dealings import concluded, offered
from kontor.domain.merchants.bots.planner import BEAM, Judged, distinct, judged, planned
from kontor.domain.merchants.bots.turn_search import Way, after, ways, worth
from kontor.domain.merchants.rulebook import trade, turn
from kontor.domain.merchants.rulebook.catalogue import COMMANDS, Command
from kontor.domain.merchants.state import State
from kontor.domain.merchants.view.determinize import determinize

REVISION: Final = choice.REVISION + 1  # that of the bots, and one for each other change of what the judge says
TRADES: Final = (trade.AnswerOffer, trade.ConcludeTrade)  # what the other side gives is hidden: it is imagined
ANY, OWN = 0.3, 0.6  # shares of its time for ways through the turn: any, and those that begin as it was begun


def verdict(look: Look, budget: Budget, sent: JsonObject) -> Verdict:
    """What the planner would have done. Dealings with others, and what is owed at once, are not counted in rounds."""
    stages = Stages(budget)
    state = imagined(look, budget.luck, determinize)
    body = dict(sent)
    done = read(COMMANDS[str(body.pop("type"))], body)
    if state.phase == "action" and look.seat == state.active and not isinstance(done, TRADES):
        return _in_turn(state, look.seat, sent, done, budget.luck, stages)
    best = planned(state, look.seat, budget.luck, stages)
    return Verdict(sent, 0) if best in (None, done) else Verdict(body_of(COMMANDS, best), None)


def _in_turn(state: State, seat: int, sent: JsonObject, done: Command, luck: Luck, stages: Stages) -> Verdict:
    if done == (concluded(state, seat) or offered(state, seat)):
        return Verdict(sent, 0)  # the planner would have traded so first
    found = _compared(state, seat, done, luck, stages)
    own = next((each for each in found if each.first == done), None)
    best = body_of(COMMANDS, found[0].first)
    if own is None:  # it hung on something that the seat could not see
        return Verdict(best, None)
    if own is found[0] or own.way.state.winner == seat:
        return Verdict(sent, 0)  # whoever wins has lost nothing
    missed = found[0].way.state.winner == seat
    cost = max(0, round(100 * ((own.rounds or 0.0) - (found[0].rounds or 0.0))))
    return Verdict(best, cost, "win" if missed else None) if cost or missed else Verdict(sent, 0)


def _compared(state: State, seat: int, done: Command, luck: Luck, stages: Stages) -> list[Judged]:
    """As the planner thinks, best first; the way that was taken is looked at as far as all others."""
    dice = Dice(luck.randbytes(32), {})
    others = distinct(ways(state, seat, dice, BEAM, stages.until(ANY)))
    return judged([*_taken(state, seat, done, dice, stages), *others], seat, luck, stages)


def _taken(state: State, seat: int, done: Command, dice: Dice, stages: Stages) -> list[Way]:
    """The best way through the turn that begins so."""
    late = stages.until(OWN)
    if isinstance(done, turn.EndTurn):
        return [Way(worth(state, seat), None, state)]
    try:
        then = after(state, seat, done, dice)
    except Violation:
        return []
    if then.phase != "action":
        return [Way(worth(then, seat), done, then)]
    return [ways(then, seat, dice, BEAM, late)[0]._replace(first=done)]


JUDGE: Final = Judge("planner", REVISION, UNIT, verdict)
