"""The deadline of the current request: all its queries together may take `SECONDS`, also if PostgreSQL hangs. Code that
answers no request has no deadline.

After one timeout a circuit breaker lets requests fail fast until a probe succeeds:

- Closed (the normal state): every request may ask PostgreSQL.
- Open: a query has timed out. Requests fail at once; otherwise each of them would hold a thread for seconds.
- Half-open: every `PROBE_SECONDS`, one request is let through as a probe, with a timeout of `PROBE_SECONDS`.
- Any answer of PostgreSQL closes the circuit, also an error; another timeout keeps it open.
- A timeout does not count if PostgreSQL has answered another query meanwhile: that query waited for a lock.

Only requests obey the breaker. Workers and commands have no deadline and wait as long as it takes.
"""

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

SECONDS = 4.0  # from the start of a request to its answer
PROBE_SECONDS = 0.5
LEAST = 0.25  # for a query after the deadline: something other than PostgreSQL took the time
LOCK_SECONDS = 2.0  # for a lock in PostgreSQL: less than SECONDS, so that a locked row is not taken for a silent server

_deadline: ContextVar[float | None] = ContextVar("kontor_request_deadline", default=None)


class CircuitBreaker:
    """The state of one circuit. Threads share it without a lock: a race costs one more probe."""

    def __init__(self) -> None:
        self.is_open = False
        self._next_probe = 0.0
        self._answered = -math.inf

    def allows_call(self) -> bool:
        """Return whether a request may ask now. While the circuit is open, True makes the caller the probe."""
        if not self.is_open:
            return True
        now = time.monotonic()
        if now < self._next_probe:
            return False
        self._next_probe = now + PROBE_SECONDS
        return True

    def open(self, asked: float = math.inf) -> None:
        """Note that a query timed out. `asked`: when it was sent."""
        if self._answered < asked:
            self.is_open = True

    def close(self) -> None:
        """Note an answer."""
        self._answered = time.monotonic()
        self.is_open = False


BREAKER = CircuitBreaker()  # a process has one PostgreSQL


def start() -> None:
    """Set the deadline of the request that this thread begins to answer."""
    _deadline.set(time.monotonic() + SECONDS)


def lift() -> None:
    """Give each further query its own `SECONDS`: the answer has begun, and the rest of it may be long."""
    _deadline.set(math.inf)


@contextmanager
def paused() -> Iterator[None]:
    """Do not count the time that something other than PostgreSQL takes, such as a slow upload."""
    began = time.monotonic()
    try:
        yield
    finally:
        if (deadline := _deadline.get()) is not None:
            _deadline.set(deadline + time.monotonic() - began)


def is_set() -> bool:
    return _deadline.get() is not None


def query_timeout() -> float | None:
    """Return how many seconds the next query may take, or None if there is no deadline."""
    deadline = _deadline.get()
    if deadline is None:
        return None
    return PROBE_SECONDS if BREAKER.is_open else min(max(deadline - time.monotonic(), LEAST), SECONDS)


def waiting_seconds() -> float | None:
    """Return how many seconds a request may wait before its next query, which may take `LOCK_SECONDS` and a little
    more. Return None if there is no deadline."""
    deadline = _deadline.get()
    if deadline is None:
        return None
    return min(max(deadline - time.monotonic() - LOCK_SECONDS - LEAST, LEAST), SECONDS)
