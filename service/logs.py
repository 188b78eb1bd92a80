"""Logs: one JSON object a line on standard error, for grep and for collectors. No key, no body, no secret."""

import logging
import sys
import threading
import time
from contextlib import suppress

import structlog

SELDOM = 10.0  # seconds between two lines on what goes on


class _Lines(structlog.PrintLogger):
    """A disk that is full costs a line of the log, not the answer that it is about."""

    def msg(self, message: str) -> None:
        with suppress(OSError):
            super().msg(message)

    log = debug = info = warn = warning = msg
    fatal = failure = err = error = critical = exception = msg


class Seldom:
    """When to write a line on what would be written a thousand times while it goes on. Threads may share it."""

    def __init__(self, seconds: float = SELDOM) -> None:
        self._seconds = seconds
        self._times = 0
        self._told_at = float("-inf")
        self._lock = threading.Lock()

    def times(self) -> int:
        """How often it has happened since it was last told, this time included; 0: that was a moment ago."""
        with self._lock:
            self._times += 1
            if time.monotonic() - self._told_at < self._seconds:
                return 0
            self._told_at, found, self._times = time.monotonic(), self._times, 0
            return found


def configure() -> None:
    """For every API and worker process, once, at its start."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=lambda *_: _Lines(sys.stderr),
        cache_logger_on_first_use=False,
    )
