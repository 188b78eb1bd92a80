"""Watch PostgreSQL and Redis. Report a PostgreSQL that runs but does not answer (frozen, or a network failure), and a
Redis that is unreachable or full."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from redis import Redis

from kontor.service.jobs.redis_room import has_room
from kontor.service.stack import postgres

EVERY = 1.0  # seconds
TIMEOUT = 3  # seconds for one answer
PATIENCE = 3.0  # seconds before a report: a restart is usually quicker


@dataclass(frozen=True, slots=True)
class Watched:
    """A watched server: its check, and the messages that report its failure and its recovery."""

    is_well: Callable[[], bool]
    lost: str
    back: str


@contextmanager
def watch(database_url: str, redis_url: str, say: Callable[[str], None]) -> Iterator[None]:
    """Within the `with` block, report when PostgreSQL or Redis fails, and when it works again."""
    servers = [
        Watched(
            lambda: postgres.answers(database_url),
            "PostgreSQL does not answer; the API refuses requests (503) until it does.",
            "PostgreSQL answers again.",
        ),
        Watched(
            lambda: _has_room(redis_url),
            "Redis does not answer or is full; bots, scores and clocks wait (see kontor server doctor).",
            "Redis answers and has free memory again.",
        ),
    ]
    stop = threading.Event()
    for each in servers:
        threading.Thread(target=_watch, args=(each, say, stop), name="watching a server", daemon=True).start()
    try:
        yield
    finally:
        stop.set()  # do not join the threads: they may be waiting for an answer


def _watch(server: Watched, say: Callable[[str], None], stop: threading.Event) -> None:
    heard, was_said = time.monotonic(), False
    while not stop.wait(EVERY):
        if server.is_well():
            heard = time.monotonic()
            if was_said:
                say(server.back)
            was_said = False
        elif not (was_said or stop.is_set()) and time.monotonic() - heard > PATIENCE:
            say(server.lost)
            was_said = True


def _has_room(url: str) -> bool:
    """Return whether Redis accepts a write. A full Redis would still answer reads."""
    with Redis.from_url(url, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT) as client:
        return has_room(client)
