"""The end of the game (HT-END)."""

from dataclasses import dataclass

from domain.hansa.words import Count, Owner, Seat, Trigger


@dataclass(frozen=True, slots=True)
class EndTriggered:
    """`owners` reached 20 prestige points (prestige), or `counter` cities are completed (cities)."""

    reason: Trigger
    owners: tuple[Owner, ...] = ()
    counter: Count | None = None


@dataclass(frozen=True, slots=True)
class PlateDiscarded:
    seat: Seat
    count: Count


@dataclass(frozen=True, slots=True)
class PlayEnded:
    reasons: tuple[Trigger, ...]
