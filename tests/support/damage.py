"""Damage a log as the owner of the database, with the triggers off: change rows by hand, or restore an old copy."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import LiteralString
from uuid import UUID

import psycopg

from kontor.service.settings import Settings

GUARDED: tuple[LiteralString, ...] = ("events", "sealed", "commits")
TABLES: tuple[LiteralString, ...] = (*GUARDED, "games", "debts", "answers", "participants")

ENVELOPE: LiteralString = "UPDATE events SET envelope = %(to)s WHERE game_id = %(game)s AND version = %(version)s"
HASH: LiteralString = "UPDATE events SET hash = %(to)s WHERE game_id = %(game)s AND version = %(version)s"
PART: LiteralString = "UPDATE sealed SET value = %(to)s WHERE game_id = %(game)s AND version = %(version)s"
GONE: LiteralString = "DELETE FROM events WHERE game_id = %(game)s AND version = %(version)s"
HEAD: LiteralString = "UPDATE games SET head = %(to)s WHERE game_id = %(game)s"


def id_of(game: str) -> UUID:
    """Return the id in a game's address."""
    return UUID(game.rpartition("/")[2])


def damage(settings: Settings, statement: LiteralString, game: str, version: int = 0, to: object = None) -> None:
    with psycopg.connect(settings.migrate_url) as conn, _unguarded(conn):
        conn.execute(statement, {"game": id_of(game), "version": version, "to": to})


def alter(settings: Settings, game: str, version: int) -> None:
    """Change the envelope of one event by hand so that it can still be read: its time is a second later."""
    with psycopg.connect(settings.migrate_url) as conn, _unguarded(conn):
        asked = {"game": id_of(game), "version": version}
        found = conn.execute("SELECT envelope FROM events WHERE game_id = %(game)s AND version = %(version)s", asked)
        text: str = found.fetchall()[0][0]
        before, _, rest = text.partition('"at":"')
        conn.execute(ENVELOPE, {**asked, "to": f'{before}"at":"2099{rest[4:]}'})


@contextmanager
def backup(settings: Settings, game: str) -> Iterator[Callable[[], None]]:
    """Copy all rows of a game in the database, and yield a function that restores them."""
    with psycopg.connect(settings.migrate_url) as conn:
        for table in TABLES:
            conn.execute(f"CREATE TEMP TABLE kept_{table} AS SELECT * FROM {table} WHERE game_id = %s", (id_of(game),))
        conn.commit()

        def restore() -> None:
            with _unguarded(conn):
                for table in TABLES:
                    conn.execute(f"DELETE FROM {table} WHERE game_id = %s", (id_of(game),))
                    conn.execute(f"INSERT INTO {table} SELECT * FROM kept_{table}")
            conn.commit()

        yield restore


@contextmanager
def _unguarded(conn: psycopg.Connection) -> Iterator[None]:
    for table in GUARDED:
        conn.execute(f"ALTER TABLE {table} DISABLE TRIGGER append_only")
    yield
    for table in GUARDED:
        conn.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER append_only")
