"""Market day with bots that are slow, fail or cheat: workers must handle them."""

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


def lazy(look: Look, budget: Budget) -> Choice:
    return Choice(None)


RULESET = replace(TINY, bots={**TINY.bots, "slow": slow, "broken": broken, "cheat": cheat, "lazy": lazy})
