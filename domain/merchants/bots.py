"""The bots of Merchants. `greedy` reads its view back into a state, all hidden things dealt anew, and plays by plan."""

from typing import cast

from domain.kernel.canonical import JsonObject
from domain.kernel.dice import Dice
from domain.kernel.model import write
from domain.kernel.ruleset import Budget, Choice, Look
from domain.merchants.catalogue import COMMANDS, Command
from domain.merchants.greedy import choose
from domain.merchants.redeal import determinize

NAMES = {form: name for name, form in COMMANDS.items()}


def greedy(look: Look, budget: Budget) -> Choice:
    if not look.options:
        return Choice(None)
    state = determinize(look.table, look.view, Dice(budget.luck.randbytes(32), {}))
    command = choose(state, look.seat)
    return Choice(None if command is None else body(command))


def body(command: Command) -> JsonObject:
    """The command as it is sent."""
    return {"type": NAMES[type(command)], **cast(JsonObject, write(command))}
