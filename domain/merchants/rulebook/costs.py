"""The costs of cards and pieces, and the check that a seat can pay them (ME-BUILD-1, ME-TURN-6)."""

from typing import Final

from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.goods import Counts, as_text, holds
from kontor.domain.merchants.state import State

# ME-BUILD-1
CARD: Final[Counts] = (0, 1, 0, 0, 1)  # wool, salt
MERCHANT: Final[Counts] = (1, 1, 1, 0, 0)  # lumber, wool, grain
CARAVAN: Final[Counts] = (1, 0, 0, 1, 1)  # lumber, ore, salt
ROUTE: Final[Counts] = (1, 0, 0, 1, 0)  # lumber, ore


def can_pay(state: State, seat: int, cost: Counts) -> bool:
    """Return whether the seat's hand covers the cost. A seat may build and buy as often as it likes (ME-BUILD-2)."""
    return holds(state.hands[seat], cost)


def require(state: State, seat: int, cost: Counts) -> None:
    if not can_pay(state, seat, cost):
        raise Violation("ME-TURN-6", "cannot_pay", f"This costs {as_text(cost)}. Trade for the missing cards.")
