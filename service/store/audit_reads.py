"""Who has read what by a grant alone: auditors and administrators, in games that are not theirs."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

# The same again within an hour is counted, not written down once more: asking often does not fill the table.
NOTE: LiteralString = """
    INSERT INTO audit_reads AS known (account_id, key_id, call, game_id, hour)
    VALUES (%s, %s, %s, %s, date_trunc('hour', now(), 'UTC'))
    ON CONFLICT (key_id, call, game_id, hour) DO UPDATE SET times = known.times + 1, last_at = now()
"""
LIST: LiteralString = """
    SELECT account_id, key_id, call, game_id, hour, times, last_at FROM audit_reads
    WHERE (%(account)s::uuid IS NULL OR account_id = %(account)s) AND (%(game)s::uuid IS NULL OR game_id = %(game)s)
      AND (%(since)s::timestamptz IS NULL OR last_at >= %(since)s)
    ORDER BY last_at DESC, key_id, call, game_id LIMIT %(limit)s
"""


@dataclass(frozen=True, slots=True)
class AuditRead:
    """What somebody read in one hour, by one call. `game_id`: None where it was a list of games."""

    account: UUID
    key: UUID
    call: str
    game_id: UUID | None
    hour: datetime
    times: int
    last_at: datetime


def note(conn: Connection[TupleRow], account: UUID, key: UUID, call: str, game_id: UUID | None) -> None:
    conn.execute(NOTE, (account, key, call, game_id))


def reads(
    conn: Connection[TupleRow], account: UUID | None, game_id: UUID | None, since: datetime | None, limit: int
) -> Sequence[AuditRead]:
    """The newest first; only those of an account, of a game or since a time, where these are given."""
    asked = {"account": account, "game": game_id, "since": since, "limit": limit}
    return [AuditRead(*row) for row in conn.execute(LIST, asked)]
