"""The bot `novice` draws among commands that make some sense, so that its games end soon. Games of the bot `random`
take thousands of turns.
"""

from kontor.domain.kernel.bots import imagine
from kontor.domain.kernel.play import body_of
from kontor.domain.kernel.ruleset import Budget, Choice, Look
from kontor.domain.merchants.bots.playout import purposeful
from kontor.domain.merchants.rulebook.catalogue import COMMANDS
from kontor.domain.merchants.rulebook.who_decides import awaiting, invited_seats
from kontor.domain.merchants.view.determinize import determinize


def novice(look: Look, budget: Budget) -> Choice:
    state = imagine(look, budget.luck, determinize)
    if look.seat not in (*awaiting(state), *invited_seats(state)):
        return Choice(None)
    return Choice(body_of(COMMANDS, purposeful(state, look.seat, budget.luck)))
