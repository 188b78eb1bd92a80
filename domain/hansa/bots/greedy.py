"""`greedy` takes the command with the best value now."""

from kontor.domain.hansa.bots.choice import best_of
from kontor.domain.hansa.bots.search import rank, search_for
from kontor.domain.hansa.view.determinize import determinize
from kontor.domain.kernel.bots import imagined
from kontor.domain.kernel.ruleset import Budget, Choice, Look

BREADTH, SAMPLES = 14, 8  # routes and fillings of lists that it examines
BECAUSE = "The value of the position after each command, compared with the rivals."


def greedy(look: Look, budget: Budget) -> Choice:
    """Search one ply: choose the command that leads to the best position."""
    state = imagined(look, budget.luck, determinize)
    return best_of(rank(state, search_for(state, look.seat, budget.luck), BREADTH, SAMPLES), look.seat, BECAUSE)
