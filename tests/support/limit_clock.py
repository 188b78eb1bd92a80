"""The clock of the rate limits, moved by a test. The limits count by the minute on the clock: with the real one, a test
that counts requests would fail when a minute ends in the middle of it."""

import time

import pytest

from kontor.service.http import request_counts


class LimitClock:
    """Replaces the module `time` in `request_counts`. Only `time` differs from the real one."""

    monotonic = staticmethod(time.monotonic)
    sleep = staticmethod(time.sleep)

    def __init__(self) -> None:
        self.now = 1_800_000_000.0  # the start of a minute

    def time(self) -> float:
        return self.now


def stop_limit_clock(monkeypatch: pytest.MonkeyPatch) -> LimitClock:
    """Count all requests of this test in one minute, unless the test sets `now`."""
    clock = LimitClock()
    monkeypatch.setattr(request_counts, "time", clock)
    return clock
