"""Repeat an action in a thread while the caller does its work."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread


@contextmanager
def repeating(seconds: float, act: Callable[[], None]) -> Iterator[None]:
    """Call `act` every `seconds` seconds in a thread, until the block ends. If a call is running then, wait until it
    returns."""
    over = Event()

    def repeat() -> None:
        while not over.wait(seconds):
            act()

    thread = Thread(target=repeat, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
