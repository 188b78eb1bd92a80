"""The maintenance of all tables: a worker deletes rows that are past their time."""

from datetime import datetime, timedelta
from typing import LiteralString
from uuid import UUID

from kontor.service.clock import utc_now
from kontor.service.store.pool import Pool, retried

MOST_ENDED = 1000  # deliveries of a webhook that are kept after they were delivered or given up, the newest

# Answers are promised for 48 hours. Reads of auditors are kept for a year (docs/audit.md), reserved seeds that were
# never used for a day. The role of the service may not delete these two: a function of the owner does (migration 0014).
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


def delete_expired(pool: Pool, delivery_days: float = 30) -> None:
    """Delete rows that are past their time. `delivery_days`: how long deliveries that have ended are kept, with their
    attempts."""
    ended_before = _first_id(utc_now() - timedelta(days=delivery_days))
    values = {"told_before": ended_before, "most_told": MOST_ENDED}
    retried(pool, lambda conn: conn.execute(TIDY, values))


def _first_id(at: datetime) -> UUID:
    """Return the smallest UUIDv7 of a moment: the first 48 bits are its milliseconds."""
    return UUID(int=int(at.timestamp() * 1000) << 80)
