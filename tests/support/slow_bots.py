"""Market day with bots that take their time, fail or cheat, and a scoring that fails: what workers must live with."""

import time
from collections.abc import Sequence
from dataclasses import replace

from kontor.domain.kernel.bots import random_bot
from kontor.domain.kernel.ruleset import Budget, Choice, Look
from tests.tiny import RULESET as TINY
from tests.tiny.state import State


def slow(look: Look, budget: Budget) -> Choice:
    time.sleep(0.05)
    return random_bot(look, budget)


def broken(look: Look, budget: Budget) -> Choice:
    raise RuntimeError("this bot never works")


def cheat(look: Look, budget: Budget) -> Choice:
    return Choice({"type": "show_card", "card": "c99"})


def lazy(look: Look, budget: Budget) -> Choice:
    return Choice(None)


def poison(state: State) -> Sequence[object]:
    raise RuntimeError("this scoring never works")


RULESET = replace(TINY, bots={**TINY.bots, "slow": slow, "broken": broken, "cheat": cheat, "lazy": lazy})
POISONED = replace(RULESET, finish=poison)  # type: ignore[arg-type]  # it gives nothing
