"""Who held which seat from when until when: what somebody who gave up a seat may see of it is what it saw meanwhile."""

from collections.abc import Collection, Iterable
from typing import Any, Self, TypeAlias, cast

from kontor.domain.kernel.canonical import JsonObject

HOLDERS = ("seat_taken", "seat_left", "seat_changed", "seat_passed")

Tenure: TypeAlias = tuple[int, int, int]  # seat, from version, before version


class Tenures:
    """Folded from a log, event by event."""

    def __init__(self) -> None:
        self._heard = 0  # the version of the last change
        self._held: dict[int, tuple[str | None, int]] = {}  # by seat, who holds it and since when
        self._over: list[tuple[str | None, Tenure]] = []

    def hear(self, envelopes: Iterable[JsonObject]) -> Self:
        """Events in their order; those that were heard before change nothing."""
        for envelope in envelopes:
            if envelope["type"] in HOLDERS and cast(int, envelope["version"]) > self._heard:
                self._heard, data = cast(int, envelope["version"]), cast("dict[str, Any]", envelope["data"])
                self._end(data["seat"])
                if envelope["type"] != "seat_left":
                    self._held[data["seat"]] = (_holder(data), self._heard)
        return self

    def _end(self, seat: int) -> None:
        if seat in self._held:
            who, since = self._held.pop(seat)
            self._over.append((who, (seat, since, self._heard)))

    def of(self, participants: Collection[str]) -> tuple[Tenure, ...]:
        """Those of these participants that are over."""
        return tuple(tenure for who, tenure in self._over if who in participants)


def _holder(data: dict[str, Any]) -> str | None:
    """Who plays the seat from here on; None: a bot. Of a seat that was passed on, the participant alone is told."""
    to = data.get("to", data)
    return to if isinstance(to, str) else to.get("participant")
