"""How many requests a caller may make (counted by `service.http.request_counts`).

| name | counts | per | setting |
| --- | --- | --- | --- |
| `commands` | everything that changes a game | account or token | `KONTOR_LIMIT_COMMANDS` |
| `creates` | new games, seeds, boards | account | `KONTOR_LIMIT_CREATES` |
| `reads` | everything else | account, token or address | `KONTOR_LIMIT_READS` |
| `accounts` | new accounts, unknown keys | address | `KONTOR_LIMIT_ACCOUNTS` |
| `jobs` | bundles to check, archives to make | account | `KONTOR_LIMIT_JOBS` |

All of them are per minute. A seat that owes a decision may always send one command a second. How many may wait at once,
in streams and long polls, stands in `service.front.streams.slots`.
"""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import BoundedSemaphore

from flask import g, request
from limits import RateLimitItemPerMinute, RateLimitItemPerSecond
from redis import Redis

from kontor.service.http.addresses import neighbours
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
ALWAYS = RateLimitItemPerSecond(1)  # for a seat that owes a decision


@dataclass(frozen=True, slots=True)
class Left:
    """What the caller has used and has left, for the headers of the answer; `reset`: seconds until it begins anew."""

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
        """Whether all processes count together at the moment."""
        return self._counts.is_shared

    def require_within(self, caller: Caller, scope: str, address: str | None) -> Problem | None:
        """Count this request, and raise if it is one too many.

        A command that is over the limit may still be one that is owed, which is not known before the game is: then the
        problem is returned, to be raised unless the caller's seat owes a decision."""
        if self.is_within(caller, scope, address):
            return None
        left: Left = g.limit
        if left.policy == "commands" and self._counts.hit(ALWAYS, "owing", _name(caller, address))[0] <= ALWAYS.amount:
            return too_many(left)
        raise too_many(left)

    def is_within(self, caller: Caller, scope: str, address: str | None) -> bool:
        """Count this request, once for each policy however often it is asked, and tell whether it is not one too
        many."""
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
    """The threads of this process that long answers may hold at once."""

    def __init__(self, most: int) -> None:
        self._free = BoundedSemaphore(max(most, 1))

    def take(self) -> None:
        """Take one until `release`; 429 if all are taken."""
        if not self._free.acquire(blocking=False):
            raise Problem("too-many-requests", "Too many long answers are being sent now.", {"Retry-After": "5"})

    def release(self) -> None:
        self._free.release()

    @contextmanager
    def taken(self) -> Iterator[None]:
        self.take()
        try:
            yield
        finally:
            self.release()


def _name(caller: Caller, address: str | None) -> str:
    return f"address:{neighbours(address)}" if caller.id is None else caller.name


def too_many(left: Left) -> Problem:
    return Problem(
        "too-many-requests",
        f"The limit is {left.quota} {left.policy} a minute. Wait {left.reset} seconds.",
        {"Retry-After": str(left.reset)},
    )


def headers(left: Left | None) -> Sequence[tuple[str, str]]:
    """Of an answer: those of draft-ietf-httpapi-ratelimit-headers."""
    if left is None:
        return ()
    return (
        ("RateLimit-Policy", f'"{left.policy}";q={left.quota};w=60'),
        ("RateLimit", f'"{left.policy}";r={left.remaining};t={left.reset}'),
    )
