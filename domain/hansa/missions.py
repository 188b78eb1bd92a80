"""Mission cards (HT-MISSION)."""

from dataclasses import dataclass

from domain.hansa.words import Count, Seat
from domain.kernel.dice import Shuffle
from domain.kernel.secrets import Ref, Secret


@dataclass(frozen=True, slots=True)
class DealtMission:
    """The number of a card, from 1."""

    card: Count


@dataclass(frozen=True, slots=True)
class UndealtMissions:
    cards: tuple[Count, ...]
    draws: tuple[Shuffle, ...]


@dataclass(frozen=True, slots=True)
class MissionsDealt:
    """One part per seat, in the order of `seats`, for that seat alone; the last part is what nobody sees."""

    seats: tuple[Seat, ...]
    sealed: tuple[Secret[DealtMission | UndealtMissions], ...] = ()


@dataclass(frozen=True, slots=True)
class RevealedMission:
    seat: Seat
    card: Count
    cities: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MissionsRevealed:
    missions: tuple[RevealedMission, ...]
    opens: tuple[Ref, ...] = ()
