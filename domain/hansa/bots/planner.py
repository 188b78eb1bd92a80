"""The bot `planner`. It searches for the best plan for its whole turn."""

from collections.abc import Sequence

from kontor.domain.hansa.bots.choice import best_of
from kontor.domain.hansa.bots.search import Found, Search, rank, search_for, simulate_ways, turns
from kontor.domain.hansa.bots.weights import TUNED_WEIGHTS, WEIGHTS
from kontor.domain.hansa.rulebook.who_decides import decider
from kontor.domain.hansa.state import State
from kontor.domain.hansa.view.determinize import determinize
from kontor.domain.kernel.bots import Stages, imagine
from kontor.domain.kernel.random_numbers import Luck
from kontor.domain.kernel.ruleset import Budget, Choice, Look

WIDE, NARROW = 10, 6  # routes that it examines first, and later
SAMPLES = 8  # ways to fill in a list that it examines
BEAM = 3  # positions kept after each step of its turn
FINALISTS = 6  # plans for which it simulates the rivals' answers
TRUST = 0.8  # the weight of the value after these answers
BECAUSE = (
    "The value of the position at the end of the next turn, compared with the rivals. This turn begins with the "
    "command."
)


def planner(look: Look, budget: Budget) -> Choice:
    """Return the first command of the best plan that was found before the time limit."""
    stages = Stages(budget)
    state = imagine(look, budget.luck, determinize)
    ways = plan_turn(state, planner_search(state, look.seat, budget.luck), stages)
    return best_of(ways, look.seat, BECAUSE, stages.nodes)


def planner_search(state: State, seat: int, luck: Luck) -> Search:
    """Return the input of the planner's search, with tuned weights on East and Britannia. On the Hanse board the
    planner keeps the weights of the published measurements, because the expert is measured against it
    (docs/bots.md)."""
    is_hanse = not (state.board.has_sea or state.board.has_countries)
    return search_for(state, seat, luck, WEIGHTS if is_hanse else TUNED_WEIGHTS)


def plan_turn(state: State, search: Search, stages: Stages) -> list[Found]:
    """Return plans for the turn, best first: only the plans for which the rivals' answers were simulated. If there was
    no time for a simulation, return all plans."""
    begun = rank(state, search, WIDE, SAMPLES)
    if len(begun) == 1 or decider(state) != state.active:
        return begun
    ways = turns(state, search, begun, BEAM, NARROW, stages.until(0.5))
    return answered_ways(state, search, ways[:FINALISTS], stages) or ways


def answered_ways(state: State, search: Search, ways: Sequence[Found], stages: Stages) -> list[Found]:
    """Return the plans for which there was time to simulate the rivals' answers, best first. The simulation runs to the
    end of the seat's next turn, because the value of a turn shows only then."""
    late, seed = stages.until(0.95), search.luck.random()
    return simulate_ways(ways, search, seed, state.turn + len(state.seats) + 1, NARROW, TRUST, late)
