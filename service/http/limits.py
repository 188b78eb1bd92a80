"""Rate limits: how many requests a caller may send.

| name | what it counts | per | setting |
| --- | --- | --- | --- |
| `commands` | requests that change a game | account or token | `KONTOR_LIMIT_COMMANDS` |
| `creates` | new games, seeds, boards | account | `KONTOR_LIMIT_CREATES` |
| `reads` | all other requests | account, token or address | `KONTOR_LIMIT_READS` |
| `accounts` | new accounts, unknown keys | address | `KONTOR_LIMIT_ACCOUNTS` |
| `jobs` | requests for background jobs (audits, exports, hints, analyses) | account | `KONTOR_LIMIT_JOBS` |
| `refusals` | signed refusals; further refusals are not signed | account or token | `KONTOR_LIMIT_REFUSALS` |

All limits are per minute. A seat that has to decide may always send one command a second. The limits of open streams
and long polls are in `service.front.streams.admission`.
"""

import math
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import BoundedSemaphore, Lock, Thread

import redis
import structlog
from flask import g, request
from limits import RateLimitItem, RateLimitItemPerMinute, RateLimitItemPerSecond
from redis import Redis

from kontor.service.clock import unix_time
from kontor.service.http.internal_headers import AGAIN, FRONT, address_group
from kontor.service.http.problems import Problem
from kontor.service.settings import Settings
from kontor.service.store.lookup import Caller

POLICY = {
    "game:play": "commands",
    "game:create": "creates",
    "game:read": "reads",
    "accounts": "accounts",
    "bad-keys": "accounts",
    "jobs": "jobs",
}
ALWAYS = RateLimitItemPerSecond(1)  # for a seat that has to decide
SHARE_EVERY = 0.5  # seconds
PRUNE_EVERY = 10.0  # seconds between two removals of ended windows
REDIS_REST = 5.0  # seconds to wait after Redis did not answer
MOST_KEYS = 100_000  # clear the counts of other processes above this; then counts are too low for a moment

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Left:
    """The state of a caller's rate limit, for the headers of an answer. `count`: the requests in the current window.
    `reset`: the seconds until the window ends."""

    policy: str
    quota: int
    count: int
    reset: int

    @property
    def remaining(self) -> int:
        return max(0, self.quota - self.count)


class Limits:
    def __init__(self, settings: Settings, client: Redis | None) -> None:
        self._per_minute = {
            "commands": settings.limit_commands,
            "creates": settings.limit_creates,
            "reads": settings.limit_reads,
            "accounts": settings.limit_accounts,
            "jobs": settings.limit_jobs,
            "refusals": settings.limit_refusals,
        }
        self._counts = RequestCounts(client)

    @property
    def is_shared(self) -> bool:
        """Whether this process shares its counts with the other processes now."""
        return self._counts.is_shared

    def require_within(self, caller: Caller, scope: str, address: str | None) -> Problem | None:
        """Count this request. Raise a problem if the caller is over the limit.

        A command over the limit is still allowed if the caller's seat has to decide, but that is known only after the
        game is loaded. For such a command return the problem. The view raises it later if no seat of the caller has to
        decide."""
        if self.is_within(caller, scope, address):
            return None
        left: Left = g.limit
        if left.policy == "commands" and self._counts.hit(ALWAYS, "owing", _name(caller, address))[0] <= ALWAYS.amount:
            return too_many(left)
        raise too_many(left)

    def is_within(self, caller: Caller, scope: str, address: str | None) -> bool:
        """Count this request, and return whether the caller is within the limit. Further calls for the same request and
        policy do not count the request again."""
        policy = POLICY.get(scope, "reads")
        quota = self._per_minute[policy]
        if quota == 0 or request.headers.get(FRONT) == AGAIN:
            return True
        left: Left | None = g.get("limit")
        if left is None or left.policy != policy:
            count, passed = self._counts.hit(RateLimitItemPerMinute(quota), policy, _name(caller, address))
            g.limit = left = Left(policy, quota, count, max(1, math.ceil(60 - passed)))
        return left.count <= quota

    def may_sign_refusal(self, caller: Caller) -> bool:
        """Count a signed refusal, and return whether it is within the limit. Each signed refusal costs a flush of the
        database's WAL."""
        quota = self._per_minute["refusals"]
        item = RateLimitItemPerMinute(quota)
        return quota == 0 or self._counts.hit(item, "refusals", _name(caller, None))[0] <= quota


class StreamSlots:
    """A limit on long answers: how many threads of this process may send long answers at the same time."""

    def __init__(self, most: int) -> None:
        self._free = BoundedSemaphore(max(most, 1))

    def take(self) -> None:
        """Take a slot, and hold it until `release` is called. Raise 429 if no slot is free."""
        if not self._free.acquire(blocking=False):
            raise Problem("too-many-requests", "The server is sending too many long answers.", {"Retry-After": "5"})

    def release(self) -> None:
        self._free.release()

    @contextmanager
    def hold(self) -> Iterator[None]:
        self.take()
        try:
            yield
        finally:
            self.release()


def _name(caller: Caller, address: str | None) -> str:
    return f"address:{address_group(address)}" if caller.id is None else caller.name


def too_many(left: Left) -> Problem:
    return Problem(
        "too-many-requests",
        f"The limit is {left.quota} {left.policy} a minute. Wait {left.reset} seconds.",
        {"Retry-After": str(left.reset)},
    )


def headers(left: Left | None) -> Sequence[tuple[str, str]]:
    """Return the rate limit headers of an answer, as defined in draft-ietf-httpapi-ratelimit-headers."""
    if left is None:
        return ()
    return (
        ("RateLimit-Policy", f'"{left.policy}";q={left.quota};w=60'),
        ("RateLimit", f'"{left.policy}";r={left.remaining};t={left.reset}'),
    )


class RequestCounts:
    """How many requests this process and all other processes have counted for the rate limits. Without Redis (`client`
    is None) each process counts only its own requests.

    A process counts in memory and sends its counts to Redis twice a second, in one pipeline. Redis returns the totals
    of all processes. When a count is over half of a limit, the process asks Redis at every request, so that all
    processes together keep the limit."""

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
        """Count a request. Return the number of requests in the current window, and the seconds since the window
        started.

        The key of a count contains the number of the window, so no process needs to reset a count."""
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
        """Send the new counts of these keys to Redis. Return the total of all processes for each key, or an empty
        mapping if Redis fails."""
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
