"""Begin and end turns (ME-TURN)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from kontor.domain.kernel.states import changed
from kontor.domain.merchants.rulebook import trade, winning
from kontor.domain.merchants.state import State
from kontor.domain.merchants.words import Seat


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End your turn (ME-TURN-5)."""


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """A seat begins its turn. `turn` counts all turns of the game from 1 (ME-TURN-1).

    `turn`: the number of the turn in the game, counted from 1.
    """

    seat: Seat
    turn: int


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The turn of a seat is over, and the next seat follows (ME-TURN-1, ME-TURN-5)."""

    seat: Seat


def decide(state: State, seat: int) -> Sequence[trade.OfferClosed | TurnEnded | TurnStarted | winning.GameFrozen]:
    """End the turn of the seat, and close all open offers (ME-TURN-5). The game ends too if no seat can make progress
    any more (ME-WIN-5).
    """
    closed = [trade.OfferClosed(offer.number, "turn_ended") for offer in state.offers]
    if winning.is_frozen(state):
        return [*closed, TurnEnded(seat), winning.GameFrozen(winning.ranking(state.seats, state.to_deliver))]
    return [*closed, TurnEnded(seat), TurnStarted(following(state, seat), state.turn + 1)]


def following(state: State, seat: int) -> int:
    """Return the next seat in clockwise order (ME-TURN-1)."""
    order = state.turn_order
    return order[(order.index(seat) + 1) % len(order)]


Events: TypeAlias = TurnStarted | TurnEnded


def evolve(state: State, event: Events) -> State:
    """Begin a turn, before its roll. Only pieces, cards and gold are kept from the turn before (ME-TURN-5)."""
    if isinstance(event, TurnEnded):
        return state
    return changed(
        state,
        phase="pre_roll",
        active=event.seat,
        turn=event.turn,
        dice=None,
        fresh_cards=(),  # ME-CARD-2
        card_played=False,  # ME-CARD-1
        bought_with_gold=0,  # ME-TRADE-8
        tolls_waived=False,  # ME-CARD-14
        tolls_paid=frozenset(),  # ME-CARAVAN-6
    )
