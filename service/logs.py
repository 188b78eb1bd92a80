"""Log lines: one JSON object per line on standard error. A log line contains no key, no request body and no secret."""

import logging
import sys
import threading
import time
from contextlib import suppress

import structlog

SELDOM = 10.0  # seconds between two lines about the same continuing problem


class _Lines(structlog.PrintLogger):
    """A logger that drops a line if it cannot be written. A full disk must not make the request fail."""

    def msg(self, message: str) -> None:
        with suppress(OSError):
            super().msg(message)

    log = debug = info = warn = warning = msg
    fatal = failure = err = error = critical = exception = msg


class Seldom:
    """Limits how often a log line is written, for a problem that may occur very often. Threads may share an
    instance."""

    def __init__(self, seconds: float = SELDOM) -> None:
        self._seconds = seconds
        self._times = 0
        self._told_at = float("-inf")
        self._lock = threading.Lock()

    def times(self) -> int:
        """Count one occurrence of the problem. Return the number of occurrences since the last log line, or 0 if it is
        too early for another line."""
        with self._lock:
            self._times += 1
            if time.monotonic() - self._told_at < self._seconds:
                return 0
            self._told_at, found, self._times = time.monotonic(), self._times, 0
            return found


def configure() -> None:
    """Configure logging. Every API and worker process calls this once when it starts."""
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
