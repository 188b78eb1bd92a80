"""Bots: the one that any ruleset can have."""

from collections.abc import Mapping
from typing import Final

from kontor.domain.kernel.bots import random_bot
from kontor.domain.kernel.ruleset import Bot

BOTS: Final[Mapping[str, Bot]] = {"random": random_bot}
