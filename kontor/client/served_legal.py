"""The legal commands of a game on a server, in the form in which the engine lists them. This module lists and draws
them without further calls.

A seat's legal commands depend only on what the seat sees. So its view, with hidden values dealt at random, is enough to
test a command.
"""

from importlib import import_module
from typing import Any, TypeAlias
from uuid import UUID

from kontor.client import answers as told
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.game import Game
from kontor.domain.kernel.random_numbers import luck_of
from kontor.domain.kernel.ruleset import Chair, Order, Ruleset, Table
from kontor.domain.shipped import SHIPPED
from kontor.engine.legal import Legal
from kontor.errors import KontorError

AnyRules: TypeAlias = Ruleset[Any, Any, Any]
AnyLegal: TypeAlias = Legal[Any, Any, Any]


def rules_of(summary: told.Summary, ruleset: AnyRules | None) -> AnyRules:
    """Return the rules of a game. Raise KontorError if this installation does not have them."""
    found: AnyRules | None = ruleset
    if found is None and summary.ruleset in SHIPPED:
        found = import_module(SHIPPED[summary.ruleset]).RULESET
    if found is None or found.name != summary.ruleset:
        raise KontorError(
            f"The rules of {summary.ruleset} are not installed here: pass its ruleset, or call legal_commands()."
        )
    if summary.ruleset_version > found.version:
        raise KontorError(
            f"The game uses version {summary.ruleset_version} of {found.title}, but version {found.version} is "
            "installed here: update kontor, or call legal_commands()."
        )
    return found


def empty(rules: AnyRules, seat: int) -> AnyLegal:
    """Return an empty list of legal commands, for a seat that cannot act now."""
    return Legal(rules, Game(UUID(int=0), b"", {}), seat, may_act=False)


def legal_at(
    rules: AnyRules, summary: told.Summary, board: Any, listed: told.Legal, seen: told.StateAnswer
) -> AnyLegal:
    """Return the legal commands of a seat, from the server's options and the seat's view of the same version."""
    dice = Dice(luck_of("deal", listed.version, 0).randbytes(32), {})
    state = rules.determinize(table_of(summary, board), seen.state or {}, dice)
    game = Game(UUID(summary.id), b"", board, version=listed.version, status="running", state=state)
    return Legal(rules, game, listed.seat, bool(listed.options))


def table_of(summary: told.Summary, board: Any) -> Table:
    """Return the table (seats, board and options) of a game on a server."""
    chairs = tuple(Chair(each.seat, each.colour) for each in summary.seats)
    order: Order = "drawn" if summary.order == "drawn" else "listed"
    return Table(board, summary.options, chairs, order, summary.ruleset_version)
