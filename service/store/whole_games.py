"""Reads for the audit of stored games: all rows of a game, from one read-only snapshot of the database."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.service.store.pool import Pool, connection

ONE_LOOK: LiteralString = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"

WANTED: LiteralString = """
    (%(since)s::timestamptz IS NULL OR changed_at >= %(since)s) AND (%(game)s::uuid IS NULL OR game_id = %(game)s)
"""
COUNT: LiteralString = f"SELECT count(*) FROM games WHERE {WANTED}"
PAGE: LiteralString = f"SELECT game_id FROM games WHERE game_id > %(after)s AND {WANTED} ORDER BY 1 LIMIT %(limit)s"

BESIDE: LiteralString = """
    SELECT (SELECT seed FROM seeds WHERE game_id = games.game_id),
           (SELECT body FROM boards WHERE hash = games.board),
           (SELECT count(*) FROM events WHERE game_id = games.game_id),
           (SELECT count(*) FROM sealed WHERE game_id = games.game_id),
           (SELECT count(*) FROM commits WHERE game_id = games.game_id)
    FROM games WHERE game_id = %s
"""
LASTS: LiteralString = """
    SELECT first, last FROM commits WHERE game_id = %(game)s AND first > %(after)s AND first <= %(until)s
"""

# Rows of games without a row in `games`. All rows of a game are written in one statement, so there should be none.
STRAYS: LiteralString = """
    SELECT kind, game_id FROM (
        SELECT 'events' AS kind, game_id FROM events GROUP BY game_id
        UNION ALL SELECT 'sealed', game_id FROM sealed GROUP BY game_id
        UNION ALL SELECT 'commits', game_id FROM commits GROUP BY game_id
        UNION ALL SELECT 'debts', game_id FROM debts
        UNION ALL SELECT 'participants', game_id FROM participants GROUP BY game_id
        UNION ALL SELECT 'answers', game_id FROM answers GROUP BY game_id) AS held
    WHERE NOT EXISTS (SELECT FROM games WHERE games.game_id = held.game_id)
    ORDER BY game_id, kind LIMIT %s
"""

ANSWERS: LiteralString = """
    SELECT scope, key, game_id, status, body, headers FROM answers
    WHERE (scope, key) > (%(scope)s, %(key)s) AND (%(since)s::timestamptz IS NULL OR at >= %(since)s)
      AND (%(game)s::uuid IS NULL OR game_id = %(game)s)
    ORDER BY scope, key LIMIT %(limit)s
"""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The games to audit: those that changed since `since`, the one game `game`, or all games."""

    since: datetime | None = None
    game: UUID | None = None

    @property
    def is_all(self) -> bool:
        return self.since is None and self.game is None

    def facts(self, **more: object) -> dict[str, object]:
        return {"since": self.since, "game": self.game, **more}


@dataclass(frozen=True, slots=True)
class Beside:
    """The seed and the board of a game (None if missing), and the number of rows of its log in each table."""

    seed: bytes | None
    board: str | None
    events: int
    parts: int
    commits: int


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """A stored answer to a request with an Idempotency-Key, and the game that the answer is about."""

    scope: str
    key: str
    game_id: UUID
    status: int
    body: str
    headers: object


@contextmanager
def one_look(pool: Pool) -> Iterator[Connection[TupleRow]]:
    """Lend a connection on which all reads see the same snapshot of the database."""
    with connection(pool) as conn, conn.transaction():
        conn.execute(ONE_LOOK)
        yield conn


def count(conn: Connection[TupleRow], chosen: Chosen) -> int:
    found = conn.execute(COUNT, chosen.facts()).fetchone()
    return 0 if found is None else int(found[0])


def ids_after(conn: Connection[TupleRow], chosen: Chosen, after: UUID, limit: int) -> Sequence[UUID]:
    return [row[0] for row in conn.execute(PAGE, chosen.facts(after=after, limit=limit))]


def beside(conn: Connection[TupleRow], game_id: UUID) -> Beside:
    seed, board, *counts = conn.execute(BESIDE, (game_id,)).fetchall()[0]
    return Beside(None if seed is None else bytes(seed), board, *counts)


def lasts(conn: Connection[TupleRow], game_id: UUID, after: int, until: int) -> dict[int, int]:
    """Return the last version of each stored commit, by its first version. Only commits with after < first ≤ until are
    returned."""
    return dict(conn.execute(LASTS, {"game": game_id, "after": after, "until": until}).fetchall())


def strays(conn: Connection[TupleRow], limit: int) -> Sequence[tuple[str, UUID]]:
    """Return the names of tables that contain rows of a game that does not exist, each with the id of the game."""
    return conn.execute(STRAYS, (limit,)).fetchall()


def answers_after(
    conn: Connection[TupleRow], chosen: Chosen, after: tuple[str, str], limit: int
) -> Sequence[StoredAnswer]:
    asked = chosen.facts(scope=after[0], key=after[1], limit=limit)
    return [StoredAnswer(*row) for row in conn.execute(ANSWERS, asked)]
