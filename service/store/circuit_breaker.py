"""The circuit breaker for PostgreSQL. After one timeout it lets requests fail fast until a probe succeeds:

- Closed (the normal state): every request may ask PostgreSQL.
- Open: a query has timed out. Requests fail at once; otherwise each of them would hold a thread for seconds.
- Half-open: every `PROBE_SECONDS`, one request is let through as a probe, with a timeout of `PROBE_SECONDS`.
- Any answer of PostgreSQL closes the circuit, even an error; another timeout keeps it open.
- A timeout does not count if PostgreSQL has answered another query meanwhile: that query waited for a lock.

Only requests obey the breaker. Workers and commands have no deadline and wait as long as it takes.
"""

import math
import time

PROBE_SECONDS = 0.5


class CircuitBreaker:
    """The state of one circuit. Threads share it without a lock: a race costs one more probe."""

    def __init__(self) -> None:
        self.is_open = False
        self._next_probe = 0.0
        self._answered = -math.inf

    def allows_call(self) -> bool:
        """Return whether a request may ask now. While the circuit is open, True makes the caller the probe."""
        if not self.is_open:
            return True
        now = time.monotonic()
        if now < self._next_probe:
            return False
        self._next_probe = now + PROBE_SECONDS
        return True

    def open(self, asked: float = math.inf) -> None:
        """Note that a query timed out. `asked`: when it was sent."""
        if self._answered < asked:
            self.is_open = True

    def close(self) -> None:
        """Note an answer."""
        self._answered = time.monotonic()
        self.is_open = False


BREAKER = CircuitBreaker()  # a process has one PostgreSQL
