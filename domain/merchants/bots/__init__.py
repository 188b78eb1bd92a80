"""The bots of Merchants and their search. This folder contains no rules."""

from collections.abc import Mapping
from typing import Final

from kontor.domain.kernel.bots import random_bot
from kontor.domain.kernel.ruleset import Bot, Level
from kontor.domain.merchants.bots.expert import expert
from kontor.domain.merchants.bots.greedy import greedy
from kontor.domain.merchants.bots.novice import novice
from kontor.domain.merchants.bots.planner import planner

BOTS: Final[Mapping[str, Bot]] = {
    "random": random_bot,
    "novice": novice,
    "greedy": greedy,
    "planner": planner,
    "expert": expert,
}

ABOUT: Final[Mapping[str, str]] = {
    "random": "Plays any legal command at random. Any player beats this bot, and its games are very long.",
    "novice": "Plays a command that makes some sense, without a plan. Easy to beat, good for a first game.",
    "greedy": "Delivers, founds posts and builds as soon as it can, without a plan. Quick, medium strength.",
    "planner": "Estimates how many rounds it needs to win, and plays and trades to need fewer.",
    "expert": "Plans like the planner, trades more, and considers many possible hands of its rivals.",
}

LEVELS: Final = (
    Level("easy", "novice", 100, "For your first games: it does what makes some sense. Sensible play beats it."),
    Level("medium", "greedy", 100, "For players who know the rules: it delivers and builds at once, without a plan."),
    Level(
        "hard",
        "planner",
        500,
        "For experienced players: it plans how to win in the fewest rounds, and trades for that.",
    ),
)
