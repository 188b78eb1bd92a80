"""Bots, and what they think with. No rule lives here."""

from collections.abc import Mapping
from typing import Final

from kontor.domain.kernel.ruleset import Bot
from kontor.domain.merchants.bots.greedy import greedy
from kontor.domain.merchants.bots.planner import planner
from kontor.domain.merchants.bots.random_bot import random_bot

BOTS: Final[Mapping[str, Bot]] = {"random": random_bot, "greedy": greedy, "planner": planner}
