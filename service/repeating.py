"""Repeat something in a thread while the caller does its work."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread


@contextmanager
def repeating(seconds: float, act: Callable[[], None]) -> Iterator[None]:
    """Call `act` every so many seconds until the block ends. A call that runs then is awaited."""
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
