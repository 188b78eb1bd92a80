"""`expert` examines more ways through its turn than `planner`, follows the best ones further, and has its own
weights."""

from kontor.domain.hansa.bots.choice import best_of
from kontor.domain.hansa.bots.planner import NARROW, SAMPLES, WIDE
from kontor.domain.hansa.bots.search import Found, Search, followed, rank, search_for, turns
from kontor.domain.hansa.bots.weights import TUNED_WEIGHTS
from kontor.domain.hansa.rulebook.who_decides import decider
from kontor.domain.hansa.state import State
from kontor.domain.hansa.view.determinize import determinize
from kontor.domain.kernel.bots import Stages, imagined
from kontor.domain.kernel.random_numbers import Luck
from kontor.domain.kernel.ruleset import Budget, Choice, Look

BEAM = 4  # positions kept after each step of its turn
OWN_TURN = 0.3  # share of its time for that

# For each round of all seats: how many of the best ways are followed, how much their new value replaces the old one,
# and the share of time until then. A way costs more the further it is followed, so fewer remain.
ROUNDS = ((8, 0.8, 0.7), (4, 0.5, 0.97))
BECAUSE = "The value of the position up to two rounds after a turn that begins so, compared with the rivals."


def expert(look: Look, budget: Budget) -> Choice:
    """Return the first command of the best way, as far as there was time to follow it."""
    stages = Stages(budget)
    state = imagined(look, budget.luck, determinize)
    ways = searched(state, expert_search(state, look.seat, budget.luck), stages)
    return best_of(ways, look.seat, BECAUSE, stages.nodes)


def expert_search(state: State, seat: int, luck: Luck) -> Search:
    return search_for(state, seat, luck, TUNED_WEIGHTS)


def searched(state: State, search: Search, stages: Stages) -> list[Found]:
    """Return the ways through the turn, best first. Those followed furthest come before the rest."""
    begun = rank(state, search, WIDE, SAMPLES)
    if len(begun) == 1 or decider(state) != state.active:
        return begun
    ways = turns(state, search, begun, BEAM, NARROW, stages.until(OWN_TURN))
    seed = search.luck.random()
    for n, (most, trust, share) in enumerate(ROUNDS, 1):
        if len({each.first for each in ways[:most]}) == 1:
            break  # all remaining ways begin with the same command
        late, until = stages.until(share), state.turn + n * len(state.seats) + 1
        found = followed(ways[:most], search, seed, until, NARROW, trust, late)
        is_cut_short = len(found) < len(ways[:most])
        ways = [*found, *ways[len(found) :]]
        if is_cut_short:
            break
    return ways
