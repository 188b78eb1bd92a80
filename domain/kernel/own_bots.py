"""Bots of one's own: a function of what a seat sees, `(look) -> command`, wherever a bot can play.

The command is an object of its class or its JSON; None passes, where a seat is only invited to answer.
"""

import traceback
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from typing import TypeAlias, cast

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.play import body_of
from kontor.domain.kernel.ruleset import Bot, Budget, C, Choice, Look

OWN = ":"  # stands in the name of every such bot, `module:name`, and in no other

Choose: TypeAlias = Callable[[Look], object]


class BotFailed(Exception):
    """A bot raised something, or what it chose cannot be done; the message says what, and where."""


def as_bot(commands: Mapping[str, type[C]], choose: Choose) -> Bot:
    """The bot that such a function is, for a ruleset with these commands. It has no use for a budget."""

    def bot(look: Look, budget: Budget) -> Choice:
        try:
            return Choice(body_of_choice(commands, choose(look)))
        except Exception as error:
            raise BotFailed(f"{type(error).__name__}: {error} ({_where(error)})") from error

    return bot


def _where(error: Exception) -> str:
    """The innermost line: most likely one of the bot's own."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{last.filename}, line {last.lineno}"


def body_of_choice(commands: Mapping[str, type[C]], chosen: object) -> JsonObject | None:
    """The JSON of what was chosen; TypeError if it is neither a command of that ruleset nor JSON nor None."""
    if chosen is None:
        return None
    if isinstance(chosen, Mapping):
        return cast(JsonObject, chosen)
    if is_dataclass(chosen) and type(chosen) in commands.values():
        return body_of(commands, cast(C, chosen))
    raise TypeError(f"a command is one of {', '.join(commands)} or its JSON, not {chosen!r}")
