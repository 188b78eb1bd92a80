"""What a decision cost: the way that was taken against the best one that the search finds from the same seat."""

from collections.abc import Sequence
from typing import Final

from kontor.domain.hansa.bots.choice import REVISION
from kontor.domain.hansa.bots.evaluation import evaluate
from kontor.domain.hansa.bots.planner import BEAM, FINALISTS, NARROW, SAMPLES, WIDE, answered_ways, planner_search
from kontor.domain.hansa.bots.playout import advance
from kontor.domain.hansa.bots.search import Found, Search, by_value, likeness, rank, turns
from kontor.domain.hansa.rulebook.catalogue import COMMANDS, Command
from kontor.domain.hansa.rulebook.who_decides import decider
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
    search = planner_search(state, look.seat, budget.luck)
    body = dict(sent)
    begun = rank(state, search, WIDE, SAMPLES)
    own = _taken(state, search, read(COMMANDS[str(body.pop("type"))], body), begun)
    if [own] == begun:
        return Verdict(sent, 0)  # it could not have been otherwise
    ranked = _compared(state, search, own, begun, stages)
    best = ranked[0]
    if own is None:
        return Verdict(body_of(COMMANDS, best.first), None)
    cost = round(100 * (best.value - next(each.value for each in ranked if each.first == own.first)))
    return Verdict(sent, 0) if cost <= 0 else Verdict(body_of(COMMANDS, best.first), cost)


def _taken(state: State, search: Search, command: Command, begun: Sequence[Found]) -> Found | None:
    """Where the command leads, or the one among those that are considered which leads to the like; None if it hung on
    something that the seat could not see."""
    try:
        after = advance(state, search.seat, command)
    except Violation:
        return None
    like = likeness(after)
    twin = next((each for each in begun if likeness(each.after) == like), None)
    return twin or Found(evaluate(after, search.seat, search.ahead, search.weights), command, after)


def _compared(state: State, search: Search, own: Found | None, begun: Sequence[Found], stages: Stages) -> list[Found]:
    """As the planner thinks, best first; the way that was taken is looked at as far as all others."""
    taken = [] if own is None else [own]
    if decider(state) != state.active:
        return sorted([*taken, *begun], key=by_value, reverse=True)
    ways = turns(state, search, begun, BEAM, NARROW, stages.until(0.4))[:FINALISTS]
    taken = turns(state, search, taken, BEAM, NARROW, stages.until(0.5))[:1]
    judged = answered_ways(state, search, [*taken, *ways], stages)
    return judged if len(judged) > len(taken) else sorted([*taken, *ways], key=by_value, reverse=True)


JUDGE: Final = Judge("planner", REVISION, "points", verdict)
