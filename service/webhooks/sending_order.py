"""Choose the next message to send. If an account's receivers are slow, only its own messages wait."""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from cachetools import TTLCache

from kontor.service.store.webhooks import Due, Webhooks

PER_ACCOUNT = 2  # messages of an account to send at the same time
SLOW_SECONDS = 2.0  # after a message that took longer, senders for quick accounts skip the account
REMEMBERED_SECONDS = 600.0  # how long an account counts as slow
MOST_REMEMBERED = 10_000  # accounts


class Turns:
    """The messages that this process is sending, and the accounts that were slow lately."""

    def __init__(self, webhooks: Webhooks) -> None:
        self._webhooks = webhooks
        self._lock = threading.Lock()  # a sender must see what all other senders have claimed
        self._under_way: Counter[UUID] = Counter()
        self._slow: TTLCache[UUID, bool] = TTLCache(MOST_REMEMBERED, REMEMBERED_SECONDS)

    @contextmanager
    def next(self, quick_only: bool = False) -> Iterator[Due | None]:
        """Yield the next message, or None if none is due. Count it as being sent until the block ends. `quick_only`:
        skip accounts that were slow lately."""
        due, begun = self._claimed(quick_only), time.monotonic()
        try:
            yield due
        finally:
            if due is not None:
                self._ended(due.account_id, time.monotonic() - begun)

    def _claimed(self, quick_only: bool) -> Due | None:
        with self._lock:
            passed_over = {account for account, count in self._under_way.items() if count >= PER_ACCOUNT}
            if quick_only:
                passed_over |= set(self._slow)
            for due in self._webhooks.claim(1, passed_over):
                self._under_way[due.account_id] += 1
                return due
        return None

    def _ended(self, account: UUID, seconds: float) -> None:
        with self._lock:
            self._under_way[account] -= 1
            self._under_way += Counter()  # removes accounts with a count of 0
            if seconds > SLOW_SECONDS:
                self._slow[account] = True
