"""Seeds that are reserved for games to come. Creating a game takes its seed, in the statement of its first events."""

from typing import LiteralString
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.service.store.rows import ReservedSeed

RESERVE: LiteralString = "INSERT INTO seeds (game_id, seed, expires, account) VALUES (%s, %s, %s, %s)"
RESERVED: LiteralString = """
    SELECT game_id, seed, expires, account FROM seeds WHERE game_id = %s AND taken_at IS NULL AND expires > now()
"""


def reserve(conn: Connection[TupleRow], new: ReservedSeed) -> None:
    conn.execute(RESERVE, (new.id, new.seed, new.expires, new.account))


def reserved(conn: Connection[TupleRow], seed_id: UUID) -> ReservedSeed | None:
    found = conn.execute(RESERVED, (seed_id,)).fetchone()
    return None if found is None else ReservedSeed(found[0], bytes(found[1]), *found[2:])
