"""The clock of the rate limits, which a test can move. The limits count by the minute on the clock. With the real
clock, a test that counts requests would fail if a minute ended in the middle of the test."""

import pytest

from kontor.service.http import limits


class LimitClock:
    """The clock that `limits` reads in a test."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0  # the start of a minute

    def time(self) -> float:
        return self.now


def stop_limit_clock(monkeypatch: pytest.MonkeyPatch) -> LimitClock:
    """Count all requests of this test in one minute, unless the test sets `now`."""
    clock = LimitClock()
    monkeypatch.setattr(limits, "unix_time", clock.time)
    return clock
