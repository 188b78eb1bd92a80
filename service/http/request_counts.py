"""Count requests for rate limits across all processes, with few calls to Redis.

A process counts in memory and sends its counts to Redis twice a second, in one pipeline. Redis returns the totals of
all processes. From half of a limit on the process asks Redis for every request, so that all processes together keep the
limit.
"""

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from threading import Lock, Thread

import redis
import structlog
from limits import RateLimitItem
from redis import Redis

from kontor.service.clock import unix_time

SHARE_EVERY = 0.5  # seconds
PRUNE_EVERY = 10.0  # seconds between two removals of ended windows
REDIS_REST = 5.0  # seconds to wait after Redis did not answer
MOST_KEYS = 100_000  # clear the counts of other processes above this; then counts are too low for a moment

log = structlog.get_logger()


class RequestCounts:
    """The counts of this process and of all other processes. Without Redis (`client` is None) each process counts
    alone."""

    def __init__(self, client: Redis | None) -> None:
        self._client = client
        self._own: dict[str, tuple[int, float]] = {}  # by key: the count, and the end of its window
        self._prune_at = 0.0
        self._others: dict[str, int] = {}  # by key: the counts of other processes at the last exchange
        self._unsent: Counter[str] = Counter()
        self._lives: dict[str, int] = {}  # by key: seconds until it expires
        self._lock = Lock()
        self._away_until = 0.0
        self._is_started = False

    @property
    def is_shared(self) -> bool:
        """Whether this process shares its counts with the other processes now."""
        return self._client is not None and time.monotonic() >= self._away_until

    def hit(self, item: RateLimitItem, *names: str) -> tuple[int, float]:
        """Count a request. Return the count in this window, and the seconds since the window started.

        The key contains the window, so no process needs to reset it."""
        life = item.get_expiry()
        now = unix_time()
        window, passed = divmod(now, life)
        key = item.key_for(*names, str(int(window)))
        count = self._count(key, now, now - passed + life) + self._others.get(key, 0)
        if not self.is_shared:
            return count, passed
        with self._lock:
            self._unsent[key] += 1
            self._lives[key] = life
        if count <= item.amount // 2:
            self._start()
            return count, passed
        return self._exchange([key]).get(key, count), passed

    def _count(self, key: str, now: float, ends_at: float) -> int:
        with self._lock:
            count = self._own.get(key, (0, ends_at))[0] + 1
            self._own[key] = (count, ends_at)
            if now >= self._prune_at:
                self._own = {name: counted for name, counted in self._own.items() if counted[1] > now}
                self._prune_at = now + PRUNE_EVERY
        return count

    def _exchange(self, keys: Sequence[str]) -> Mapping[str, int]:
        """Send new counts of these keys to Redis. Return the totals of all processes, or nothing if Redis fails."""
        with self._lock:
            new = [(key, self._unsent.pop(key, 0), self._lives.pop(key, 60)) for key in keys]
        try:
            totals = self._add(new)
        except redis.RedisError as error:
            self._away_until = time.monotonic() + REDIS_REST
            log.warning("redis unreachable, each process counts its own rate limits", error=type(error).__name__)
            return {}
        if len(self._others) > MOST_KEYS:
            self._others.clear()
        own = self._own
        self._others.update({key: total - own.get(key, (0, 0.0))[0] for key, total in totals.items()})
        return totals

    def _add(self, new: Sequence[tuple[str, int, int]]) -> Mapping[str, int]:
        if self._client is None:
            return {}
        with self._client.pipeline(transaction=False) as told:
            for key, amount, life in new:
                told.incrby(f"kontor:{key}", amount)
                told.expire(f"kontor:{key}", life)
            answers = told.execute()
        return {key: total for (key, _, _), total in zip(new, answers[::2], strict=True)}

    def _start(self) -> None:
        if not self._is_started:
            self._is_started = True
            Thread(target=self._share, name="request counts", daemon=True).start()

    def _share(self) -> None:
        while True:
            time.sleep(SHARE_EVERY)
            with self._lock:
                unsent = list(self._unsent)
            if unsent and self.is_shared:
                self._exchange(unsent)
