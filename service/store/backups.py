"""The facts of a backup, and the checks before a restore. The facts are read from the same snapshot that is dumped."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString

import psycopg
from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.service.migrations import keep_migrations_away

# pg_dump uses the same snapshot: without that, the facts would be those of a moment before the dump.
ONE_LOOK: LiteralString = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"
SNAPSHOT: LiteralString = "SELECT pg_export_snapshot()"
FACTS: LiteralString = """
    SELECT now(), (SELECT version_num FROM alembic_version),
           (SELECT count(*) FROM games), (SELECT count(*) FROM games WHERE status IN ('open', 'running', 'scoring')),
           (SELECT count(*) FROM events), (SELECT count(*) FROM accounts), (SELECT max(changed_at) FROM games),
           (SELECT max(size) FROM tlog_checkpoints)
"""
TABLES: LiteralString = "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind <> 'i'"
MISSING_ROLES: LiteralString = """
    SELECT wanted FROM unnest(ARRAY['kontor_owner', 'kontor_app', 'kontor_reader']) AS wanted
    WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted)
"""
COUNTS: LiteralString = "SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM events)"


@dataclass(frozen=True, slots=True)
class Facts:
    """The content of the database at one moment. `unfinished`: the number of games that had not ended. `newest`: the
    time of the last change of a game. `checkpoint`: the number of leaves in the newest checkpoint of the transparency
    log."""

    at: datetime
    migration: str
    games: int
    unfinished: int
    events: int
    accounts: int
    newest: datetime | None
    checkpoint: int | None


@contextmanager
def one_moment(url: str) -> Iterator[tuple[str, int, Facts]]:
    """Open a snapshot of the database. Yield the snapshot's name, the major version of PostgreSQL, and the facts of the
    backup."""
    with psycopg.connect(url, autocommit=True, connect_timeout=5) as conn:
        keep_migrations_away(conn)
        conn.execute(ONE_LOOK)
        (snapshot,) = conn.execute(SNAPSHOT).fetchall()[0]
        yield snapshot, server(conn), Facts(*conn.execute(FACTS).fetchall()[0])


def server(conn: Connection[TupleRow]) -> int:
    """Return the major version of PostgreSQL."""
    return conn.info.server_version // 10_000


def tables(conn: Connection[TupleRow]) -> int:
    """Return how many tables the database has. A backup can be restored only into a database without tables."""
    return int(conn.execute(TABLES).fetchall()[0][0])


def missing_roles(conn: Connection[TupleRow]) -> list[str]:
    return [name for (name,) in conn.execute(MISSING_ROLES)]


def counts(conn: Connection[TupleRow]) -> tuple[int, int]:
    """Return how many games and how many events the database has."""
    games, events = conn.execute(COUNTS).fetchall()[0]
    return games, events
