"""Bots and their search. This folder contains no rules."""

from collections.abc import Mapping
from typing import Final

from kontor.domain.hansa.bots.expert import expert
from kontor.domain.hansa.bots.greedy import greedy
from kontor.domain.hansa.bots.planner import planner
from kontor.domain.kernel.bots import random_bot
from kontor.domain.kernel.ruleset import Bot

BOTS: Final[Mapping[str, Bot]] = {"random": random_bot, "greedy": greedy, "planner": planner, "expert": expert}

ABOUT: Final[Mapping[str, str]] = {
    "random": "Does anything that is allowed, for no reason. Anybody beats it.",
    "greedy": "Takes the most valuable command and never thinks ahead. Quick, and good for a first game.",
    "planner": "Plans its turn to the end, and the answers of its rivals.",
    "expert": "Follows more ways than the planner, the best of them two rounds ahead. The strongest there is here.",
}
