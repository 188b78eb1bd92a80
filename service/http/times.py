"""Read the times that clients send in requests."""

from datetime import datetime, timedelta
from typing import Annotated

from kontor.domain.kernel.model import Pattern
from kontor.service.clock import utc_now
from kontor.service.http.problems import unreadable

Moment = Annotated[
    str,
    Pattern(
        r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?(?:Z|[+-][0-9]{2}:[0-9]{2})",
        "an RFC 3339 time such as 2030-01-31T12:00:00Z",
    ),
]


def future_time(pointer: str, text: str, within: timedelta, said: str) -> datetime:
    """Return the time in a text. Raise 400 if the time is in the past, or later than `within` from now. `said`: the
    duration `within` as a text for the message."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise unreadable(pointer, "wrong-form", "is not a valid time") from None
    if not timedelta(0) < found - utc_now() < within:
        raise unreadable(pointer, "out-of-range", f"must be a time in the future, within {said}")
    return found
