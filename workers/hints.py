"""Compute a hint: a bot chooses a command for a seat of a practice game. This runs in a separate program with limits
(`workers.limited_program`).
"""

import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from kontor.domain.kernel.model import read
from kontor.service.engine.hints import AskedHint
from kontor.service.settings import Settings
from kontor.workers import bots
from kontor.workers.context import open_context
from kontor.workers.limited_program import Progress, run


def hint(text: bytes, settings: Settings) -> Mapping[str, Any]:
    asked, progress = read(AskedHint, json.loads(text)), Progress()
    progress("thinking", 0, 1)
    context = open_context(settings)
    with context.store.pool:
        now = context.games.fresh(UUID(asked.game))
        at = context.past_games.at(now, asked.version).at
    choice = bots.ask(at, asked.seat, bots.thinking_seconds(at, settings.bot_seconds), at.rules.bots[asked.bot])
    progress("thinking", 1, 1)
    told = {"game": asked.game, "version": asked.version, "seat": asked.seat, "bot": asked.bot}
    return {"result": {**told, "command": choice.command, "reasons": choice.note}}


if __name__ == "__main__":
    run(hint, 0)
