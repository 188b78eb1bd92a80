"""The current time, and new ids. The domain reads neither a clock nor a random source: the service passes them in.

All processes use the clock of PostgreSQL, so that deadlines do not depend on the machine that sets or checks them. A
process learns that clock from answers of PostgreSQL that contain the time (`service.store.prepared`). Until the first
answer, the process uses the clock of its machine.
"""

import secrets
import time
from collections.abc import Callable
from datetime import UTC, datetime
from uuid import UUID

from uuid_utils import uuid7


def _steady() -> float:
    """Return the seconds since the machine started, including the time for which it was suspended. This clock is never
    set. If the system has no such clock, return the wall clock."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.time()


class DatabaseClock:
    """The clock of PostgreSQL, as this process knows it. Threads share it without a lock: a race can only lose the time
    in one answer. `wall`: the clock of this machine. `steady`: a clock that runs at the same speed and is never set."""

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = _steady) -> None:
        self._wall = wall
        self.steady = steady
        self._ahead = wall() - steady()  # how far the clock of PostgreSQL is ahead of the steady clock

    def time(self) -> float:
        """Return the seconds since 1970."""
        return self.steady() + self._ahead

    def learn(self, told: float, asked: float) -> None:
        """Update this clock from an answer of PostgreSQL. `told`: the time in the answer. `asked`: the steady time just
        before the question.

        PostgreSQL read its clock at a moment between `asked` and now. So this clock changes only if it is wrong for all
        moments in this interval. A slow answer alone never changes it."""
        self._ahead = min(max(self._ahead, told - self.steady()), told - asked)

    @property
    def ahead(self) -> float:
        """The number of seconds that the clock of PostgreSQL is ahead of the steady clock. A change means that an
        operator set the clock of PostgreSQL."""
        return self._ahead

    @property
    def skew(self) -> float:
        """The number of seconds that the clock of this machine is ahead of the clock of PostgreSQL."""
        return self._wall() - self.time()


CLOCK = DatabaseClock()  # a process has one PostgreSQL


def utc_now() -> datetime:
    """Return the current time by the clock of PostgreSQL."""
    return datetime.fromtimestamp(CLOCK.time(), UTC)


def unix_time() -> float:
    """Return the current time by the clock of PostgreSQL, in seconds since 1970."""
    return CLOCK.time()


def now() -> str:
    """Return the current time by the clock of PostgreSQL, in the format of the log: RFC 3339, UTC, with
    milliseconds."""
    return stamp(utc_now())


def stamp(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_id() -> UUID:
    """Return a UUIDv7 for a game, an account or a command."""
    return UUID(int=uuid7().int)


def new_request_id() -> str:
    return str(uuid7())


def new_participant() -> str:
    """Return a random name for the holder of a seat in one game. The log contains such names instead of accounts."""
    return secrets.token_hex(16)
