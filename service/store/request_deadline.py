"""The deadline of the current request: all its queries together may take `SECONDS`, even if PostgreSQL hangs. Code that
answers no request has no deadline."""

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from kontor.service.store.circuit_breaker import BREAKER, PROBE_SECONDS

SECONDS = 4.0  # from the start of a request to its answer
LEAST = 0.25  # for a query after the deadline: something other than PostgreSQL took the time
LOCK_SECONDS = 2.0  # for a lock in PostgreSQL: less than SECONDS, so that a locked row is not taken for a silent server

_deadline: ContextVar[float | None] = ContextVar("kontor_request_deadline", default=None)


def start() -> None:
    """Set the deadline of the request that this thread begins to answer."""
    _deadline.set(time.monotonic() + SECONDS)


def lift() -> None:
    """Apply the limit of `SECONDS` to each further query, not to all of them together. The answer has begun, and the
    rest of it may be long."""
    _deadline.set(math.inf)


@contextmanager
def pause() -> Iterator[None]:
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
    """Return how many seconds a request may wait for other threads before its next query. The rest of its time,
    `LOCK_SECONDS` and a little more, is for that query. Return None if there is no deadline."""
    deadline = _deadline.get()
    if deadline is None:
        return None
    return min(max(deadline - time.monotonic() - LOCK_SECONDS - LEAST, LEAST), SECONDS)
