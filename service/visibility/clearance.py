"""Which seats' sealed parts a caller may open, and at which version.

The holder of a seat opens all of its past. A caller who gave a seat up opens what was sealed for it in their tenure.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, Self, TypeAlias, cast

from kontor.domain.kernel.canonical import JsonObject
from kontor.service.engine.game_at import GameAt, envelope_of
from kontor.service.engine.loaded_games import GameDamaged
from kontor.service.engine.log_pages import page_after
from kontor.service.store import GameRow, Head, Store
from kontor.service.store.lookup import Caller
from kontor.service.visibility.access import seats_held, seats_held_in_row

SEAT_CHANGES = ("seat_taken", "seat_left", "seat_changed", "seat_passed")  # events after which a seat has a new holder

Tenure: TypeAlias = tuple[int, int, int]  # seat, from version, before version


@dataclass(frozen=True, slots=True)
class Clearance:
    """`now`: the seats that the caller holds, or all seats of a game that has ended. `past`: ended tenures."""

    now: frozenset[int]
    past: tuple[Tenure, ...] = ()

    def at(self, version: int) -> frozenset[int]:
        """The seats whose parts in the event of this version are open."""
        return self.now | {seat for seat, since, until in self.past if since <= version < until}


def clearance_of(store: Store, caller: Caller, at: GameAt) -> Clearance:
    """The caller's clearance in a loaded game."""
    if at.game.is_ended:
        return Clearance(frozenset(place.seat for place in at.game.places))
    now = frozenset(seats_held(caller, at))
    given_up = caller.participants - {place.participant for place in at.game.places if place.seat in now}
    return Clearance(now, _past(store, at, given_up) if given_up else ())


def participants_without_seat(caller: Caller, row: GameRow) -> frozenset[str]:
    """The participants as whom the caller gave up a seat of a game that is not loaded. After the end all is open."""
    return frozenset() if row.is_ended else caller.participants - set(seats_held_in_row(caller, row).values())


def _past(store: Store, at: GameAt, given_up: Collection[str]) -> tuple[Tenure, ...]:
    """Read the ended tenures from the whole log: few callers have any."""
    page = page_after(store, at.game.id, 0, at.game.version, Head())  # `at` may not be stored yet: accept any end
    if page.damaged is not None:
        raise GameDamaged(at.game.id, page.damaged)
    return Tenures().add(envelope_of(each.record) for each in page.events).ended(given_up)


class Tenures:
    """From when until when each participant held a seat, folded from the events of a game."""

    def __init__(self) -> None:
        self._version = 0  # of the last change
        self._current: dict[int, tuple[str | None, int]] = {}  # by seat: its holder, and since which version
        self._ended: list[tuple[str | None, Tenure]] = []

    def add(self, envelopes: Iterable[JsonObject]) -> Self:
        """Fold events in their order. Events that were added before change nothing."""
        for envelope in envelopes:
            if envelope["type"] in SEAT_CHANGES and cast(int, envelope["version"]) > self._version:
                self._version, data = cast(int, envelope["version"]), cast("dict[str, Any]", envelope["data"])
                self._end(data["seat"])
                if envelope["type"] != "seat_left":
                    self._current[data["seat"]] = (_holder(data), self._version)
        return self

    def _end(self, seat: int) -> None:
        if seat in self._current:
            holder, since = self._current.pop(seat)
            self._ended.append((holder, (seat, since, self._version)))

    def ended(self, participants: Collection[str]) -> tuple[Tenure, ...]:
        """The ended tenures of these participants."""
        return tuple(tenure for holder, tenure in self._ended if holder in participants)


def _holder(data: dict[str, Any]) -> str | None:
    """The participant who plays the seat after the event, or None for a bot. `seat_passed` names the participant
    alone."""
    to = data.get("to", data)
    return to if isinstance(to, str) else to.get("participant")
