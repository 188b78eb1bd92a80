"""Deliver webhook messages: choose the next message, make one attempt, then schedule the next attempt or give up."""

import random
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

import structlog
from cachetools import TTLCache

from kontor.service import tracing
from kontor.service.store.webhooks import JITTER, RETRIES, Attempt, Due, Webhooks
from kontor.service.webhooks.formats import address, content_type
from kontor.service.webhooks.sender import send

PER_ACCOUNT = 2  # messages of an account to send at the same time
SLOW_SECONDS = 2.0  # after a message that took longer, senders for quick accounts skip the account
REMEMBERED_SECONDS = 600.0  # how long an account counts as slow
MOST_REMEMBERED = 10_000  # accounts

logger = structlog.get_logger()


def deliver_one(webhooks: Webhooks, due: Due, loopback: bool) -> None:
    """Try to deliver a claimed message, and store the result of the attempt."""
    attempt = _try_delivery(due, loopback)
    webhooks.note(due, attempt, wait_after(due, attempt))
    if not attempt.delivered:
        webhooks.disable_if_hopeless(due, attempt.gone)


def _try_delivery(due: Due, loopback: bool) -> Attempt:
    """Make one attempt to deliver a message. An attempt that fails by a bug in Kontor counts, too. Otherwise the
    message would be tried for ever, before all other messages."""
    try:
        url, form = address(due.format, due.url), content_type(due.format)
        with tracing.span("webhook", "client", delivery=str(due.delivery_id)):  # the address may be a secret itself
            return send(url, f"msg_{due.delivery_id.hex}", due.body, due.keys, loopback, form)
    except Exception as error:
        logger.exception("webhook attempt failed by a bug", delivery=str(due.delivery_id), exc_info=error)
        return Attempt(None, "Internal error of this server. The operator can find the error in the log.", 0)


def wait_after(due: Due, attempt: Attempt) -> float | None:
    """Return the seconds until the next attempt, or None if the message is delivered or given up."""
    if attempt.delivered or attempt.gone or due.attempts >= len(RETRIES):
        return None
    return RETRIES[due.attempts] * random.uniform(1 - JITTER, 1 + JITTER)


# ---------------------------------------------------------------- order


class Turns:
    """The messages that this process is sending, and the accounts that were slow lately. If the receivers of an account
    are slow, only messages of this account wait."""

    def __init__(self, webhooks: Webhooks) -> None:
        self._webhooks = webhooks
        self._lock = threading.Lock()  # a sender must see what all other senders have claimed
        self._under_way: Counter[UUID] = Counter()
        self._slow: TTLCache[UUID, bool] = TTLCache(MOST_REMEMBERED, REMEMBERED_SECONDS)

    @contextmanager
    def next(self, quick_only: bool = False) -> Iterator[Due | None]:
        """Yield the next message, or None if no message is due. Count the message as being sent until the block ends.
        `quick_only`: skip accounts that were slow lately."""
        due, begun = self._claim(quick_only), time.monotonic()
        try:
            yield due
        finally:
            if due is not None:
                self._end(due.account_id, time.monotonic() - begun)

    def _claim(self, quick_only: bool) -> Due | None:
        with self._lock:
            passed_over = {account for account, count in self._under_way.items() if count >= PER_ACCOUNT}
            if quick_only:
                passed_over |= set(self._slow)
            for due in self._webhooks.claim(1, passed_over):
                self._under_way[due.account_id] += 1
                return due
        return None

    def _end(self, account: UUID, seconds: float) -> None:
        with self._lock:
            self._under_way[account] -= 1
            self._under_way += Counter()  # removes accounts with a count of 0
            if seconds > SLOW_SECONDS:
                self._slow[account] = True
