"""The clock of the rate limits, moved by a test. The limits count by the minute on the clock: with the real one, a test
that counts requests would fail when a minute ends in the middle of it."""

import pytest

from kontor.service.http import limits


class LimitClock:
    """The clock of `limits`."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0  # the start of a minute

    def time(self) -> float:
        return self.now


def stop_limit_clock(monkeypatch: pytest.MonkeyPatch) -> LimitClock:
    """Count all requests of this test in one minute, unless the test sets `now`."""
    clock = LimitClock()
    monkeypatch.setattr(limits, "unix_time", clock.time)
    return clock
