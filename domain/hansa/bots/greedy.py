"""The bot `greedy`. It chooses the command that leads to the position with the best value, and does not plan ahead."""

from kontor.domain.hansa.bots.choice import best_of
from kontor.domain.hansa.bots.search import rank, search_for
from kontor.domain.hansa.view.determinize import determinize
from kontor.domain.kernel.bots import imagine
from kontor.domain.kernel.ruleset import Budget, Choice, Look

BREADTH, SAMPLES = 14, 8  # the number of routes, and of ways to fill in a list, that it examines
BECAUSE = "The value of the position after each command, compared with the values of the rivals."


def greedy(look: Look, budget: Budget) -> Choice:
    """Return the command that leads to the best position after one step."""
    state = imagine(look, budget.luck, determinize)
    return best_of(rank(state, search_for(state, look.seat, budget.luck), BREADTH, SAMPLES), look.seat, BECAUSE)
