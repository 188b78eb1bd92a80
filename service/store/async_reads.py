"""What the process for streams asks of Postgres, without a thread a question: the statements of `lookup` and `games`,
for many games and many callers at once.

What has moved since the last round is one round trip, however many games and readers it concerns.
"""

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, LiteralString, TypeAlias
from uuid import UUID

from psycopg import AsyncConnection
from psycopg.rows import TupleRow
from psycopg_pool import AsyncConnectionPool

from kontor.service.store.games import COLUMNS, COMMANDS, NO_END, RECORDS, VERSIONS, logged, row_of
from kontor.service.store.lookup import BY_KEY, BY_TOKEN, Caller, caller_of
from kontor.service.store.pool import AWAY
from kontor.service.store.rows import GameRow, Logged, StoreAway

AsyncPool: TypeAlias = AsyncConnectionPool[AsyncConnection[TupleRow]]
Asked: TypeAlias = tuple[bytes, UUID | None]  # the hash of a key or token, and the game it is shown for

ROWS: LiteralString = f"SELECT {COLUMNS} FROM games WHERE game_id = ANY (%(games)s)"
SPANS: LiteralString = (
    "unnest(%(games)s::uuid[], %(afters)s::bigint[], %(untils)s::bigint[]) AS span (game_id, after, until)"
)


def _of_spans(statement: LiteralString) -> LiteralString:
    return (
        statement.replace("%(game_id)s", "span.game_id")
        .replace("%(after)s", "span.after")
        .replace("%(until)s", "span.until")
    )


RECORDS_OF_SPANS: LiteralString = f"""
    SELECT span.game_id, found.version, found.part, found.text, found.bytes, found.seats
    FROM {SPANS} CROSS JOIN LATERAL ({_of_spans(RECORDS)}) AS found
    ORDER BY span.game_id, found.version, found.part NULLS FIRST
"""
COMMANDS_OF_SPANS: LiteralString = f"""
    SELECT span.game_id, found.* FROM {SPANS} CROSS JOIN LATERAL ({_of_spans(COMMANDS)}) AS found
    ORDER BY span.game_id
"""


def _of_asked(statement: LiteralString) -> LiteralString:
    return statement.replace("%(hash)s", "asked.hash").replace("%(game_id)s", "asked.game_id")


CALLERS: LiteralString = f"""
    SELECT asked.hash, asked.game_id, who.*
    FROM unnest(%(hashes)s::bytea[], %(games)s::uuid[]) AS asked (hash, game_id)
    CROSS JOIN LATERAL ({_of_asked(BY_KEY)} UNION ALL {_of_asked(BY_TOKEN)}) AS who
"""

DECISIONS: LiteralString = """
    SELECT p.account, g.game_id, g.ruleset, p.seat, g.version,
           (SELECT d ->> 'at' FROM jsonb_array_elements(g.summary -> 'deadlines') AS d
            WHERE (d ->> 'seat')::int = p.seat LIMIT 1)
    FROM participants AS p JOIN games AS g USING (game_id)
    WHERE p.account = ANY (%(accounts)s) AND p.holds AND g.status = 'running' AND p.seat = ANY (g.awaiting)
      AND (%(games)s::uuid[] IS NULL OR g.game_id = ANY (%(games)s))
    ORDER BY p.account, g.game_id, p.seat
"""


@dataclass(frozen=True, slots=True)
class GameLog:
    """A game's row and the events after a version that was asked for, with the commands that caused them."""

    row: GameRow
    events: Sequence[Logged]


@dataclass(frozen=True, slots=True)
class Waiting:
    """A decision that a game waits for."""

    account: UUID
    game_id: UUID
    ruleset: str
    seat: int
    version: int
    deadline: str | None


def open_async_pool(database_url: str, most: int) -> AsyncPool:
    """To be opened by whoever runs the loop; Postgres may come later."""
    return AsyncConnectionPool(
        database_url,
        min_size=1,
        max_size=most,
        timeout=5.0,
        open=False,
        kwargs={"autocommit": True, "application_name": "kontor-streams", "connect_timeout": 5},
    )


class AsyncReads:
    """Questions of the process for streams. Tasks may share it."""

    def __init__(self, pool: AsyncPool) -> None:
        self._pool = pool

    async def logs(
        self, afters: Mapping[UUID, int], asked: Collection[Asked], limit: int = NO_END
    ) -> tuple[Mapping[UUID, GameLog], Mapping[Asked, Caller]]:
        """Games with what follows a version of each, and who those are that ask for them; who is missing is no more."""
        games = list(afters)
        spans = {
            "games": games,
            "afters": [afters[each] for each in games],
            "untils": [min(afters[each] + limit, NO_END) for each in games],
        }
        async with self._connection() as conn, conn.pipeline():
            rows = await conn.execute(ROWS, {"games": games})
            records = await conn.execute(RECORDS_OF_SPANS, spans)
            commands = await conn.execute(COMMANDS_OF_SPANS, spans)
            callers = await conn.execute(CALLERS, _of(asked)) if asked else None
            found = {row.id: row for row in map(row_of, await rows.fetchall())}
            records_of, commands_of = _by_game(await records.fetchall()), _by_game(await commands.fetchall())
            who = _callers(await callers.fetchall()) if callers else {}
        logs = {
            game: GameLog(row, logged(records_of.get(game, ()), commands_of.get(game, ())))
            for game, row in found.items()
        }
        return logs, who

    async def callers(self, asked: Collection[Asked]) -> Mapping[Asked, Caller]:
        """Who these are; whose key or token was revoked is missing."""
        async with self._connection() as conn:
            return _callers(await (await conn.execute(CALLERS, _of(asked))).fetchall())

    async def versions(self, games: Collection[UUID]) -> Mapping[UUID, int]:
        async with self._connection() as conn:
            return dict(await (await conn.execute(VERSIONS, (list(games),))).fetchall())

    async def decisions(self, accounts: Collection[UUID], games: Collection[UUID] | None) -> Sequence[Waiting]:
        """What waits for these accounts, in these games or in all of theirs."""
        asked = {"accounts": list(accounts), "games": None if games is None else list(games)}
        async with self._connection() as conn:
            return [Waiting(*found) for found in await (await conn.execute(DECISIONS, asked)).fetchall()]

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[AsyncConnection[TupleRow]]:
        try:
            async with self._pool.connection() as conn:
                yield conn
        except AWAY as error:
            raise StoreAway(str(error).strip() or type(error).__name__) from error


def _of(asked: Collection[Asked]) -> Mapping[str, Any]:
    given = list(asked)
    return {"hashes": [digest for digest, _ in given], "games": [game for _, game in given]}


def _callers(rows: Sequence[TupleRow]) -> Mapping[Asked, Caller]:
    return {(bytes(digest), game): caller_of(*who) for digest, game, *who in rows}


def _by_game(rows: Sequence[TupleRow]) -> Mapping[UUID, Sequence[TupleRow]]:
    return {game: [row[1:] for row in group] for game, group in groupby(rows, itemgetter(0))}
