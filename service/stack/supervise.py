"""Watching children: one that dies is started again, after ever longer waits, and given up if it cannot live."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kontor.service.stack.data_directory import CannotStart
from kontor.service.stack.processes import Child

FIRST_WAIT = 0.5  # seconds; twice as long after each death
LONGEST_WAIT = 15.0
STEADY = 30.0  # seconds: whoever lived that long is well again
DEATHS = 6  # in a row, then we give up


@dataclass(slots=True)
class Watched:
    """A child and how to start it again."""

    start: Callable[[], Child]
    say: Callable[[str], None]
    child: Child = field(init=False)
    deaths: int = 0
    _since: float = field(default_factory=time.monotonic)
    _again_at: float | None = None  # it is dead, and this is when it is started again

    def __post_init__(self) -> None:
        self.child = self.start()

    def check(self) -> None:
        """See to the child. Raises CannotStart when it is given up; never waits."""
        now = time.monotonic()
        if self._again_at is not None:
            if now >= self._again_at:
                self._restart()
        elif not self.child.is_running:
            self.child.sweep()
            if now - self._since > STEADY:
                self.deaths = 0
            self._count(f"{self.child.name} ended ({self.child.how_it_ended()})")

    def _restart(self) -> None:
        try:
            self.child, self._again_at, self._since = self.start(), None, time.monotonic()
        except CannotStart as error:
            self._count(str(error))
            return
        self.say(f"{self.child.name} runs again.")

    def _count(self, what: str) -> None:
        self.deaths += 1
        if self.deaths >= DEATHS:
            place = f" (see {self.child.log})" if self.child.log else ""
            raise CannotStart(
                f"{what}, {self.deaths} times in a row; Kontor gives up: {self.child.last_words()}{place}"
            )
        wait = min(FIRST_WAIT * 2 ** (self.deaths - 1), LONGEST_WAIT)
        self._again_at = time.monotonic() + wait
        self.say(f"{what}; it is started again in {wait:g} s.")


def stop_all(watched: Sequence[Watched], patience: float) -> None:
    """Stop them all at the same time; each has as long as it may take."""
    for each in watched:
        each.child.ask()
    for each in watched:
        each.child.stop(patience)
