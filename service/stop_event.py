"""An event that asks a process to stop. A signal handler may set it."""

import signal
from contextlib import suppress
from queue import Empty, SimpleQueue
from types import FrameType


class StopEvent:
    """An event like `threading.Event` that a signal handler may set while its own thread waits.

    `threading.Event.wait` holds a lock for a moment. A signal handler that calls `set` in that moment would wait for
    its own thread for ever. Then the process would never stop. This class uses a `SimpleQueue`, whose `put` may
    interrupt `get`."""

    def __init__(self) -> None:
        self._is_set = False
        self._wakeups: SimpleQueue[None] = SimpleQueue()

    def is_set(self) -> bool:
        return self._is_set

    def set(self) -> None:
        self._is_set = True
        self._wakeups.put(None)

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the event is set, at most `seconds` seconds. Return whether the event is set."""
        if not self._is_set:
            with suppress(Empty):
                self._wakeups.get(timeout=seconds)
                self._wakeups.put(None)  # for the next thread that waits
        return self._is_set


stopping = StopEvent()  # of this process: a running job stops at its next decision


def on_signals() -> StopEvent:
    """Let SIGTERM and SIGINT set the process's stop event, and return the event."""

    def on_signal(number: int, frame: FrameType | None) -> None:
        stopping.set()

    signal.signal(signal.SIGTERM, on_signal)
    signal.signal(signal.SIGINT, on_signal)
    return stopping
