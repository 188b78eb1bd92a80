"""A bot's decision: it is shown a look at the game, never the state, and a budget of time and luck."""

import time

import structlog

from kontor.domain.kernel.bots import look, luck_of, random_bot
from kontor.domain.kernel.ruleset import Bot, Budget, Choice
from kontor.service.engine import Seen
from kontor.workers.context import settings

logger = structlog.get_logger()


def choose(seen: Seen, seat: int) -> Choice:
    """What the bot on a seat does now. A bot that fails, or passes where it must decide, is replaced by `random`."""
    name = seen.game.place(seat).bot or "random"
    must = seat in seen.rules.awaiting(seen.game.state)
    try:
        choice = ask(seen, seat, seen.rules.bots.get(name, random_bot))
        if choice.command is not None or not must:
            return choice
        reason = "it passed"
    except Exception as error:  # whatever a bot does wrong, the game goes on
        reason = repr(error)
    logger.error("a bot failed", bot=name, game=str(seen.game.id), version=seen.game.version, reason=reason)
    return ask(seen, seat, random_bot)


def ask(seen: Seen, seat: int, bot: Bot) -> Choice:
    luck = luck_of("bot", seen.game.id.hex, seen.game.version, seat)  # public facts: nothing of the seed
    return bot(look(seen.rules, seen.game, seat), Budget(seconds(seen), time.monotonic, luck))


def seconds(seen: Seen) -> float:
    """How long to think: as the game's creator asked, or else as the operator has set it."""
    return settings().bot_seconds if seen.bot_milliseconds is None else seen.bot_milliseconds / 1000
