"""What is deleted from time to time, since nobody can ask for it any more."""

from datetime import UTC, datetime, timedelta
from typing import LiteralString
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

MOST_TOLD = 1000  # messages of a webhook that were delivered or given up, the newest

# Answers are promised for 48 hours. What auditors read is kept for a year (docs/audit.md), a seed that was reserved and
# never used for a day: those the service could not delete by itself (migration 0014).
TIDY: LiteralString = """
    WITH old AS (DELETE FROM answers WHERE at < now() - interval '7 days'),
    told AS (DELETE FROM deliveries WHERE delivery_id < %(told_before)s AND status <> 'pending'),
    many AS (DELETE FROM deliveries AS d USING (
                 SELECT delivery_id, row_number() OVER (PARTITION BY webhook_id ORDER BY delivery_id DESC) AS nth
                 FROM deliveries WHERE status <> 'pending') AS n
             WHERE d.delivery_id = n.delivery_id AND n.nth > %(most_told)s),
    asked AS (DELETE FROM votes WHERE at < now() - interval '7 days'),
    stale AS (DELETE FROM invitations WHERE expires_at < now() - interval '7 days'),
    void AS (DELETE FROM stream_tickets AS t
             WHERE (t.used_at IS NULL AND t.expires_at < now() - interval '1 hour')
                OR NOT EXISTS (SELECT FROM api_keys AS k WHERE k.hash = t.credential AND k.revoked_at IS NULL
                                                           AND (k.expires_at IS NULL OR k.expires_at > now())
                               UNION ALL SELECT FROM seat_tokens AS s WHERE s.hash = t.credential
                                                                        AND s.revoked_at IS NULL))
    SELECT forget_what_expired()
"""


def tidy(conn: Connection[TupleRow], delivery_days: float) -> None:
    """`delivery_days`: how long messages that were delivered or given up are kept, with their attempts."""
    told_before = _first_id(datetime.now(UTC) - timedelta(days=delivery_days))
    conn.execute(TIDY, {"told_before": told_before, "most_told": MOST_TOLD})


def _first_id(at: datetime) -> UUID:
    """No UUIDv7 that was made since then is smaller: their first 48 bits are the milliseconds."""
    return UUID(int=int(at.timestamp() * 1000) << 80)
