"""Supervising child processes: one that ends is started again, after ever longer waits, and given up at last."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kontor.service.stack.data_directory import CannotStart
from kontor.service.stack.processes import Child

FIRST_WAIT = 0.5  # seconds; twice as long after each failure
LONGEST_WAIT = 15.0
STEADY = 30.0  # seconds: after so long a run, failures are counted anew
MOST_FAILURES = 6  # in a row, then we give up


@dataclass(slots=True)
class Supervised:
    """A child process and how to start it again."""

    start: Callable[[], Child]
    say: Callable[[str], None]
    child: Child = field(init=False)
    failures: int = 0
    _since: float = field(default_factory=time.monotonic)
    _again_at: float | None = None  # it has ended, and this is when it is started again

    def __post_init__(self) -> None:
        self.child = self.start()

    def check(self) -> None:
        """Start the child again if it has ended and its wait is over. Raises CannotStart to give it up; never waits."""
        now = time.monotonic()
        if self._again_at is not None:
            if now >= self._again_at:
                self._restart()
        elif not self.child.is_running:
            self.child.kill_group()
            if now - self._since > STEADY:
                self.failures = 0
            self._count(f"{self.child.name} ended ({self.child.exit_reason()})")

    def _restart(self) -> None:
        try:
            self.child, self._again_at, self._since = self.start(), None, time.monotonic()
        except CannotStart as error:
            self._count(str(error))
            return
        self.say(f"{self.child.name} runs again.")

    def _count(self, what: str) -> None:
        self.failures += 1
        if self.failures >= MOST_FAILURES:
            place = f" (see {self.child.log})" if self.child.log else ""
            raise CannotStart(
                f"{what}, {self.failures} times in a row; Kontor gives up: {self.child.last_error()}{place}"
            )
        wait = min(FIRST_WAIT * 2 ** (self.failures - 1), LONGEST_WAIT)
        self._again_at = time.monotonic() + wait
        self.say(f"{what}; it is started again in {wait:g} s.")


def stop_all(supervised: Sequence[Supervised], patience: float) -> None:
    """Stop them all at the same time; each has as long as it may take."""
    for each in supervised:
        each.child.request_stop()
    for each in supervised:
        each.child.stop(patience)
