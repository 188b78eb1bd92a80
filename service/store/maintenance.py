"""Maintenance of all tables: a worker deletes expired rows."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import LiteralString
from uuid import UUID

from kontor.service.clock import utc_now
from kontor.service.store.pool import Pool, query_again

MOST_ENDED = 1000  # the newest delivered or given-up messages of a webhook, which are kept

# The API promises stored answers for 48 hours. Records of auditors' reads are kept for a year (docs/audit.md), and
# unused reserved seeds for a day after their expiry. The role of the service may not delete these two kinds of rows. A
# function of the owner deletes them (migration 0014).
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
                                                                        AND s.revoked_at IS NULL)),
    codes AS (DELETE FROM app_codes WHERE expires_at < now() - interval '1 day'),
    tokens AS (DELETE FROM api_keys WHERE grant_id IS NOT NULL AND expires_at < now() - interval '1 day'),
    drawn AS (DELETE FROM snapshots AS s USING games AS g
              WHERE %(snapshot_days)s > 0 AND g.game_id = s.game_id AND g.status IN ('finished', 'aborted')
                AND g.changed_at < now() - %(snapshot_days)s * interval '1 day'),
    sent AS (DELETE FROM origins WHERE %(origin_days)s > 0 AND at < now() - %(origin_days)s * interval '1 day')
    SELECT forget_what_expired()
"""

# Delete accounts that were never used: nothing that they did is stored, and none of their keys was created in the last
# `days` days. Accounts with a grant, and blocked accounts, are left to the operator.
UNUSED: LiteralString = """
    DELETE FROM accounts AS a
    WHERE created_at < now() - %(days)s * interval '1 day' AND grants = '{}' AND blocked_at IS NULL
      AND NOT EXISTS (SELECT FROM api_keys AS k
                      WHERE k.account_id = a.account_id AND k.created_at >= now() - %(days)s * interval '1 day')
      AND NOT EXISTS (SELECT FROM participants AS p WHERE p.account = a.account_id)
      AND NOT EXISTS (SELECT FROM games AS g WHERE g.creator = a.account_id)
      AND NOT EXISTS (SELECT FROM boards AS b WHERE b.owner = a.account_id)
      AND NOT EXISTS (SELECT FROM webhooks AS w WHERE w.account_id = a.account_id)
      AND NOT EXISTS (SELECT FROM caller_jobs AS j WHERE j.account_id = a.account_id)
      AND NOT EXISTS (SELECT FROM invitations AS i WHERE a.account_id IN (i.account, i.invitee))
"""


@dataclass(frozen=True, slots=True)
class Retention:
    """How many days the server keeps some kinds of rows (service.settings). 0 means for ever, except for deliveries."""

    delivery_days: float = 30
    snapshot_days: float = 30
    origin_days: float = 365
    unused_account_days: float = 365


DEFAULTS = Retention()


def delete_expired(pool: Pool, retention: Retention = DEFAULTS) -> None:
    """Delete the rows that are older than the server keeps them, in all tables."""
    values = {
        "told_before": _first_id(utc_now() - timedelta(days=retention.delivery_days)),
        "most_told": MOST_ENDED,
        "snapshot_days": retention.snapshot_days,
        "origin_days": retention.origin_days,
    }
    query_again(pool, lambda conn: conn.execute(TIDY, values))
    if retention.unused_account_days:
        query_again(pool, lambda conn: conn.execute(UNUSED, {"days": retention.unused_account_days}))


def _first_id(at: datetime) -> UUID:
    """Return the smallest UUIDv7 of a point in time: the first 48 bits of the UUID are the milliseconds of that
    time."""
    return UUID(int=int(at.timestamp() * 1000) << 80)
