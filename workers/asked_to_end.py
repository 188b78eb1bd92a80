"""That a process of the worker pool was asked to end: a job stops at its next decision."""

import signal
import threading
from types import FrameType

stopping = threading.Event()


def on_signals() -> threading.Event:
    """Set it when this process is asked to end."""

    def on_signal(number: int, frame: FrameType | None) -> None:
        stopping.set()

    signal.signal(signal.SIGTERM, on_signal)
    signal.signal(signal.SIGINT, on_signal)
    return stopping
