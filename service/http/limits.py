"""Rate limits: how many requests a caller may send (`service.http.request_counts` counts them).

| name | what it counts | per | setting |
| --- | --- | --- | --- |
| `commands` | requests that change a game | account or token | `KONTOR_LIMIT_COMMANDS` |
| `creates` | new games, seeds, boards | account | `KONTOR_LIMIT_CREATES` |
| `reads` | all other requests | account, token or address | `KONTOR_LIMIT_READS` |
| `accounts` | new accounts, unknown keys | address | `KONTOR_LIMIT_ACCOUNTS` |
| `jobs` | requests for background jobs (audits, exports, hints, analyses) | account | `KONTOR_LIMIT_JOBS` |

All limits are per minute. A seat that has to decide may always send one command a second. The limits of open streams
and long polls are in `service.front.streams.slots`.
"""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import BoundedSemaphore

from flask import g, request
from limits import RateLimitItemPerMinute, RateLimitItemPerSecond
from redis import Redis

from kontor.service.http.addresses import address_group
from kontor.service.http.internal_headers import AGAIN, FRONT
from kontor.service.http.problems import Problem
from kontor.service.http.request_counts import RequestCounts
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


@dataclass(frozen=True, slots=True)
class Left:
    """The state of a limit, for the headers of the answer. `reset`: seconds until the window ends."""

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
        }
        self._counts = RequestCounts(client)

    @property
    def is_shared(self) -> bool:
        """Whether this process shares its counts with the other processes now."""
        return self._counts.is_shared

    def require_within(self, caller: Caller, scope: str, address: str | None) -> Problem | None:
        """Count this request. Raise a problem if it is over the limit.

        A command over the limit is still allowed if the caller's seat has to decide, but that is known only after the
        game is loaded. In that case return the problem: the caller raises it if no seat has to decide."""
        if self.is_within(caller, scope, address):
            return None
        left: Left = g.limit
        if left.policy == "commands" and self._counts.hit(ALWAYS, "owing", _name(caller, address))[0] <= ALWAYS.amount:
            return too_many(left)
        raise too_many(left)

    def is_within(self, caller: Caller, scope: str, address: str | None) -> bool:
        """Count this request, and return whether it is within the limit. Further calls for the same request and policy
        do not count it again."""
        policy = POLICY.get(scope, "reads")
        quota = self._per_minute[policy]
        if quota == 0 or request.headers.get(FRONT) == AGAIN:
            return True
        left: Left | None = g.get("limit")
        if left is None or left.policy != policy:
            count, passed = self._counts.hit(RateLimitItemPerMinute(quota), policy, _name(caller, address))
            g.limit = left = Left(policy, quota, count, max(1, math.ceil(60 - passed)))
        return left.count <= quota


class StreamSlots:
    """The number of threads of this process that long answers may use at the same time."""

    def __init__(self, most: int) -> None:
        self._free = BoundedSemaphore(max(most, 1))

    def take(self) -> None:
        """Take a slot until `release`. Raise 429 if none is free."""
        if not self._free.acquire(blocking=False):
            raise Problem("too-many-requests", "The server is sending too many long answers now.", {"Retry-After": "5"})

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
    """Return the headers of draft-ietf-httpapi-ratelimit-headers for an answer."""
    if left is None:
        return ()
    return (
        ("RateLimit-Policy", f'"{left.policy}";q={left.quota};w=60'),
        ("RateLimit", f'"{left.policy}";r={left.remaining};t={left.reset}'),
    )
