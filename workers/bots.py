"""A bot's decision: it is shown a look at the game, never the state, and a budget of time and luck."""

import time

import structlog

from kontor.domain.kernel.bots import look, random_bot
from kontor.domain.kernel.random_numbers import bot_luck
from kontor.domain.kernel.ruleset import Bot, Budget, Choice
from kontor.service.engine.game_at import GameAt

logger = structlog.get_logger()


def choose(at: GameAt, seat: int, seconds: float) -> Choice:
    """What the bot on a seat does now. A bot that fails, or passes where it must decide, is replaced by `random`."""
    name = at.game.place(seat).bot or "random"
    must = seat in at.awaiting
    try:
        choice = ask(at, seat, seconds, at.rules.bots.get(name, random_bot))
        if choice.command is not None or not must:
            return choice
        reason = "it passed"
    except Exception as error:  # whatever a bot does wrong, the game goes on
        reason = repr(error)
    facts = {"bot": name, "game": str(at.game.id), "version": at.game.version, "reason": reason}
    logger.error("bot failed, random decides instead", **facts)
    return ask(at, seat, seconds, random_bot)


def ask(at: GameAt, seat: int, seconds: float, bot: Bot) -> Choice:
    """What one bot would do on a seat, given so much time."""
    luck = bot_luck(at.game.joint, at.game.version, seat)
    return bot(look(at.rules, at.game, seat), Budget(seconds, time.monotonic, luck))


def thinking_seconds(at: GameAt, bot_seconds: float) -> float:
    """How long to think: as the game's creator asked, or else as the operator has set it."""
    return bot_seconds if at.settings.bot_milliseconds is None else at.settings.bot_milliseconds / 1000
