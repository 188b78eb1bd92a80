"""Counting requests for limits: together with all other processes, in Redis, without asking it each time.

A process counts in its memory and tells Redis twice a second, all of it at one stroke; Redis answers with what all of
them have counted. From half of a limit on a process asks with every request, so that the limit itself is kept by all of
them together.
"""

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from threading import Lock, Thread

import redis
import structlog
from limits import RateLimitItem
from redis import Redis

SHARE_EVERY = 0.5  # seconds
PRUNE_EVERY = 10.0  # seconds between two looks for windows that have ended
REDIS_REST = 5.0  # seconds without asking a Redis that did not answer
MOST_KEYS = 100_000  # whose counts of others are remembered; forgetting them counts too few for a moment

log = structlog.get_logger()


class RequestCounts:
    """What this process has counted, and what it knows of the others. Without Redis (None): alone."""

    def __init__(self, client: Redis | None) -> None:
        self._client = client
        self._own: dict[str, tuple[int, float]] = {}  # by key: how many, and when its window ends
        self._prune_at = 0.0
        self._others: dict[str, int] = {}  # by key: what other processes had counted when Redis was last told
        self._untold: Counter[str] = Counter()
        self._lives: dict[str, int] = {}  # seconds that a key is kept
        self._lock = Lock()
        self._away_until = 0.0
        self._is_started = False

    @property
    def is_shared(self) -> bool:
        """Whether all processes count together at the moment."""
        return self._client is not None and time.monotonic() >= self._away_until

    def hit(self, item: RateLimitItem, *names: str) -> tuple[int, float]:
        """Count one more; how many there are, and for how many seconds they have been counted.

        The window is part of the key, so that nobody need be asked when it ends."""
        life = item.get_expiry()
        now = time.time()
        window, passed = divmod(now, life)
        key = item.key_for(*names, str(int(window)))
        count = self._count(key, now, now - passed + life) + self._others.get(key, 0)
        if not self.is_shared:
            return count, passed
        with self._lock:
            self._untold[key] += 1
            self._lives[key] = life
        if count <= item.amount // 2:
            self._start()
            return count, passed
        return self._tell([key]).get(key, count), passed

    def _count(self, key: str, now: float, ends_at: float) -> int:
        with self._lock:
            count = self._own.get(key, (0, ends_at))[0] + 1
            self._own[key] = (count, ends_at)
            if now >= self._prune_at:
                self._own = {name: counted for name, counted in self._own.items() if counted[1] > now}
                self._prune_at = now + PRUNE_EVERY
        return count

    def _tell(self, keys: Sequence[str]) -> Mapping[str, int]:
        """Tell Redis what it does not know yet of these; what all processes have counted, if it answers."""
        with self._lock:
            new = [(key, self._untold.pop(key, 0), self._lives.pop(key, 60)) for key in keys]
        try:
            totals = self._added(new)
        except redis.RedisError as error:
            self._away_until = time.monotonic() + REDIS_REST
            log.warning("redis unreachable, limits are counted per process", error=type(error).__name__)
            return {}
        if len(self._others) > MOST_KEYS:
            self._others.clear()
        own = self._own
        self._others.update({key: total - own.get(key, (0, 0.0))[0] for key, total in totals.items()})
        return totals

    def _added(self, new: Sequence[tuple[str, int, int]]) -> Mapping[str, int]:
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
                untold = list(self._untold)
            if untold and self.is_shared:
                self._tell(untold)
