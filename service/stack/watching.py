"""Watching the servers: a PostgreSQL that is there and does not answer (frozen, or behind a network that is gone), and
a Redis that is away or full."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import psycopg
from redis import Redis

from kontor.service.jobs.redis_room import has_room

EVERY = 1.0  # seconds
TIMEOUT = 3  # seconds for one answer
PATIENCE = 3.0  # seconds: a server that is started again is away for less, mostly


@dataclass(frozen=True, slots=True)
class Watched:
    """A server: whether it is well, and what to say when it no longer is, and when it is again."""

    is_well: Callable[[], bool]
    lost: str
    back: str


@contextmanager
def watched(database_url: str, redis_url: str, say: Callable[[str], None]) -> Iterator[None]:
    """Say, while this lasts, when PostgreSQL or Redis fails, and when it is back."""
    servers = [
        Watched(
            lambda: _answers(database_url),
            "PostgreSQL does not answer; requests are refused (503) until it does.",
            "PostgreSQL answers again.",
        ),
        Watched(
            lambda: _has_room(redis_url),
            "Redis does not answer or is full; bots, scores and clocks wait until it has room (kontor server doctor).",
            "Redis answers and has room again.",
        ),
    ]
    stop = threading.Event()
    for each in servers:
        threading.Thread(target=_watch, args=(each, say, stop), name="watching a server", daemon=True).start()
    try:
        yield
    finally:
        stop.set()  # and they are left alone: they may wait for an answer


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
    """By writing: a full Redis answers all the same."""
    with Redis.from_url(url, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT) as client:
        return has_room(client)


def _answers(url: str) -> bool:
    """By logging in: that takes a process of the server's that is at work."""
    try:
        psycopg.connect(url, connect_timeout=TIMEOUT, application_name="kontor-watch").close()
    except psycopg.OperationalError:
        return False
    return True
