"""The stop event: a signal handler may set it at any moment, and all threads that wait are woken."""

import sys
import threading
from itertools import count
from types import FrameType
from typing import Any

from kontor.service.stop_event import StopEvent


def set_at_line(nth: int) -> tuple[bool, bool]:
    """Wait for an event that is set at the nth line of `wait`, as a signal handler would. Return whether there was
    such a line, and whether `wait` ended."""
    event, lines, wait_ended = StopEvent(), count(), threading.Event()

    def trace(frame: FrameType, what: str, _: Any) -> Any:
        if what == "line" and next(lines) == nth:
            event.set()
        return trace

    def wait() -> None:
        sys.settrace(trace)
        event.wait(0.01)
        sys.settrace(None)
        wait_ended.set()

    threading.Thread(target=wait, daemon=True).start()
    has_ended = wait_ended.wait(30)
    return event.is_set(), has_ended


def test_a_signal_handler_may_set_it_at_any_line_of_wait() -> None:
    reached = 0
    for nth in count():
        was_reached, has_ended = set_at_line(nth)
        assert has_ended, f"wait never returned after it was interrupted at its line {nth}"
        if not was_reached:
            break
        reached += 1
    assert reached > 2


def test_all_threads_that_wait_are_woken() -> None:
    event = StopEvent()
    threads = [threading.Thread(target=event.wait) for _ in range(3)]
    for each in threads:
        each.start()
    event.set()
    for each in threads:
        each.join()
    assert event.is_set()


def test_a_wait_without_a_stop_ends_by_its_time() -> None:
    assert not StopEvent().wait(0.01)
