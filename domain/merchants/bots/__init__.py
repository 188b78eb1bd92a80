"""Bots and their search. This folder contains no rules."""

from collections.abc import Mapping
from typing import Final

from kontor.domain.kernel.ruleset import Bot
from kontor.domain.merchants.bots.greedy import greedy
from kontor.domain.merchants.bots.planner import planner
from kontor.domain.merchants.bots.random_bot import random_bot

BOTS: Final[Mapping[str, Bot]] = {"random": random_bot, "greedy": greedy, "planner": planner}

ABOUT: Final[Mapping[str, str]] = {
    "random": "Does anything that makes some sense, for no reason. Anybody beats it.",
    "greedy": "Delivers, founds and builds as soon as it can, and never thinks ahead. Quick, good for a first game.",
    "planner": "Estimates how many rounds it needs to win, and plays and trades to need fewer. The strongest bot here.",
}
