"""Seeds that are reserved for future games. The SQL statement that writes the first events of a game also takes its
seed."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import LiteralString
from uuid import UUID

from kontor.service.store.pool import Table, one_by_one

MOST = 100  # reserved seeds of an account that are neither used nor expired
RESERVE: LiteralString = """
    INSERT INTO seeds (game_id, seed, expires, account) SELECT %(id)s, %(seed)s, %(expires)s, %(account)s
    WHERE (SELECT count(*) FROM seeds WHERE account = %(account)s AND taken_at IS NULL AND expires > now()) < %(most)s
    RETURNING game_id
"""
RESERVED: LiteralString = """
    SELECT game_id, seed, expires, account FROM seeds WHERE game_id = %s AND taken_at IS NULL AND expires > now()
"""


@dataclass(frozen=True, slots=True)
class ReservedSeed:
    """A seed whose commitment is published before any nonce is known. `id` becomes the id of the game."""

    id: UUID
    seed: bytes
    expires: datetime
    account: UUID | None = None


class Seeds(Table):
    """The reserved seeds of all accounts."""

    def reserve(self, new: ReservedSeed, most: int = MOST) -> bool:
        """Reserve a seed. Return False if the account already has the maximum number of reserved seeds."""
        with one_by_one(self._pool, "seeds", new.account) as conn:
            return conn.execute(RESERVE, {**asdict(new), "most": most}).fetchone() is not None

    def find(self, seed_id: UUID) -> ReservedSeed | None:
        """Return a reserved seed, or None if the seed has expired or is already used. A game with the same id uses the
        seed."""
        found = self._row(RESERVED, (seed_id,))
        return None if found is None else ReservedSeed(found[0], bytes(found[1]), *found[2:])
