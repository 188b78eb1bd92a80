"""Watching a PostgreSQL that may be there and say nothing: frozen, or behind a network that is gone."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg

EVERY = 1.0  # seconds
TIMEOUT = 3  # seconds for one answer
PATIENCE = 3.0  # seconds: a server that is started again is away for less, mostly


@contextmanager
def watched(url: str, say: Callable[[str], None]) -> Iterator[None]:
    """Say, while this lasts, when PostgreSQL no longer answers, and when it does again."""
    stop = threading.Event()
    thread = threading.Thread(target=_watch, args=(url, say, stop), name="watching PostgreSQL", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()  # and it is left alone: it may wait for an answer


def _watch(url: str, say: Callable[[str], None], stop: threading.Event) -> None:
    heard, was_said = time.monotonic(), False
    while not stop.wait(EVERY):
        if _answers(url):
            heard = time.monotonic()
            if was_said:
                say("PostgreSQL answers again.")
            was_said = False
        elif not (was_said or stop.is_set()) and time.monotonic() - heard > PATIENCE:
            say("PostgreSQL does not answer; requests are refused (503) until it does.")
            was_said = True


def _answers(url: str) -> bool:
    """By logging in: that takes a process of the server's that is at work."""
    try:
        psycopg.connect(url, connect_timeout=TIMEOUT, application_name="kontor-watch").close()
    except psycopg.OperationalError:
        return False
    return True
