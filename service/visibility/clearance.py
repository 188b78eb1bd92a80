"""Decide which seats' sealed parts a caller may open, and at which version.

The holder of a seat may open all its parts, also earlier ones. A caller who gave up a seat may open the parts that were
sealed for it while they held it (their tenure).
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, Self, TypeAlias, cast

from kontor.domain.kernel.canonical import JsonObject
from kontor.service.engine.game_at import GameAt, envelope_of
from kontor.service.engine.loaded_games import GameDamaged
from kontor.service.engine.log_pages import page_after
from kontor.service.store.games import GameRow, Head
from kontor.service.store.lookup import Caller
from kontor.service.store.store import Store
from kontor.service.visibility.access import seats_held, seats_held_in_row

SEAT_CHANGES = ("seat_taken", "seat_left", "seat_changed", "seat_passed")  # events after which a seat has a new holder

Tenure: TypeAlias = tuple[int, int, int]  # seat, from version, before version


@dataclass(frozen=True, slots=True)
class Clearance:
    """The sealed parts that a caller may open. `now`: the seats that the caller holds, or all seats of an ended game.
    `past`: ended tenures."""

    now: frozenset[int]
    past: tuple[Tenure, ...] = ()

    def at(self, version: int) -> frozenset[int]:
        """Return the seats whose parts in the event of this version are open."""
        return self.now | {seat for seat, since, until in self.past if since <= version < until}


def clearance_of(store: Store, caller: Caller, at: GameAt) -> Clearance:
    """Return the caller's clearance in a loaded game."""
    if at.game.is_ended:
        return Clearance(frozenset(place.seat for place in at.game.places))
    now = frozenset(seats_held(caller, at))
    given_up = caller.participants - {place.participant for place in at.game.places if place.seat in now}
    return Clearance(now, _past(store, at, given_up) if given_up else ())


def participants_without_seat(caller: Caller, row: GameRow) -> frozenset[str]:
    """Return the caller's participants that gave up a seat, for a game that is not loaded. Return none for an ended
    game, in which everything is open."""
    return frozenset() if row.is_ended else caller.participants - set(seats_held_in_row(caller, row).values())


def _past(store: Store, at: GameAt, given_up: Collection[str]) -> tuple[Tenure, ...]:
    """Read the ended tenures from the whole log. Few callers have any."""
    page = page_after(store, at.game.id, 0, at.game.version, Head())  # `at` may not be stored yet: accept any end
    if page.damaged is not None:
        raise GameDamaged(at.game.id, page.damaged)
    return Tenures().add(envelope_of(each.record) for each in page.events).ended(given_up)


class Tenures:
    """The versions between which each participant held a seat, computed from the events of a game."""

    def __init__(self) -> None:
        self._version = 0  # version of the last change
        self._current: dict[int, tuple[str | None, int]] = {}  # seat → its holder, and the version since when
        self._ended: list[tuple[str | None, Tenure]] = []

    def add(self, envelopes: Iterable[JsonObject]) -> Self:
        """Add events in their order. Events that were added before change nothing."""
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
        """Return the ended tenures of these participants."""
        return tuple(tenure for holder, tenure in self._ended if holder in participants)


def _holder(data: dict[str, Any]) -> str | None:
    """Return the participant who plays the seat after the event, or None for a bot. `seat_passed` names only the
    participant."""
    to = data.get("to", data)
    return to if isinstance(to, str) else to.get("participant")
