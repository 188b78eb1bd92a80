"""What a decision cost: how many rounds later the seat would be there than by what the planner would have done."""

from typing import Final

from kontor.domain.kernel.bots import Stages, imagined
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.model import read
from kontor.domain.kernel.play import body_of
from kontor.domain.kernel.ruleset import Budget, Judge, Look, Verdict
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.bots.greedy import REVISION
from kontor.domain.merchants.bots.planner import BEAM, planned
from kontor.domain.merchants.bots.turn_search import after, ways, worth
from kontor.domain.merchants.rulebook import turn
from kontor.domain.merchants.rulebook.catalogue import COMMANDS, Command
from kontor.domain.merchants.state import State
from kontor.domain.merchants.view.determinize import determinize


def verdict(look: Look, budget: Budget, sent: JsonObject) -> Verdict:
    """What the planner would have done. Dealings with others, and what is owed at once, are not counted in rounds."""
    stages = Stages(budget)
    state = imagined(look, budget.luck, determinize)
    chosen = planned(state, look.seat, budget.luck, stages)
    body = dict(sent)
    done = read(COMMANDS[str(body.pop("type"))], body)
    if chosen is None or chosen == done:
        return Verdict(sent, 0)
    better = Verdict(body_of(COMMANDS, chosen), None)
    if state.phase != "action" or look.seat != state.active:
        return better
    dice = Dice(budget.luck.randbytes(32), {})
    try:
        best, own = (_rounds(state, look.seat, each, dice, stages) for each in (chosen, done))
    except Violation:  # it hung on something that the seat could not see
        return better
    cost = round(100 * (own - best))
    return Verdict(sent, 0) if cost <= 0 else Verdict(better.command, cost)


def _rounds(state: State, seat: int, command: Command, dice: Dice, stages: Stages) -> float:
    """Rounds that are left at the end of a turn that goes on with the command, at best."""
    if isinstance(command, turn.EndTurn):
        return worth(state, seat)
    then = after(state, seat, command, dice)
    return ways(then, seat, dice, BEAM, stages.until(1.0))[0].rounds if then.phase == "action" else worth(then, seat)


JUDGE: Final = Judge("planner", REVISION, "rounds", verdict)
