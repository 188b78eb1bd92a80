"""The bots of Merchants. Both read their view back into a state, with all hidden things dealt anew: `greedy` plays by
plan, `random` by lot among what makes sense (choosing evenly among all that is legal, games take thousands of turns).
"""

from typing import cast

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.model import write
from kontor.domain.kernel.ruleset import Budget, Choice, Look
from kontor.domain.merchants.bots.greedy import choose
from kontor.domain.merchants.bots.playout import purposeful
from kontor.domain.merchants.rulebook.catalogue import COMMANDS, Command
from kontor.domain.merchants.rulebook.rules import awaiting, invited
from kontor.domain.merchants.state import State
from kontor.domain.merchants.view.determinize import determinize

NAMES = {form: name for name, form in COMMANDS.items()}


def greedy(look: Look, budget: Budget) -> Choice:
    if not look.options:
        return Choice(None)
    command = choose(_imagined(look, budget), look.seat)
    return Choice(None if command is None else body(command))


def by_lot(look: Look, budget: Budget) -> Choice:
    state = _imagined(look, budget)
    if look.seat not in (*awaiting(state), *invited(state)):
        return Choice(None)
    return Choice(body(purposeful(state, look.seat, budget.luck)))


def _imagined(look: Look, budget: Budget) -> State:
    return determinize(look.table, look.view, Dice(budget.luck.randbytes(32), {}))


def body(command: Command) -> JsonObject:
    """The command as it is sent."""
    return {"type": NAMES[type(command)], **cast(JsonObject, write(command))}
