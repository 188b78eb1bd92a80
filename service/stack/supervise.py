"""Supervise child processes: restart a child that ends, after increasing waits, and give up after several failures. A
child that no other child needs is restarted without limit."""

import math
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from types import FrameType

from kontor.service.stack.data_directory import CannotStart
from kontor.service.stack.processes import Child
from kontor.service.stop_event import StopEvent

AT_ONCE = 0.05  # seconds to wait after the first failure
FIRST_WAIT = 0.5  # seconds to wait after the second failure; doubled after each further failure
LONGEST_WAIT = 15.0
LONGEST_WAIT_WITHOUT = 60.0  # seconds, for a child that is never given up and has failed MOST_FAILURES times
AFTER_A_KILL = 1.0  # seconds if a child is killed as soon as it runs; a kill does not count as a failure
STEADY = 30.0  # seconds: after so long a run, the count of failures starts at 0
MOST_FAILURES = 6  # failures in a row before the supervisor gives up
NEVER = math.inf  # value of most_failures: never give up
STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(slots=True)
class Supervised:
    """A supervised child process, and the function that starts it again."""

    start: Callable[[], Child]
    say: Callable[[str], None]
    most_failures: float = MOST_FAILURES
    child: Child = field(init=False)
    failures: int = 0
    _since: float = field(default_factory=time.monotonic)
    _again_at: float | None = None  # the child has ended, and will be restarted at this time

    def __post_init__(self) -> None:
        self.child = self.start()

    def check(self) -> None:
        """Restart the child if it has ended and its waiting time is over. Raise `CannotStart` after too many failures.
        Never block."""
        now = time.monotonic()
        if self._again_at is not None:
            if now >= self._again_at:
                self._restart()
        elif not self.child.is_running:
            self.child.kill_group()
            if now - self._since > STEADY:
                self.failures = 0
            what = f"{self.child.name} ended ({self.child.exit_reason()})"
            if self.child.process.returncode == -signal.SIGKILL:
                self._wait(what, AT_ONCE if now - self._since > AFTER_A_KILL else AFTER_A_KILL)
            else:
                self._count(what)

    def _restart(self) -> None:
        try:
            self.child, self._again_at, self._since = self.start(), None, time.monotonic()
        except CannotStart as error:
            self._count(str(error))
            return
        self.say(f"{self.child.name} is running again.")

    def _count(self, what: str) -> None:
        self.failures += 1
        if self.failures < MOST_FAILURES:
            wait = min(FIRST_WAIT * 2 ** (self.failures - 1), LONGEST_WAIT)
            self._wait(what, AT_ONCE if self.failures == 1 else wait)
            return
        place = f" (see {self.child.log})" if self.child.log else ""
        often, why = f"{what}, {self.failures} times in a row", f"{self.child.last_error()}{place}"
        if self.failures >= self.most_failures:
            raise CannotStart(f"{often}; giving up: {why}")
        self._wait(f"{often}: {why}; the rest of Kontor continues without it", LONGEST_WAIT_WITHOUT)

    def _wait(self, what: str, seconds: float) -> None:
        self._again_at = time.monotonic() + seconds
        when = "now" if seconds == AT_ONCE else f"in {seconds:g} s"
        self.say(f"{what}; restarting {when}.")


def stop_all(supervised: Sequence[Supervised], patience: float) -> None:
    """Ask all children to stop at the same time. Each child has `patience` seconds before it is killed."""
    for each in supervised:
        each.child.request_stop()
    for each in supervised:
        each.child.stop(patience)


class Supervisor:
    """All supervised children, in the order of their starts. When the exit stack ends, it stops them in the opposite
    order."""

    def __init__(self, stack: ExitStack, say: Callable[[str], None]) -> None:
        self._stack, self._say = stack, say
        self._supervised: list[Supervised] = []
        self._groups: list[list[Supervised]] = []

    def keep(self, patience: float, *starts: Callable[[], Child]) -> Child:
        """Start children and keep them running. They will be stopped together, within `patience` seconds. Return the
        first child."""
        group: list[Supervised] = []
        self._groups.append(group)
        self._stack.callback(lambda: stop_all(group, patience))
        self._start(group, starts)
        return group[0].child

    def keep_beside(self, first: Child, *starts: Callable[[], Child], most_failures: float = MOST_FAILURES) -> None:
        """Start children and add them to the group of `first`. The whole group will be stopped together."""
        self._start(next(group for group in self._groups if group[0].child is first), starts, most_failures)

    def _start(
        self, group: list[Supervised], starts: Sequence[Callable[[], Child]], most_failures: float = MOST_FAILURES
    ) -> None:
        for start in starts:
            group.append(Supervised(start, self._say, most_failures))
            self._supervised.append(group[-1])

    def check(self) -> None:
        for each in self._supervised:
            each.check()


@contextmanager
def stopping() -> Iterator[StopEvent]:
    """Yield an event that SIGINT, SIGTERM and SIGHUP set. A second Ctrl-C has no effect."""
    stop = StopEvent()

    def on_signal(number: int, frame: FrameType | None) -> None:
        stop.set()

    before = {each: signal.signal(each, on_signal) for each in STOPPING}
    try:
        yield stop
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
