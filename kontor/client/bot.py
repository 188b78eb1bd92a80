"""Run a bot over HTTP. A bot is a function that gets what a seat sees and returns a command. It plays all seats of an
account.

The same function plays in memory (`game.ask`), in `kontor tournament` and as a bot of a server (docs/python.md).
`me/stream` sends all pending decisions again with each connection. So after a crash of the bot or the server, the bot
continues at the current position of each game.
"""

import logging
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from importlib import import_module

from kontor.client.answers import Body
from kontor.client.problems import Problem
from kontor.client.served_legal import table_of
from kontor.client.sync_client import Client
from kontor.domain.kernel.bots import attempts
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.ruleset import Look
from kontor.domain.shipped import SHIPPED

STALE = "stale-version"
DONE = frozenset({"not-your-decision", "game-over", "not-found", "seat-not-held"})  # the decision was made elsewhere
# the seat is no longer available
GONE = frozenset({"seat-taken", "invitation-gone", "game-over", "not-found", "forbidden"})
FOREVER = 1e9  # seconds: wait for a server that is down
EXPANDED = 200  # the most commands that a server lists at once

log = logging.getLogger("kontor.bot")


def run_bot(
    choose: Callable[[Look], object], url: str, key: str, *, games: int | None = None, invitations: bool = True
) -> None:
    """Play every decision of the account's seats with `choose(look)`, until `games` games have ended. With `games=None`
    play for ever. The bot accepts invitations to games in which bots are welcome. With `invitations=False` it accepts
    none. If `choose` raises an exception, or the server refuses its command, the bot logs the error and skips the game
    until the next connection. Other games continue.
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
        """Answer one notice. Do nothing if it was answered before."""
        game, seat = owed["game"], owed["seat"]
        try:
            while not self._answer(game, seat):
                pass  # the game changed: read it again
        except Exception:
            log.exception("game %s: seat %s did not decide; the game is skipped until the next connection", game, seat)

    def sit_down(self, offered: Body) -> None:
        """Accept a seat, unless the game does not welcome bots. Do nothing if the seat is no longer free."""
        game, seat = offered["game"], offered["seat"]
        try:
            if self._client.game(game).bots_welcome:
                self._client.join(game, seat)
        except Problem as problem:
            if problem.name not in GONE:
                log.exception("game %s: seat %s was offered, but could not be taken", game, seat)

    def _answer(self, game: str, seat: int) -> bool:
        """Play until the seat has no pending decision. Return False if the game changed while the bot was thinking,
        otherwise True."""
        try:
            if (seen := self._look(game, seat)) is None:
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

    def _look(self, game: str, seat: int) -> tuple[Look, int] | None:
        """Return what the seat sees and the version, or None if the seat has nothing to decide."""
        client, summary = self._client, self._client.game(game)
        if seat not in summary.awaiting or seat not in summary.my_seats:
            return None
        legal = client.legal_commands(game, seat=seat)
        shown = client.state(game, seat=seat, version=legal.version)  # the same version as the commands
        assert shown.state is not None, "a seat is awaited only once the game has started"

        def commands(wanted: int) -> Sequence[Body]:
            return client.legal_commands(game, seat=seat, expand=min(wanted, EXPANDED)).commands

        @cache  # load the rules on first use: most bots never try a command
        def trying() -> Callable[[Look, object, int], JsonObject]:
            return attempts(import_module(SHIPPED[summary.ruleset]).RULESET, legal.version)

        def attempt(look: Look, command: object, deal: int) -> JsonObject:
            return trying()(look, command, deal)

        table = table_of(summary, self._board(summary.ruleset, summary.board))
        can_try = attempt if summary.ruleset in SHIPPED else None
        return Look(table, seat, shown.state, legal.options, commands, can_try), shown.version
