"""The bot `expert`. It examines more plans for its turn than `planner`, simulates the best plans for more rounds, and
has its own weights."""

from kontor.domain.hansa.bots.choice import best_of
from kontor.domain.hansa.bots.planner import NARROW, SAMPLES, WIDE
from kontor.domain.hansa.bots.search import Found, Search, rank, search_for, simulate_ways, turns
from kontor.domain.hansa.bots.weights import TUNED_WEIGHTS
from kontor.domain.hansa.rulebook.who_decides import decider
from kontor.domain.hansa.state import State
from kontor.domain.hansa.view.determinize import determinize
from kontor.domain.kernel.bots import Stages, imagine
from kontor.domain.kernel.random_numbers import Luck
from kontor.domain.kernel.ruleset import Budget, Choice, Look

BEAM = 4  # positions kept after each step of its turn
OWN_TURN = 0.3  # share of its time to search its own turn

# For each round of all seats: how many of the best plans are simulated, how much their new value replaces the old one,
# and the share of the time at which the round must end. A long simulation takes more time, so fewer plans remain.
ROUNDS = ((8, 0.8, 0.7), (4, 0.5, 0.97))
BECAUSE = (
    "The value of the position up to two rounds after a turn that begins with this command, compared with the "
    "values of the rivals."
)


def expert(look: Look, budget: Budget) -> Choice:
    """Return the first command of the best plan for the turn. The time limit decides how far the plans are
    simulated."""
    stages = Stages(budget)
    state = imagine(look, budget.luck, determinize)
    ways = search_turn(state, expert_search(state, look.seat, budget.luck), stages)
    return best_of(ways, look.seat, BECAUSE, stages.nodes)


def expert_search(state: State, seat: int, luck: Luck) -> Search:
    return search_for(state, seat, luck, TUNED_WEIGHTS)


def search_turn(state: State, search: Search, stages: Stages) -> list[Found]:
    """Return the plans for the turn, best first. Plans that were simulated further come before all other plans."""
    begun = rank(state, search, WIDE, SAMPLES)
    if len(begun) == 1 or decider(state) != state.active:
        return begun
    ways = turns(state, search, begun, BEAM, NARROW, stages.until(OWN_TURN))
    seed = search.luck.random()
    for n, (most, trust, share) in enumerate(ROUNDS, 1):
        if len({each.first for each in ways[:most]}) == 1:
            break  # all remaining plans begin with the same command
        late, until = stages.until(share), state.turn + n * len(state.seats) + 1
        found = simulate_ways(ways[:most], search, seed, until, NARROW, trust, late)
        is_cut_short = len(found) < len(ways[:most])
        ways = [*found, *ways[len(found) :]]
        if is_cut_short:
            break
    return ways
