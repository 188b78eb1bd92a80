"""Ask a bot for the command of a seat."""

import time
from collections.abc import Callable

from kontor.domain.kernel import bots, play
from kontor.domain.kernel.game import Game, require_state
from kontor.domain.kernel.random_numbers import bot_luck
from kontor.domain.kernel.ruleset import Budget, C, E, Look, Ruleset, S
from kontor.errors import KontorError


def command_of_bot(
    rules: Ruleset[S, C, E], game: Game[S], seat: int, bot: str | Callable[[Look], object], seconds: float
) -> C | None:
    """Return the command that a bot would play for the seat, or None if it passes."""
    play.require_deciding(rules, game, seat)
    if not isinstance(bot, str):
        body = bots.body_of_choice(rules.commands, bot(bots.look(rules, game, seat)))
    elif bot not in rules.bots:
        raise KontorError(f"{rules.title} has no bot {bot}. The bots are {', '.join(rules.bots)}.")
    else:
        luck = bot_luck(game.joint, game.version, seat)
        if rules.bots[bot] is bots.random_bot and rules.random_command is not None:
            return rules.random_command(require_state(game), seat, luck)  # the same command, without JSON
        body = rules.bots[bot](bots.look(rules, game, seat), Budget(seconds, time.process_time, luck)).command
    return None if body is None else play.read_command(rules, body)
