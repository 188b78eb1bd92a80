"""Limit the number of open streams and long polls: in total, per caller, and per address."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from kontor.service.http.problems import Problem
from kontor.service.settings import Settings

RETRY = {"Retry-After": "5"}


class Slots:
    """The open streams and long polls. A limit of 0 means no limit."""

    def __init__(self, settings: Settings) -> None:
        self._bounds = {
            "in all": settings.max_streams,
            "caller": settings.streams_per_caller,
            "address": settings.streams_per_address,
        }
        self._taken: Counter[tuple[str, str]] = Counter()

    @property
    def open(self) -> int:
        return self._taken["in all", ""]

    @contextmanager
    def taken(self, caller: str | None, address: str) -> Iterator[None]:
        """Count a stream while it is open. Refuse it (429) if a limit is reached."""
        places = [("in all", ""), ("address", address), *([("caller", caller)] if caller else [])]
        for kind, name in places:
            if 0 < self._bounds[kind] <= self._taken[kind, name]:
                raise Problem("too-many-requests", _sentence(kind, self._bounds[kind]), RETRY)
        self._taken.update(places)
        try:
            yield
        finally:
            for place in places:
                self._taken[place] -= 1
                if not self._taken[place]:
                    del self._taken[place]


def _sentence(kind: str, most: int) -> str:
    if kind == "in all":
        return f"All {most} streams of this server are in use. Try again in a few seconds."
    whose = "Your key has" if kind == "caller" else "Your address has"
    return f"{whose} {most} open streams and long polls, which is the limit. Close one first."
