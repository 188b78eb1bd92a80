"""Bots and their search. This folder contains no rules."""

from collections.abc import Mapping
from typing import Final

from kontor.domain.hansa.bots.expert import expert
from kontor.domain.hansa.bots.greedy import greedy
from kontor.domain.hansa.bots.novice import novice
from kontor.domain.hansa.bots.planner import planner
from kontor.domain.kernel.bots import random_bot
from kontor.domain.kernel.ruleset import Bot, Level

BOTS: Final[Mapping[str, Bot]] = {
    "random": random_bot,
    "novice": novice,
    "greedy": greedy,
    "planner": planner,
    "expert": expert,
}

ABOUT: Final[Mapping[str, str]] = {
    "random": "Chooses any allowed command at random. Every player beats it.",
    "novice": "Completes the routes that it has begun, without a plan. Easy to beat, good for a first game.",
    "greedy": "Takes the most valuable command and never thinks ahead. Quick, a fair opponent.",
    "planner": "Plans its whole turn, and simulates how its rivals will answer.",
    "expert": "Examines more plans than the planner, the best of them two rounds ahead. The strongest bot here.",
}

LEVELS: Final = (
    Level("easy", "novice", 100, "For your first games: it builds routes, but has no plan. Sensible play beats it."),
    Level(
        "medium", "greedy", 100, "For players who know the rules: it takes the best command, and never thinks ahead."
    ),
    Level("hard", "expert", 500, "For experienced players: it plans its turns and considers your replies."),
)
