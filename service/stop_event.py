"""A request to stop, which a signal handler may set."""

import signal
from contextlib import suppress
from queue import Empty, SimpleQueue
from types import FrameType


class StopEvent:
    """Like `threading.Event`, but a signal handler may set it while its own thread waits.

    `threading.Event.wait` holds a lock for a moment. A handler that runs in that moment and calls `set` waits for the
    lock of its own thread for ever, and the process never stops. `SimpleQueue.put` may interrupt `get`."""

    def __init__(self) -> None:
        self._is_set = False
        self._wakeups: SimpleQueue[None] = SimpleQueue()

    def is_set(self) -> bool:
        return self._is_set

    def set(self) -> None:
        self._is_set = True
        self._wakeups.put(None)

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the event is set, at most so long. Return whether it is set."""
        if not self._is_set:
            with suppress(Empty):
                self._wakeups.get(timeout=seconds)
                self._wakeups.put(None)  # for the next thread that waits
        return self._is_set


stopping = StopEvent()  # of this process: a running job stops at its next decision


def on_signals() -> StopEvent:
    """Set the event on SIGTERM and SIGINT, and return it."""

    def on_signal(number: int, frame: FrameType | None) -> None:
        stopping.set()

    signal.signal(signal.SIGTERM, on_signal)
    signal.signal(signal.SIGINT, on_signal)
    return stopping
