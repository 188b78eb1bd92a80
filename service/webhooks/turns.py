"""Whose message is sent next: an account whose receivers are slow keeps its own messages waiting, and nobody else's."""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from cachetools import TTLCache

from kontor.service.store.webhooks import Due, Webhooks

PER_ACCOUNT = 2  # messages under way at once
SLOW_SECONDS = 2.0  # for one message: whose took longer is passed over by senders who are kept for the quick
REMEMBERED_SECONDS = 600.0
MOST_REMEMBERED = 10_000  # accounts


class Turns:
    """What the senders of a process have under way, and who was slow of late."""

    def __init__(self, webhooks: Webhooks) -> None:
        self._webhooks = webhooks
        self._lock = threading.Lock()  # whoever claims sees what all others have claimed
        self._under_way: Counter[UUID] = Counter()
        self._slow: TTLCache[UUID, bool] = TTLCache(MOST_REMEMBERED, REMEMBERED_SECONDS)

    @contextmanager
    def next(self, quick_only: bool = False) -> Iterator[Due | None]:
        """The message that is next, under way until this ends; None: nothing is due. `quick_only`: nor is what goes to
        an account that was slow of late."""
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
            self._under_way += Counter()  # drops those who have none
            if seconds > SLOW_SECONDS:
                self._slow[account] = True
