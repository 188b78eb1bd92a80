"""How long anybody waits for PostgreSQL. A request is answered within seconds, also by one that is frozen; everybody
else has the time that it takes."""

import math
import time
from contextvars import ContextVar

SECONDS = 4.0  # from the beginning of a request to its answer, whatever PostgreSQL does
LEAST = 0.25  # for one question, also when the time is up: something else took it
PROBE = 0.5  # how often somebody tries, and for how long, while PostgreSQL is silent

_until: ContextVar[float | None] = ContextVar("kontor_answer_until", default=None)


class _Silence:
    """Whoever waited in vain has done so for all others: until one is answered, the others are told so at once. Else
    those who queue for a thread would wait again each time one is free."""

    is_heard = False
    next_try = 0.0


def begin() -> None:
    """A request has come to this thread."""
    _until.set(time.monotonic() + SECONDS)


def end() -> None:
    """Its answer begins; each question for what is still to be sent of it has its own time."""
    _until.set(math.inf)


def left() -> float | None:
    """Seconds that the next question may take; None: as many as it needs."""
    until = _until.get()
    if until is None:
        return None
    return PROBE if _Silence.is_heard else min(max(until - time.monotonic(), LEAST), SECONDS)


def may_ask() -> bool:
    """Whether it makes sense to ask now; somebody who does not answer requests always may."""
    now = time.monotonic()
    if not _Silence.is_heard or _until.get() is None:
        return True
    if now < _Silence.next_try:
        return False
    _Silence.next_try = now + PROBE
    return True


def note(answered: bool) -> None:
    """What came of a question."""
    _Silence.is_heard = not answered
