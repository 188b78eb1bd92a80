"""Seeds that are reserved for games to come. Creating a game takes its seed, in the statement of its first events."""

from typing import LiteralString
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.service.store.rows import ReservedSeed

MOST = 100  # of an account, neither used nor expired
RESERVE: LiteralString = """
    INSERT INTO seeds (game_id, seed, expires, account) SELECT %(id)s, %(seed)s, %(expires)s, %(account)s
    WHERE (SELECT count(*) FROM seeds WHERE account = %(account)s AND taken_at IS NULL AND expires > now()) < %(most)s
    RETURNING game_id
"""
RESERVED: LiteralString = """
    SELECT game_id, seed, expires, account FROM seeds WHERE game_id = %s AND taken_at IS NULL AND expires > now()
"""


def reserve(conn: Connection[TupleRow], new: ReservedSeed, most: int) -> bool:
    """Return False if the account has as many as it may have."""
    asked = {"id": new.id, "seed": new.seed, "expires": new.expires, "account": new.account, "most": most}
    return conn.execute(RESERVE, asked).fetchone() is not None


def reserved(conn: Connection[TupleRow], seed_id: UUID) -> ReservedSeed | None:
    found = conn.execute(RESERVED, (seed_id,)).fetchone()
    return None if found is None else ReservedSeed(found[0], bytes(found[1]), *found[2:])
