"""Turns and rounds (TINY-1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from kontor.domain.kernel.states import changed
from kontor.domain.kernel.violation import Violation
from tests.tiny.state import State
from tests.tiny.words import Seat


@dataclass(frozen=True, slots=True)
class TurnStarted:
    seat: Seat
    round: int


@dataclass(frozen=True, slots=True)
class BiddingOpened:
    round: int


@dataclass(frozen=True, slots=True)
class PlayEnded:
    rounds: int


Events: TypeAlias = TurnStarted | BiddingOpened | PlayEnded


def require_turn(state: State, seat: int) -> None:
    if state.active != seat or state.challenged or state.bidding:
        raise Violation("TINY-1", "not_your_turn", "It is not your turn; answer what is asked of you.")


def after(state: State, seat: int) -> Sequence[Events]:
    """What follows the turn of a seat: the next turn, or bids after the last one of a round."""
    if seat == state.order[-1]:
        return [BiddingOpened(state.round)]
    return [TurnStarted(next_seat(state, seat), state.round)]


def next_seat(state: State, seat: int) -> int:
    return state.order[(state.order.index(seat) + 1) % len(state.order)]


def evolve(state: State, event: Events) -> State:
    match event:
        case TurnStarted(seat, round):
            return changed(state, active=seat, round=round, offered=False)
        case BiddingOpened():
            return changed(state, bidding=True, bids={})
        case PlayEnded():
            return changed(state, over=True)
