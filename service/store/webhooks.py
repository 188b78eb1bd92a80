"""Webhooks, the deliveries of their messages, and the result of every attempt."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString
from uuid import UUID

from psycopg import Connection
from psycopg.rows import TupleRow

from kontor.service.store.pool import Table, connection, fetch_records, first, one_by_one

MOST_WEBHOOKS = 20  # webhooks of an account
GIVE_UP_DAYS = 5


@dataclass(frozen=True, slots=True)
class Webhook:
    """A webhook as its owner sees it. The secret of a webhook is shown only once, when it is created or rotated."""

    webhook_id: UUID
    account_id: UUID
    game_id: UUID | None
    url: str
    types: list[str]
    format: str
    created_at: datetime
    failing_since: datetime | None
    disabled_at: datetime | None
    disabled_why: str | None


@dataclass(frozen=True, slots=True)
class Delivery:
    """A message that is pending, delivered or given up."""

    delivery_id: UUID
    type: str
    body: str
    status: str
    attempts: int
    created_at: datetime
    next_at: datetime

    @property
    def due_at(self) -> datetime | None:
        """The time of the next attempt, or None if the message was delivered or given up."""
        return self.next_at if self.status == "pending" else None


@dataclass(frozen=True, slots=True)
class Attempt:
    """The result of an attempt to deliver a message: an HTTP status or an error message, and the duration of the
    attempt."""

    status: int | None
    error: str | None
    milliseconds: int

    @property
    def delivered(self) -> bool:
        return self.status is not None and 200 <= self.status < 300

    @property
    def gone(self) -> bool:
        """Whether the receiver wants no more messages: it has answered 410 Gone."""
        return self.status == 410


@dataclass(frozen=True, slots=True)
class Tried:
    """A stored attempt to deliver a message, with the number and the time of the attempt."""

    number: int
    at: datetime
    status: int | None
    error: str | None
    milliseconds: int


@dataclass(frozen=True, slots=True)
class Due:
    """A claimed delivery of a message, with everything that is needed to send it."""

    delivery_id: UUID
    webhook_id: UUID
    account_id: UUID
    url: str
    format: str
    body: str
    attempts: int
    keys: list[str]


COLUMNS: LiteralString = (
    "webhook_id, account_id, game_id, url, types, format, created_at, failing_since, disabled_at, disabled_why"
)
ADD: LiteralString = f"""
    INSERT INTO webhooks (webhook_id, account_id, game_id, url, types, format, secret)
    SELECT %(webhook)s, %(account)s, %(game)s, %(url)s, %(types)s, %(format)s, %(secret)s
    WHERE (SELECT count(*) FROM webhooks WHERE account_id = %(account)s) < %(most)s
    RETURNING {COLUMNS}
"""
LIST: LiteralString = f"SELECT {COLUMNS} FROM webhooks WHERE account_id = %s ORDER BY webhook_id"
ONE: LiteralString = f"SELECT {COLUMNS} FROM webhooks WHERE account_id = %s AND webhook_id = %s"
REMOVE: LiteralString = "DELETE FROM webhooks WHERE account_id = %s AND webhook_id = %s RETURNING webhook_id"
ROTATE: LiteralString = f"""
    UPDATE webhooks SET old_secret = secret, old_until = now() + interval '24 hours', secret = %(secret)s
    WHERE account_id = %(account)s AND webhook_id = %(webhook)s RETURNING {COLUMNS}
"""
ENABLE: LiteralString = f"""
    UPDATE webhooks SET disabled_at = NULL, disabled_why = NULL, failing_since = NULL
    WHERE account_id = %s AND webhook_id = %s RETURNING {COLUMNS}
"""
DELIVERIES: LiteralString = """
    SELECT delivery_id, type, body, status, attempts, created_at, next_at FROM deliveries
    WHERE webhook_id = %(webhook)s AND (%(before)s::uuid IS NULL OR delivery_id < %(before)s)
    ORDER BY delivery_id DESC LIMIT %(limit)s
"""
DELIVERY: LiteralString = """
    SELECT delivery_id, type, body, status, attempts, created_at, next_at FROM deliveries
    WHERE webhook_id = %s AND delivery_id = %s
"""
ATTEMPTS: LiteralString = """
    SELECT number, at, status, error, milliseconds FROM attempts WHERE delivery_id = %s ORDER BY number
"""
AGAIN: LiteralString = """
    UPDATE deliveries SET status = 'pending', next_at = now() WHERE webhook_id = %s AND delivery_id = %s
    RETURNING delivery_id, type, body, status, attempts, created_at, next_at
"""
OWE: LiteralString = """
    INSERT INTO deliveries (delivery_id, webhook_id, about, type, body)
    VALUES (%(delivery)s, %(webhook)s, %(about)s, %(type)s, %(body)s) ON CONFLICT (webhook_id, about) DO NOTHING
"""

RETRIES = (5, 60, 300, 1800, 7200, 28_800, 86_400)  # seconds to the next attempt: 5 s to a day
JITTER = 0.2  # each wait varies by this share: otherwise a receiver that was away would get all messages at once
LEASE = 60.0  # seconds for an attempt

PENDING: LiteralString = "SELECT count(*) FROM deliveries WHERE status = 'pending'"

# A claim is a lease: a process that dies with it delays the message and does not lose it. A message that is due later
# than any wait allows was noted before the clock was set back. It is compared with clock_timestamp(), not with now():
# another claim may have begun after this one, and its row may be visible here already.
CLAIM: LiteralString = """
    WITH due AS (SELECT delivery_id FROM deliveries JOIN webhooks USING (webhook_id) JOIN accounts USING (account_id)
                 WHERE status = 'pending' AND disabled_at IS NULL AND blocked_at IS NULL
                   AND account_id <> ALL (%(passed_over)s::uuid[]) AND (
                     next_at <= now()
                     OR next_at > clock_timestamp()
                                  + (%(longest)s::float8[])[least(attempts, %(most)s) + 1] * interval '1 second')
                 ORDER BY next_at LIMIT %(limit)s FOR UPDATE OF deliveries SKIP LOCKED),
         claimed AS (UPDATE deliveries SET next_at = now() + %(lease)s * interval '1 second' FROM due
                     WHERE deliveries.delivery_id = due.delivery_id RETURNING deliveries.*)
    SELECT delivery_id, webhook_id, account_id, url, format, body, attempts,
           CASE WHEN old_until > now() THEN ARRAY[secret, old_secret] ELSE ARRAY[secret] END AS keys
    FROM claimed JOIN webhooks USING (webhook_id)
"""
NOTE: LiteralString = """
    WITH tried AS (UPDATE deliveries SET attempts = attempts + 1, status = %(status)s,
                          next_at = now() + %(wait)s * interval '1 second'
                   WHERE delivery_id = %(delivery)s RETURNING delivery_id, attempts, webhook_id),
         kept AS (INSERT INTO attempts (delivery_id, number, status, error, milliseconds)
                  SELECT delivery_id, attempts, %(code)s, %(error)s, %(milliseconds)s FROM tried)
    UPDATE webhooks SET failing_since = CASE WHEN %(delivered)s THEN NULL ELSE coalesce(failing_since, now()) END
    FROM tried WHERE webhooks.webhook_id = tried.webhook_id
"""
DISABLE: LiteralString = """
    UPDATE webhooks SET disabled_at = now(), disabled_why = %(why)s
    WHERE webhook_id = %(webhook)s AND disabled_at IS NULL
      AND (%(at_once)s OR failing_since < now() - %(days)s * interval '1 day')
"""


class Webhooks(Table):
    """The webhooks of all accounts, and their deliveries."""

    def add(
        self,
        webhook: UUID,
        account: UUID,
        game: UUID | None,
        url: str,
        types: Sequence[str],
        secret: str,
        format_: str = "cloudevents",
    ) -> Webhook | None:
        """Add a webhook. Return None if the account already has the maximum number of webhooks."""
        facts = {"webhook": webhook, "account": account, "game": game, "url": url, "types": list(types)}
        values = {**facts, "secret": secret, "format": format_, "most": MOST_WEBHOOKS}
        with one_by_one(self._pool, "webhooks", account) as conn:
            return first(fetch_records(conn, Webhook, ADD, values))

    def of(self, account: UUID) -> list[Webhook]:
        return self._records_once(Webhook, LIST, (account,))

    def get(self, account: UUID, webhook: UUID) -> Webhook | None:
        return first(self._records_once(Webhook, ONE, (account, webhook)))

    def remove(self, account: UUID, webhook: UUID) -> bool:
        return bool(self._rows_once(REMOVE, (account, webhook)))

    def rotate(self, account: UUID, webhook: UUID, secret: str) -> Webhook | None:
        """Set a new secret for a webhook. For one day, messages are signed with the old secret, too."""
        return first(self._records_once(Webhook, ROTATE, {"account": account, "webhook": webhook, "secret": secret}))

    def enable(self, account: UUID, webhook: UUID) -> Webhook | None:
        return first(self._records_once(Webhook, ENABLE, (account, webhook)))

    # ---------------------------------------------------------------- deliveries

    def deliveries(self, webhook: UUID, before: UUID | None, limit: int) -> list[Delivery]:
        """Return up to `limit` deliveries of a webhook, newest first. If `before` is given, return only older
        deliveries."""
        return self._records_once(Delivery, DELIVERIES, {"webhook": webhook, "before": before, "limit": limit})

    def delivery(self, webhook: UUID, delivery: UUID) -> Delivery | None:
        return first(self._records_once(Delivery, DELIVERY, (webhook, delivery)))

    def tried(self, delivery: UUID) -> list[Tried]:
        return self._records_once(Tried, ATTEMPTS, (delivery,))

    def again(self, webhook: UUID, delivery: UUID) -> Delivery | None:
        """Schedule a message to be sent again now, even if it was delivered or given up."""
        return first(self._records_once(Delivery, AGAIN, (webhook, delivery)))

    def owe(self, delivery: UUID, webhook: UUID, about: str, type_: str, body: str) -> None:
        with connection(self._pool) as conn:
            owe(conn, delivery, webhook, about, type_, body)

    def claim(self, limit: int, passed_over: Collection[UUID] = ()) -> list[Due]:
        """Claim up to `limit` due messages, for one attempt each. No other worker gets these messages within a minute.
        Skip the messages of accounts in `passed_over`."""
        longest = [LEASE, *(max(LEASE, wait * (1 + JITTER)) for wait in RETRIES)]  # after so many attempts
        bounds = {"limit": limit, "lease": LEASE, "longest": longest, "most": len(RETRIES)}
        return self._records_once(Due, CLAIM, {**bounds, "passed_over": list(passed_over)})

    def note(self, due: Due, attempt: Attempt, wait: float | None) -> None:
        """Store the result of an attempt. `wait`: the seconds until the next attempt, or None if there is no further
        attempt."""
        status = "delivered" if attempt.delivered else "failed" if wait is None else "pending"
        facts = {"delivery": due.delivery_id, "status": status, "wait": wait or 0, "delivered": attempt.delivered}
        result = {"code": attempt.status, "error": attempt.error, "milliseconds": attempt.milliseconds}
        self._rows_once(NOTE, {**facts, **result})

    def disable_if_hopeless(self, due: Due, gone: bool) -> None:
        """Disable a webhook at once if its receiver is gone (410), otherwise after several days in which no message
        arrived."""
        why = "the receiver answered 410 Gone" if gone else f"no message could be delivered for {GIVE_UP_DAYS} days"
        self._rows_once(DISABLE, {"webhook": due.webhook_id, "why": why, "at_once": gone, "days": GIVE_UP_DAYS})


def pending(conn: Connection[TupleRow]) -> int:
    """Return the number of messages that are neither delivered nor given up."""
    return int(conn.execute(PENDING).fetchall()[0][0])


def owe(conn: Connection[TupleRow], delivery: UUID, webhook: UUID, about: str, type_: str, body: str) -> None:
    """Store a message for delivery, unless the webhook already has a message with the same `about`."""
    conn.execute(OWE, {"delivery": delivery, "webhook": webhook, "about": about, "type": type_, "body": body})
