"""The time and new ids. The domain reads neither a clock nor a random source: the service passes them in.

All processes use the clock of PostgreSQL, so that deadlines do not depend on the machine that sets or checks them. A
process learns that clock from answers of PostgreSQL that contain the time (`service.store.prepared`). Until the first
answer it uses the clock of its machine.
"""

import secrets
import time
from collections.abc import Callable
from datetime import UTC, datetime
from uuid import UUID

from uuid_utils import uuid7


def _steady() -> float:
    """Return the seconds since the machine started: a clock that is never set. Where the system has no such clock
    that also counts the time asleep, return the wall clock."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.time()


class DatabaseClock:
    """The clock of PostgreSQL, as this process knows it. Threads share it without a lock: a race loses one answer.

    `wall`: the clock of this machine. `steady`: a clock that runs at the same speed and is never set."""

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = _steady) -> None:
        self._wall = wall
        self.steady = steady
        self._ahead = wall() - steady()  # how far the clock of PostgreSQL is ahead of the steady one

    def time(self) -> float:
        """Return the seconds since 1970."""
        return self.steady() + self._ahead

    def learn(self, told: float, asked: float) -> None:
        """Learn from an answer. `told`: the time in it. `asked`: the steady time just before the question.

        PostgreSQL read its clock after the question and before now. So an answer that took long is never a reason to
        set a clock that was right."""
        self._ahead = min(max(self._ahead, told - self.steady()), told - asked)

    @property
    def ahead(self) -> float:
        """Seconds by which the clock of PostgreSQL is ahead of the steady one. A change means that it was set."""
        return self._ahead

    @property
    def skew(self) -> float:
        """Seconds by which the clock of this machine is ahead of PostgreSQL's."""
        return self._wall() - self.time()


CLOCK = DatabaseClock()  # a process has one PostgreSQL


def utc_now() -> datetime:
    """Return the time by the clock of PostgreSQL."""
    return datetime.fromtimestamp(CLOCK.time(), UTC)


def unix_time() -> float:
    """Return the same in seconds since 1970."""
    return CLOCK.time()


def now() -> str:
    """Return the same as RFC 3339 in UTC with milliseconds, the form that the log uses."""
    return stamp(utc_now())


def stamp(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_id() -> UUID:
    """Return a UUIDv7 for a game, an account or a command."""
    return UUID(int=uuid7().int)


def new_request_id() -> str:
    return str(uuid7())


def new_participant() -> str:
    """Return a random name for the holder of a seat in one game. The log contains these names instead of accounts."""
    return secrets.token_hex(16)
