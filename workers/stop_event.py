"""The stop event of a worker process. A signal sets it, and a running job then stops at its next decision."""

import signal
from types import FrameType

from kontor.service.stop_event import StopEvent

stopping = StopEvent()


def on_signals() -> StopEvent:
    """Set the event on SIGTERM and SIGINT, and return it."""

    def on_signal(number: int, frame: FrameType | None) -> None:
        stopping.set()

    signal.signal(signal.SIGTERM, on_signal)
    signal.signal(signal.SIGINT, on_signal)
    return stopping
