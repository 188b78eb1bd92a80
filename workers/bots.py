"""Let a bot decide. The bot gets the view of its seat, never the state, and a budget of time and random numbers."""

import time
from contextlib import suppress

import structlog

from kontor.domain.kernel import play
from kontor.domain.kernel.bots import look, quick_bot, random_bot
from kontor.domain.kernel.canonical import canonical_text
from kontor.domain.kernel.commits import DEEPEST_NOTE
from kontor.domain.kernel.random_numbers import bot_luck
from kontor.domain.kernel.ruleset import Bot, Budget, Choice
from kontor.service.engine.game_at import GameAt

logger = structlog.get_logger()


def choose(at: GameAt, seat: int, seconds: float) -> Choice:
    """Return the choice of the bot on a seat. If it fails, or passes although it must decide, another bot decides."""
    name = at.game.place(seat).bot or quick_bot(at.rules)
    must = seat in at.awaiting
    try:
        choice = ask(at, seat, seconds, at.rules.bots[name])
        _require_sound(at, choice)
        if choice.command is not None or not must:
            return choice
        reason = "it passed"
    except Exception as error:  # a bug in a bot must not stop the game
        reason = repr(error)
    facts = {"bot": name, "game": str(at.game.id), "version": at.game.version, "reason": reason}
    logger.error("bot failed, another bot decides instead", **facts)
    return substitute(at, seat, seconds)


def substitute(at: GameAt, seat: int, seconds: float) -> Choice:
    """Let the quick bot decide instead of the bot on a seat, or `random` if the quick bot fails, too. The choice has no
    note: `kontor audit verify --bots` would take the note for one of the bot on the seat."""
    with suppress(Exception):
        command = ask(at, seat, seconds, at.rules.bots[quick_bot(at.rules)]).command
        if seat not in at.awaiting if command is None else play.is_accepted(at.rules, at.game, seat, command):
            return Choice(command)
    return ask(at, seat, seconds, random_bot)


def _require_sound(at: GameAt, choice: Choice) -> None:
    """Raise an error if the log cannot contain the choice. Whether the rules allow the command is decided later."""
    if choice.command is not None:
        play.read_command(at.rules, choice.command)
    canonical_text(choice.note, DEEPEST_NOTE)


def ask(at: GameAt, seat: int, seconds: float, bot: Bot) -> Choice:
    """Return the choice of a bot on a seat, within so many seconds."""
    luck = bot_luck(at.game.joint, at.game.version, seat)
    return bot(look(at.rules, at.game, seat), Budget(seconds, time.monotonic, luck))


def thinking_seconds(at: GameAt, bot_seconds: float) -> float:
    """Return how long a bot may think: the game's setting, or the server's."""
    return bot_seconds if at.settings.bot_milliseconds is None else at.settings.bot_milliseconds / 1000
