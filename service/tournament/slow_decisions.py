"""Report decisions that take long while they are still being made: a bot that never answers would else go unnoticed."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from kontor.service.repeating import repeating

Report: TypeAlias = Callable[[str], None]


def ignore(sentence: str) -> None:
    """Report to no one."""


PATIENCE = 10.0  # seconds after which a decision is reported


class Decisions:
    """The decision that is made now in this process."""

    def __init__(self) -> None:
        self._now: tuple[str, float] | None = None

    @contextmanager
    def made_by(self, who: str) -> Iterator[None]:
        self._now = (who, time.monotonic())
        try:
            yield
        finally:
            self._now = None

    @contextmanager
    def watched(self, report: Report) -> Iterator[None]:
        """Report from a thread each decision that takes longer than `PATIENCE`, and again after every doubling."""
        reported: tuple[str, float] | None = None
        limit = PATIENCE

        def look() -> None:
            nonlocal reported, limit
            now = self._now
            if now is None or now != reported:
                reported, limit = now, PATIENCE
            if now is not None and (taken := time.monotonic() - now[1]) >= limit:
                report(f"{now[0]} has been thinking for {taken:.0f} s")
                limit *= 2

        with repeating(PATIENCE / 10, look):
            yield


DECISIONS = Decisions()
