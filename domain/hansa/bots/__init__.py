"""Bots, and what they think with. No rule lives here."""

from collections.abc import Mapping
from typing import Final

from kontor.domain.hansa.bots.expert import expert
from kontor.domain.hansa.bots.greedy import greedy
from kontor.domain.hansa.bots.planner import planner
from kontor.domain.kernel.bots import random_bot
from kontor.domain.kernel.ruleset import Bot

BOTS: Final[Mapping[str, Bot]] = {"random": random_bot, "greedy": greedy, "planner": planner, "expert": expert}
