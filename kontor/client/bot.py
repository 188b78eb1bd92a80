"""A bot in a few lines: a function of what a seat sees plays all seats of an account, over HTTP.

The very same function plays in memory (`game.ask`), in `kontor tournament` and as a bot of a server
(docs/python.md). What waits is told by `me/stream`, all of it again with each connection: whoever is killed, bot or
server, goes on where the game stands.
"""

import logging
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from importlib import import_module
from typing import Any

from kontor.client.answers import Body, Summary
from kontor.client.problems import Problem
from kontor.client.sync_client import Client
from kontor.domain.kernel.bots import attempts
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.ruleset import Chair, Look, Order, Table
from kontor.domain.shipped import SHIPPED

STALE = "stale-version"
DONE = frozenset({"not-your-decision", "game-over", "not-found", "seat-not-held"})  # somebody else has seen to it
GONE = frozenset({"seat-taken", "invitation-gone", "game-over", "not-found", "forbidden"})  # no seat for us any more
FOREVER = 1e9  # seconds: a server that is away comes back
EXPANDED = 200  # commands that a server lists at once, at most

log = logging.getLogger("kontor.bot")


def run_bot(
    choose: Callable[[Look], object], url: str, key: str, *, games: int | None = None, invitations: bool = True
) -> None:
    """Play every decision of the account's seats by `choose(look)`, until so many games have ended (None: for ever).
    Seats that it is invited to it takes, where bots are welcome; not with `invitations=False`.

    A function that raises, or whose command is refused, is logged and that game set aside until the next connection;
    the others go on.
    """
    with Client(url, key, patience=FOREVER) as client:
        bot = _Bot(client, choose)
        ended: set[str] = set()
        for notice in client.notices():
            if notice.kind == "decision":
                bot.decide(notice.data)
            elif notice.kind == "seat.invited" and invitations:
                bot.sit_down(notice.data)
            elif notice.kind == "game.ended":
                ended.add(notice.data["game"])
            if games is not None and len(ended) >= games:
                return


class _Bot:
    def __init__(self, client: Client, choose: Callable[[Look], object]) -> None:
        self._client = client
        self._choose = choose
        self._board = lru_cache(8)(client.board)

    def decide(self, owed: Body) -> None:
        """Answer one notice; harmless if it was answered before."""
        game, seat = owed["game"], owed["seat"]
        try:
            while not self._answered(game, seat):
                pass  # somebody was faster: look again
        except Exception:
            log.exception("game %s: seat %s did not decide; skip the game until it changes", game, seat)

    def sit_down(self, offered: Body) -> None:
        """Accept a seat, unless people want to be among themselves; harmless if it is gone."""
        game, seat = offered["game"], offered["seat"]
        try:
            if self._client.game(game).bots_welcome:
                self._client.join(game, seat)
        except Problem as problem:
            if problem.name not in GONE:
                log.exception("game %s: seat %s was offered, but could not be taken", game, seat)

    def _answered(self, game: str, seat: int) -> bool:
        """Whether nothing is owed any more by this seat; False if the game moved on while it was thinking."""
        try:
            if (seen := self._seen(game, seat)) is None:
                return True
            look, version = seen
            command = self._choose(look)
            if command is None:
                raise ValueError("the bot returned None, but the game waits for its decision")
            self._client.play(game, command, seat=seat, version=version)
        except Problem as problem:
            if problem.name == STALE:
                return False
            if problem.name not in DONE:
                raise
        return True

    def _seen(self, game: str, seat: int) -> tuple[Look, int] | None:
        """What the seat sees, and at which version; None if it has nothing to decide any more."""
        client, summary = self._client, self._client.game(game)
        if seat not in summary.awaiting or seat not in summary.my_seats:
            return None
        legal = client.legal(game, seat)
        shown = client.state(game, seat=seat, version=legal.version)  # of one moment, whatever has happened since
        assert shown.state is not None, "a seat is awaited only once the game has started"

        def commands(wanted: int) -> Sequence[Body]:
            return client.legal(game, seat, expand=min(wanted, EXPANDED)).commands

        @cache  # the rules are loaded when they are asked for: most bots try nothing
        def trying() -> Callable[[Look, object, int], JsonObject]:
            return attempts(import_module(SHIPPED[summary.ruleset]).RULESET, legal.version)

        def attempt(look: Look, command: object, deal: int) -> JsonObject:
            return trying()(look, command, deal)

        table = table_of(summary, self._board(summary.ruleset, summary.board))
        can_try = attempt if summary.ruleset in SHIPPED else None
        return Look(table, seat, shown.state, legal.options, commands, can_try), shown.version


def table_of(summary: Summary, board: Any) -> Table:
    chairs = tuple(Chair(each.seat, each.colour) for each in summary.seats)
    order: Order = "drawn" if summary.order == "drawn" else "listed"
    return Table(board, summary.options, chairs, order, summary.ruleset_version)
