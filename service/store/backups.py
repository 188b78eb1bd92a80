"""What a backup says of itself, read at the very moment of which it is; and whether there is room for one to be
restored into."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString

import psycopg
from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.service.migrations import keep_migrations_away

# Whoever dumps by this snapshot sees what we see: the facts are those of the dump, not of a moment before it.
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
    """What the database held at one moment. `unfinished`: games that were going on; `newest`: when the last of all
    changes was made; `checkpoint`: how many leaves the transparency log's newest checkpoint has."""

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
    """The name of a snapshot that holds while this lasts, the server's major version, and the facts."""
    with psycopg.connect(url, autocommit=True, connect_timeout=5) as conn:
        keep_migrations_away(conn)
        conn.execute(ONE_LOOK)
        (snapshot,) = conn.execute(SNAPSHOT).fetchall()[0]
        yield snapshot, server(conn), Facts(*conn.execute(FACTS).fetchall()[0])


def server(conn: Connection[TupleRow]) -> int:
    """The major version of PostgreSQL that one is connected to."""
    return conn.info.server_version // 10_000


def tables(conn: Connection[TupleRow]) -> int:
    """How many there are: none in a database that something can be restored into."""
    return int(conn.execute(TABLES).fetchall()[0][0])


def missing_roles(conn: Connection[TupleRow]) -> list[str]:
    return [name for (name,) in conn.execute(MISSING_ROLES)]


def counts(conn: Connection[TupleRow]) -> tuple[int, int]:
    """Games and events."""
    games, events = conn.execute(COUNTS).fetchall()[0]
    return games, events
