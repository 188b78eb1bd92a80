"""The ruleset market day with bots that are slow, fail or cheat. Workers must handle such bots."""

import time
from dataclasses import replace

from kontor.domain.kernel.bots import random_bot
from kontor.domain.kernel.ruleset import Budget, Choice, Look
from tests.tiny import RULESET as TINY


def slow(look: Look, budget: Budget) -> Choice:
    time.sleep(0.05)
    return random_bot(look, budget)


def broken(look: Look, budget: Budget) -> Choice:
    raise RuntimeError("this bot never works")


def cheat(look: Look, budget: Budget) -> Choice:
    return Choice({"type": "show_card", "card": "c99"})


def unreadable(look: Look, budget: Budget) -> Choice:
    return Choice({"type": "no_such_command"})


def bad_note(look: Look, budget: Budget) -> Choice:
    return replace(random_bot(look, budget), note={"weight": 0.5})  # the log has no numbers with decimals


def lazy(look: Look, budget: Budget) -> Choice:
    return Choice(None)


FAILING = {"broken": broken, "cheat": cheat, "unreadable": unreadable, "bad_note": bad_note, "lazy": lazy}
RULESET = replace(TINY, bots={**TINY.bots, "slow": slow, **FAILING})
