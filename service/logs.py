"""Logs: one JSON object a line on standard error, for grep and for collectors. No key, no body, no secret."""

import logging
import sys
from contextlib import suppress

import structlog


class _Lines(structlog.PrintLogger):
    """A disk that is full costs a line of the log, not the answer that it is about."""

    def msg(self, message: str) -> None:
        with suppress(OSError):
            super().msg(message)

    log = debug = info = warn = warning = msg
    fatal = failure = err = error = critical = exception = msg


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
