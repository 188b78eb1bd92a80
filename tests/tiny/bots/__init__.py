"""Bots: the one that any ruleset can have; and a judge that would always have sent the first command there was."""

from collections.abc import Mapping
from typing import Final

from kontor.domain.kernel.bots import random_bot
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.ruleset import CANDIDATES, Bot, Budget, Judge, Level, Look, Verdict

LEVELS: Final = (Level("easy", "random", 50, "For tests."),)
BOTS: Final[Mapping[str, Bot]] = {"random": random_bot}


def verdict(look: Look, budget: Budget, sent: JsonObject) -> Verdict:
    """What a bid is worth it cannot say; whatever else is not the first has missed a win."""
    first = look.commands(CANDIDATES)[0]
    if first == sent:
        return Verdict(sent, 0)
    return Verdict(first, None) if sent["type"] == "bid" else Verdict(first, 50, "win")


JUDGE: Final = Judge("random", 1, "points", verdict)
