"""The bot `novice`. It completes the routes that it has started and takes their rewards, without a plan."""

from kontor.domain.hansa.bots.playout import eager_command
from kontor.domain.hansa.rulebook.catalogue import COMMANDS
from kontor.domain.hansa.rulebook.who_decides import decider
from kontor.domain.hansa.view.determinize import determinize
from kontor.domain.kernel.bots import imagine
from kontor.domain.kernel.play import body_of
from kontor.domain.kernel.ruleset import Budget, Choice, Look


def novice(look: Look, budget: Budget) -> Choice:
    state = imagine(look, budget.luck, determinize)
    if look.seat != decider(state):
        return Choice(None)
    return Choice(body_of(COMMANDS, eager_command(state, look.seat, budget.luck)))
