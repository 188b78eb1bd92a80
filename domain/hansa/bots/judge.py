"""What a decision cost: the way that was taken against the best one that the search finds from the same seat."""

from typing import Final

from kontor.domain.hansa.bots.choice import REVISION
from kontor.domain.hansa.bots.evaluation import evaluate
from kontor.domain.hansa.bots.planner import BEAM, FINALISTS, NARROW, SAMPLES, WIDE, answered_ways
from kontor.domain.hansa.bots.playout import advance
from kontor.domain.hansa.bots.search import Found, Search, rank, search_for, turns
from kontor.domain.hansa.rulebook.catalogue import COMMANDS, Command
from kontor.domain.hansa.rulebook.rules import decider
from kontor.domain.hansa.state import State
from kontor.domain.hansa.view.determinize import determinize
from kontor.domain.kernel.bots import Stages, imagined
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.model import read
from kontor.domain.kernel.play import body_of
from kontor.domain.kernel.ruleset import Budget, Judge, Look, Verdict
from kontor.domain.kernel.violation import Violation


def verdict(look: Look, budget: Budget, sent: JsonObject) -> Verdict:
    """The best command found in time, and by how much the position would have been worth more."""
    stages = Stages(budget)
    state = imagined(look, budget.luck, determinize)
    search = search_for(state, look.seat, budget.luck)
    body = dict(sent)
    own = _begun(state, search, read(COMMANDS[str(body.pop("type"))], body))
    ranked = _compared(state, search, own, stages)
    best = ranked[0]
    if own is None:
        return Verdict(body_of(COMMANDS, best.first), None)
    cost = round(100 * (best.value - next(each.value for each in ranked if each.first == own.first)))
    return Verdict(sent, 0) if cost <= 0 else Verdict(body_of(COMMANDS, best.first), cost)


def _begun(state: State, search: Search, command: Command) -> Found | None:
    """Where the command leads; None if it hung on something that the seat could not see."""
    try:
        after = advance(state, search.seat, command)
    except Violation:
        return None
    return Found(evaluate(after, search.seat, search.ahead, search.weights), command, after)


def _compared(state: State, search: Search, own: Found | None, stages: Stages) -> list[Found]:
    """As the planner thinks, best first; the way that was taken is looked at as far as all others."""
    begun = rank(state, search, WIDE, SAMPLES)
    taken = [] if own is None else [own]
    if decider(state) != state.active:
        return sorted([*taken, *begun], key=lambda found: found.value, reverse=True)
    ways = turns(state, search, begun, BEAM, NARROW, stages.until(0.4))[:FINALISTS]
    taken = turns(state, search, taken, BEAM, NARROW, stages.until(0.5))[:1]
    judged = answered_ways(state, search, [*taken, *ways], stages)
    return judged if len(judged) > len(taken) else sorted([*taken, *ways], key=lambda found: found.value, reverse=True)


JUDGE: Final = Judge("planner", REVISION, "points", verdict)
