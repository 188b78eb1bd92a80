"""`planner` looks for the best way through its whole turn."""

from collections.abc import Sequence

from kontor.domain.hansa.bots.choice import best_of
from kontor.domain.hansa.bots.search import Found, Search, followed, rank, search_for, turns
from kontor.domain.hansa.bots.weights import TUNED_WEIGHTS, WEIGHTS
from kontor.domain.hansa.rulebook.who_decides import decider
from kontor.domain.hansa.state import State
from kontor.domain.hansa.view.determinize import determinize
from kontor.domain.kernel.bots import Stages, imagined
from kontor.domain.kernel.luck import Luck
from kontor.domain.kernel.ruleset import Budget, Choice, Look

WIDE, NARROW = 10, 6  # routes that it looks at first, and farther on
SAMPLES = 8  # fillings of lists
BEAM = 3  # positions that it carries on with after each step of its turn
FINALISTS = 6  # turns that it lets the others answer
TRUST = 0.8  # how much of a judgement that answer is
BECAUSE = "What the position is worth at the end of the next turn that begins so, compared with the others'."


def planner(look: Look, budget: Budget) -> Choice:
    """The first command of the best turn found in time."""
    stages = Stages(budget)
    state = imagined(look, budget.luck, determinize)
    ways = planned(state, planner_search(state, look.seat, budget.luck), stages)
    return best_of(ways, look.seat, BECAUSE, stages.nodes)


def planner_search(state: State, seat: int, luck: Luck) -> Search:
    """With the tuned weights on East and Britannia. On the Hanse board it stays with those that it was measured with,
    and that the expert is measured by (docs/bots.md)."""
    is_hanse = not (state.board.has_sea or state.board.has_countries)
    return search_for(state, seat, luck, WEIGHTS if is_hanse else TUNED_WEIGHTS)


def planned(state: State, search: Search, stages: Stages) -> list[Found]:
    """Ways through the turn, best first: those to which the others have answered before those they have not."""
    begun = rank(state, search, WIDE, SAMPLES)
    if len(begun) == 1 or decider(state) != state.active:
        return begun
    ways = turns(state, search, begun, BEAM, NARROW, stages.until(0.5))
    return answered_ways(state, search, ways[:FINALISTS], stages) or ways


def answered_ways(state: State, search: Search, ways: Sequence[Found], stages: Stages) -> list[Found]:
    """The ways through this turn to which the others could answer in time, best first. To the end of its next turn:
    only then it shows what a way was good for."""
    late, seed = stages.until(0.95), search.luck.random()
    return followed(ways, search, seed, state.turn + len(state.seats) + 1, NARROW, TRUST, late)
