"""Bots written by users: a function `(look) -> command` that works wherever a bot can play.

The command is an object of its class or its JSON. None passes, if the seat is not awaited.
"""

import traceback
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from typing import TypeAlias, cast

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.play import body_of
from kontor.domain.kernel.ruleset import Bot, Budget, C, Choice, Look

OWN = ":"  # part of the name of every such bot, `module:name`, and of no other bot

Choose: TypeAlias = Callable[[Look], object]


class BotFailed(Exception):
    """A bot raised an error, or its choice is impossible. The message says what and where."""


def as_bot(commands: Mapping[str, type[C]], choose: Choose) -> Bot:
    """Turn such a function into a bot, for a ruleset with these commands. It ignores the budget."""

    def bot(look: Look, budget: Budget) -> Choice:
        try:
            return Choice(body_of_choice(commands, choose(look)))
        except Exception as error:
            raise BotFailed(f"{type(error).__name__}: {error} ({_where(error)})") from error

    return bot


def _where(error: Exception) -> str:
    """Return the innermost line, which is most likely in the bot's code."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{last.filename}, line {last.lineno}"


def body_of_choice(commands: Mapping[str, type[C]], chosen: object) -> JsonObject | None:
    """Return the JSON of the choice; raise TypeError if it is neither a command of the ruleset nor JSON nor None."""
    if chosen is None:
        return None
    if isinstance(chosen, Mapping):
        return cast(JsonObject, chosen)
    if is_dataclass(chosen) and type(chosen) in commands.values():
        return body_of(commands, cast(C, chosen))
    raise TypeError(f"a command is one of {', '.join(commands)} or its JSON, not {chosen!r}")
