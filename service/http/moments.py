"""Points of time that callers name."""

from datetime import UTC, datetime, timedelta
from typing import Annotated

from kontor.domain.kernel.model import Pattern
from kontor.service.http.problems import unreadable

Moment = Annotated[
    str,
    Pattern(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?(?:Z|[+-][0-9]{2}:[0-9]{2})"),
]


def to_come(pointer: str, text: str, within: timedelta, said: str) -> datetime:
    """The moment, if it lies ahead, and no further than `within`, which `said` says in words."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise unreadable(pointer, "wrong-form", "there is no such time") from None
    if not timedelta(0) < found - datetime.now(UTC) < within:
        raise unreadable(pointer, "out-of-range", f"must be a time to come, within {said}")
    return found
