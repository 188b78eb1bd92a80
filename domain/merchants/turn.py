"""Turns begin and end (ME-TURN)."""

from dataclasses import dataclass

from domain.merchants.ids import Seat


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End your turn."""


@dataclass(frozen=True, slots=True)
class TurnStarted:
    seat: Seat
    turn: int


@dataclass(frozen=True, slots=True)
class TurnEnded:
    seat: Seat
