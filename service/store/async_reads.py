"""Reads of the streams process, which has one thread. The reads use the statements of `lookup` and `events`. One round
trip reads all new rows, for any number of games and callers."""

import re
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, LiteralString, TypeAlias, cast
from uuid import UUID

from psycopg import AsyncConnection
from psycopg.rows import TupleRow
from psycopg_pool import AsyncConnectionPool

from kontor.domain.kernel.canonical import JsonObject, parse_strict
from kontor.service.store.announcements import INVITED_OF, OWED_BY, Invited, Owing
from kontor.service.store.database_time import learn_time_async
from kontor.service.store.events import COMMANDS, NO_END, RECORDS, Logged, build_events
from kontor.service.store.games import COLUMNS, GameRow, row_of
from kontor.service.store.lookup import BY_KEY, BY_TOKEN, Caller, caller_of
from kontor.service.store.participants import IS_SEATED
from kontor.service.store.pool import AWAY, KEPT_ALIVE, RECONNECT_SECONDS, SECONDS, StoreAway, Values

AsyncPool: TypeAlias = AsyncConnectionPool[AsyncConnection[TupleRow]]
Asked: TypeAlias = tuple[bytes, UUID | None]  # the hash of a key or token, and the game it is used for

VERSIONS: LiteralString = "SELECT game_id, version FROM games WHERE game_id = ANY (%s)"
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
# Of these keys and tokens, select the ones that are no longer valid. There are hardly any, so a check of thousands
# normally returns no rows.
GONE: LiteralString = f"""
    SELECT asked.hash FROM (SELECT unnest(%(hashes)s::bytea[]) AS hash, NULL::uuid AS game_id) AS asked
    WHERE NOT EXISTS ({_of_asked(BY_KEY)} UNION ALL {_of_asked(BY_TOKEN)})
"""

# The games of these accounts about which messages may still follow: games that have not ended, and games that ended
# lately. Each row also has the number of a transaction: all commits of earlier transactions are visible.
MINE: LiteralString = f"""
    SELECT mine.account, g.game_id, g.ruleset, g.version,
           (SELECT max(number) FROM epoch), pg_snapshot_xmin(pg_current_snapshot())::text
    FROM (SELECT p.account, p.game_id FROM participants AS p JOIN games AS g USING (game_id)
          WHERE p.account = ANY (%(accounts)s) AND {IS_SEATED}
          UNION SELECT c.creator, c.game_id FROM games AS c WHERE c.creator = ANY (%(accounts)s)) AS mine
    JOIN games AS g USING (game_id)
    WHERE (%(games)s::uuid[] IS NULL OR g.game_id = ANY (%(games)s))
      AND (g.status NOT IN ('finished', 'aborted') OR g.changed_at > now() - interval '2 days')
    ORDER BY mine.account, g.game_id
"""
HEARD: LiteralString = """
    SELECT asked.game_id, asked.epoch, asked.txid,
           coalesce((SELECT max(c.last) FROM commits AS c WHERE c.game_id = asked.game_id
                     AND (c.epoch, c.txid) < (asked.epoch, asked.txid::xid8)), 0)
    FROM unnest(%(games)s::uuid[], %(epochs)s::int[], %(txids)s::text[]) AS asked (game_id, epoch, txid)
"""
HAPPENED: LiteralString = """
    SELECT e.game_id, e.envelope FROM unnest(%(games)s::uuid[], %(afters)s::bigint[]) AS span (game_id, after)
    JOIN events AS e ON e.game_id = span.game_id AND e.version > span.after
    WHERE e.envelope ~ %(types)s ORDER BY e.game_id, e.version
"""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the order of all games' commits: every commit before this place was already visible. The id of a place
    has the form `3-1234`."""

    epoch: int
    txid: str

    def is_before(self, other: "Place") -> bool:
        return (self.epoch, int(self.txid)) < (other.epoch, int(other.txid))

    def __str__(self) -> str:
        return f"{self.epoch}-{self.txid}"

    @classmethod
    def read(cls, text: str) -> "Place | None":
        """Return the place with this id, or None if the text is not the id of a place."""
        found = re.fullmatch(r"([0-9]{1,9})-([0-9]{1,19})", text, re.ASCII)
        return None if found is None else cls(int(found[1]), found[2])


@dataclass(frozen=True, slots=True)
class Mine:
    """A game that an account created, or in which the account has a seat."""

    account: UUID
    game_id: UUID
    ruleset: str
    version: int
    place: Place


@dataclass(frozen=True, slots=True)
class GameLog:
    """A game's row and its events after a version, with the commands that caused them."""

    row: GameRow
    events: Sequence[Logged]


def open_async_pool(database_url: str, most: int, timeout: float = SECONDS) -> AsyncPool:
    """Return a connection pool that the owner of the event loop must open. PostgreSQL may start later."""
    return AsyncConnectionPool(
        database_url,
        min_size=1,
        max_size=most,
        timeout=timeout,
        open=False,
        configure=learn_time_async,
        reconnect_timeout=RECONNECT_SECONDS,
        reconnect_failed=AsyncConnectionPool.check,
        kwargs={"autocommit": True, "application_name": "kontor-streams", "connect_timeout": 5, **KEPT_ALIVE},
    )


class AsyncReads:
    """The reads of the streams process. Several tasks may share one instance."""

    def __init__(self, pool: AsyncPool) -> None:
        self._pool = pool

    async def logs(
        self, afters: Mapping[UUID, int], asked: Collection[Asked], limit: int = NO_END
    ) -> tuple[Mapping[UUID, GameLog], Mapping[Asked, Caller]]:
        """Return the games with each game's events after the given version, and the callers with valid keys."""
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
            game: GameLog(row, build_events(records_of.get(game, ()), commands_of.get(game, ())))
            for game, row in found.items()
        }
        return logs, who

    async def callers(self, asked: Collection[Asked]) -> Mapping[Asked, Caller]:
        """Look up keys and tokens. Return the caller of each one that is valid."""
        return _callers(await self._rows(CALLERS, _of(asked)))

    async def gone(self, digests: Collection[bytes]) -> frozenset[bytes]:
        """Return the keys and tokens that are no longer valid, because they were revoked, have expired, or belong to a
        blocked or deleted account."""
        return frozenset(bytes(digest) for (digest,) in await self._rows(GONE, {"hashes": list(digests)}))

    async def versions(self, games: Collection[UUID]) -> Mapping[UUID, int]:
        return dict(await self._rows(VERSIONS, (list(games),)))

    async def mine(self, accounts: Collection[UUID], games: Collection[UUID] | None) -> Sequence[Mine]:
        """Return the games of these accounts. If `games` is not None, return only games that are in `games`."""
        rows = await self._of_accounts(MINE, accounts, games)
        return [Mine(account, game, ruleset, at, Place(*place)) for account, game, ruleset, at, *place in rows]

    async def heard(self, asked: Collection[tuple[UUID, Place]]) -> Mapping[tuple[UUID, Place], int]:
        """Return the version that each game had before the given place in the order of all commits."""
        games, places = [game for game, _ in asked], [place for _, place in asked]
        spans = {"games": games, "epochs": [each.epoch for each in places], "txids": [each.txid for each in places]}
        rows = await self._rows(HEARD, spans)
        return {(game, Place(epoch, txid)): version for game, epoch, txid, version in rows}

    async def happened(self, afters: Mapping[UUID, int], types: Collection[str]) -> Sequence[tuple[UUID, JsonObject]]:
        """Return each game's events of these types after the given version, without their sealed parts."""
        asked = {"games": list(afters), "afters": list(afters.values()), "types": f'"type":"({"|".join(types)})"'}
        rows = await self._rows(HAPPENED, asked)
        return [(game_id, cast(JsonObject, parse_strict(envelope))) for game_id, envelope in rows]

    async def decisions(
        self, accounts: Collection[UUID], games: Collection[UUID] | None
    ) -> Sequence[tuple[UUID, Owing]]:
        """Return the pending decisions of these accounts. If `games` is not None, return only those in these games."""
        rows = await self._of_accounts(OWED_BY, accounts, games)
        return [(account, Owing(*found)) for account, *found in rows]

    async def invited(self, accounts: Collection[UUID], games: Collection[UUID] | None) -> Sequence[Invited]:
        """Return the invitations of these accounts. If `games` is not None, return only invitations to these games."""
        return [Invited(*found) for found in await self._of_accounts(INVITED_OF, accounts, games)]

    async def _of_accounts(
        self, statement: LiteralString, accounts: Collection[UUID], games: Collection[UUID] | None
    ) -> Sequence[TupleRow]:
        values = {"accounts": list(accounts), "games": None if games is None else list(games)}
        return await self._rows(statement, values)

    async def _rows(self, statement: LiteralString, values: Values) -> list[TupleRow]:
        async with self._connection() as conn:
            return await (await conn.execute(statement, values)).fetchall()

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
    return {(bytes(digest), game): caller_of(bytes(digest), *who) for digest, game, *who in rows}


def _by_game(rows: Sequence[TupleRow]) -> Mapping[UUID, Sequence[TupleRow]]:
    return {game: [row[1:] for row in group] for game, group in groupby(rows, itemgetter(0))}
