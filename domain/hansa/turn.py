"""A turn: its allowance of actions, its phases, its end (HT-TURN)."""

from dataclasses import dataclass

from domain.hansa.words import Count, Seat


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End the turn; unused actions lapse (HT-TURN-5, HT-TURN-7)."""


@dataclass(frozen=True, slots=True)
class TurnStarted:
    seat: Seat
    allowance: Count


@dataclass(frozen=True, slots=True)
class ActionSpent:
    """One action of the turn is taken; `used` and `allowance` as they stand after it."""

    seat: Seat
    used: Count
    allowance: Count


@dataclass(frozen=True, slots=True)
class TurnEndRequested:
    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnEnded:
    seat: Seat
