"""The lock of a cached game. A thread that changes the game holds the lock, even while it waits for PostgreSQL.

Without a limit, the clients of one slow game would occupy every thread of a request process. Then no other game would
get an answer.
"""

import time
from threading import Lock, RLock
from types import TracebackType

from kontor.service.store import request_deadline

QUICK = 0.25  # seconds for which any number of threads wait for the same holder; a command takes milliseconds


class Contention(Exception):
    """The command changed nothing, because of other commands in this game. The message of the exception is for the
    client."""

    def __init__(self, detail: str = "The game changed five times before the server could store the command.") -> None:
        super().__init__(f"{detail} Send the request again.")


class GameLock:
    """A lock that one thread may take several times. `most_waiting`: how many threads may wait for a thread that holds
    the lock for a long time. Only threads that answer a request give up after some time (`request_deadline`)."""

    __slots__ = ("_counting", "_depth", "_held_since", "_lock", "_most_waiting", "_waiting")

    def __init__(self, most_waiting: int) -> None:
        self._lock = RLock()
        self._depth = 0  # changed only by the thread that holds the lock
        self._held_since = 0.0
        self._most_waiting = most_waiting
        self._waiting = 0
        self._counting = Lock()

    def __enter__(self) -> None:
        if not (self._lock.acquire(blocking=False) or self._wait()):
            raise Contention("Other requests for this game take long, and this request has not changed anything.")
        if self._depth == 0:
            self._held_since = time.monotonic()
        self._depth += 1

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._depth -= 1
        self._lock.release()

    def _wait(self) -> bool:
        """Wait for the lock, and return whether this thread has the lock now."""
        seconds = request_deadline.waiting_seconds()
        if seconds is None:
            return self._lock.acquire()
        with self._counting:
            may_wait = self._waiting < self._most_waiting
            self._waiting += may_wait
        try:
            return self._lock.acquire(timeout=seconds) if may_wait else self._wait_while_quick(seconds)
        finally:
            with self._counting:
                self._waiting -= may_wait

    def _wait_while_quick(self, seconds: float) -> bool:
        """Wait for the lock as long as no thread holds it for longer than `QUICK`. Return whether this thread has the
        lock now."""
        until = time.monotonic() + seconds
        while (left := min(self._held_since + QUICK, until) - time.monotonic()) > 0:
            if self._lock.acquire(timeout=left):
                return True
        return self._lock.acquire(blocking=False)
