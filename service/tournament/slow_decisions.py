"""Report bot decisions that take a long time, while the bot is still thinking. Otherwise a bot that never answers would
not be noticed."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from kontor.service.repeating import repeating

Report: TypeAlias = Callable[[str], None]


def ignore(sentence: str) -> None:
    """Ignore the report of a slow decision."""


PATIENCE = 10.0  # seconds after which a decision is reported


class Decisions:
    """The decision that a bot makes at the moment in this process."""

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
        """Report each decision that takes longer than `PATIENCE`, and report it again each time its duration has
        doubled. A thread sends the reports until the block ends."""
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
