"""Compute the cost of a decision: compare the played command with the best command that the expert finds for the same
seat. The expert considers everything that the seat sees, above all who wins. The cost is counted in points without the
value of winning: a missed win is reported separately."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from kontor.domain.hansa.bots import choice
from kontor.domain.hansa.bots.choice import UNIT, has_won
from kontor.domain.hansa.bots.evaluation import evaluate
from kontor.domain.hansa.bots.expert import BEAM, ROUNDS, expert_search
from kontor.domain.hansa.bots.planner import NARROW, SAMPLES, WIDE
from kontor.domain.hansa.bots.playout import advance
from kontor.domain.hansa.bots.search import Found, IsLate, Search, likeness, rank, simulate_ways, turns
from kontor.domain.hansa.bots.weights import TUNED_WEIGHTS
from kontor.domain.hansa.rulebook.catalogue import COMMANDS, Command
from kontor.domain.hansa.rulebook.who_decides import decider
from kontor.domain.hansa.state import State
from kontor.domain.hansa.view.determinize import determinize
from kontor.domain.kernel.bots import Stages, imagine
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.model import read
from kontor.domain.kernel.play import body_of
from kontor.domain.kernel.ruleset import Budget, Judge, Look, Missed, Verdict
from kontor.domain.kernel.violation import Violation

REVISION: Final = choice.REVISION + 1  # the revision of the bots, plus one for each other change of the judge
OTHERS, OWN = 0.25, 0.35  # when the searches end, as shares of the time: for all plans, for the played one
POINTS: Final = replace(TUNED_WEIGHTS, won=0.0, winning=0.0, haste=0.0)


class Way(NamedTuple):
    """A plan for the turn. `found`: the plan's first command, and its value after the simulation so far. `points`: this
    value without the value of winning. `end`: the state at the end of the turn."""

    found: Found
    points: float
    end: State


def verdict(look: Look, budget: Budget, sent: JsonObject) -> Verdict:
    """Return the best command that was found in time, and how much better it is than the played command. The difference
    is None if the played command cannot be judged."""
    stages = Stages(budget)
    state = imagine(look, budget.luck, determinize)
    search = expert_search(state, look.seat, budget.luck)
    body = dict(sent)
    begun = rank(state, search, WIDE, SAMPLES)
    own = _played_way(state, search, read(COMMANDS[str(body.pop("type"))], body), begun)
    if [own] == begun:
        return Verdict(sent, 0)  # there was no alternative
    ways = _compare(state, search, own, begun, stages)
    if own is None:
        return Verdict(body_of(COMMANDS, ways[0].found.first), None)
    return _verdict(sent, look.seat, ways[0], next(each for each in ways if each.found.first == own.first))


def _verdict(sent: JsonObject, seat: int, best: Way, own: Way) -> Verdict:
    """Return the verdict on the played command. A command that wins the game costs nothing, even if another command
    wins with more points."""
    if best is own or has_won(own.end, seat):
        return Verdict(sent, 0)
    missed = _find_missed(seat, best.end, own.end)
    cost = max(0, round(100 * (best.points - own.points)))
    return Verdict(body_of(COMMANDS, best.found.first), cost, missed) if cost or missed else Verdict(sent, 0)


def _find_missed(seat: int, best: State, own: State) -> Missed | None:
    if has_won(best, seat):
        return "win"
    return "chance" if own.phase == "finished" and best.phase != "finished" else None


def _played_way(state: State, search: Search, command: Command, begun: Sequence[Found]) -> Found | None:
    """Return the position after the played command, or the candidate that leads to an equivalent position. Return None
    if the result depended on something that the seat could not see."""
    try:
        after = advance(state, search.seat, command)
    except Violation:
        return None
    like = likeness(after)
    twin = next((each for each in begun if likeness(each.after) == like), None)
    return twin or Found(evaluate(after, search.seat, search.ahead, search.weights), command, after)


# ---------------------------------------------------------------- ways


def _compare(state: State, search: Search, own: Found | None, begun: Sequence[Found], stages: Stages) -> list[Way]:
    """Search as the expert does, and return the plans for the turn, best first. The plan with the played command is
    simulated as far as the plans that it is compared with."""
    taken = [] if own is None else [own]
    if decider(state) != state.active:
        return _best_first([_way(each, search) for each in (*taken, *begun)])
    others = turns(state, search, begun, BEAM, NARROW, stages.until(OTHERS))
    # drawn before anything depends on the played command, so that the random numbers do not depend on it either
    seed = search.luck.random()
    mine = turns(state, search, taken, BEAM, NARROW, stages.until(OWN))[:1]
    ways = _best_first([_way(each, search) for each in (*mine, *others)])
    for n, (most, trust, share) in enumerate(ROUNDS, 1):
        field = _field(ways, own, most)
        late, until = stages.until(share), state.turn + n * len(state.seats) + 1
        compared = _follow(field, search, seed, until, trust, late)
        if len(compared) == len(field) or _are_several(compared):
            ways = _best_first(compared)
        if len(compared) < len(field):
            break
    return ways


def _field(ways: Sequence[Way], own: Found | None, most: int) -> list[Way]:
    """Return the best plan that begins with the played command, and then the `most` best other plans. The played
    command comes first, so that there is time to simulate it."""
    mine = [each for each in ways if own is not None and each.found.first == own.first]
    return [*mine[:1], *[each for each in ways if each not in mine[:1]][:most]]


def _are_several(ways: Sequence[Way]) -> bool:
    return len({each.found.first for each in ways}) > 1


def _follow(ways: Sequence[Way], search: Search, seed: float, until: int, trust: float, late: IsLate) -> list[Way]:
    """Simulate these plans, in order, until turn `until` of the game. Return the plans for which there was enough
    time."""
    found: list[Way] = []
    for way in ways:
        then = simulate_ways([way.found], search, seed, until, NARROW, trust, late)
        if not then:
            break
        points = trust * _points(then[0].after, search) + (1 - trust) * way.points
        found.append(Way(then[0], points, way.end))
    return found


def _way(found: Found, search: Search) -> Way:
    return Way(found, _points(found.after, search), found.after)


def _points(state: State, search: Search) -> float:
    return evaluate(state, search.seat, search.ahead, POINTS)


def _best_first(ways: Sequence[Way]) -> list[Way]:
    return sorted(ways, key=lambda way: way.found.value, reverse=True)


JUDGE: Final = Judge("expert", REVISION, UNIT, verdict)
