"""Income: take pieces from the stock into the supply, wherever the seat's pieces are (HT-INCOME-1 to -6)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from kontor.domain.hansa.rulebook import favours, turn
from kontor.domain.hansa.rulebook.decision import Decision
from kontor.domain.hansa.state import State, add_pieces
from kontor.domain.hansa.words import BURSA, VALUES, Count, Pieces, Seat
from kontor.domain.kernel.violation import Violation


@dataclass(frozen=True, slots=True)
class TakeIncome:
    """Move pieces from the stock to the supply, up to the value of bursa and at least one (HT-INCOME-1, HT-INCOME-2,
    HT-INCOME-4).

    `traders`: how many traders you take.
    `merchants`: how many merchants you take.
    """

    traders: Count
    merchants: Count


@dataclass(frozen=True, slots=True)
class IncomeTaken:
    """Pieces went from the seat's stock to its supply (HT-INCOME-1).

    `traders`: how many traders the seat took.
    `merchants`: how many merchants the seat took.
    """

    seat: Seat
    traders: Count
    merchants: Count


def limit(state: State, seat: int) -> int:
    """Return how many pieces one Income may take: the value of bursa, or the size of the stock if that is less
    (HT-INCOME-1, HT-INCOME-3, HT-DESK-6)."""
    return min(VALUES[BURSA][state.levels[seat][BURSA]], sum(state.stock[seat]))


@lru_cache(maxsize=1 << 12)
def choices(stock: Pieces, most: int) -> Sequence[tuple[int, int, int]]:
    """Return every number of merchants that Income can take, each with the fewest and most traders that may come with
    them (HT-INCOME-2). At least one piece is taken (HT-INCOME-4)."""
    traders, merchants = stock
    return tuple(
        (m, 0 if m else 1, min(traders, most - m)) for m in range(min(merchants, most) + 1) if m or (traders and most)
    )


def decide(decision: Decision, seat: int, command: TakeIncome) -> None:
    """Move the pieces from the stock to the supply. Countries, permissions and the pawn do not matter (HT-INCOME-5).
    Then carry out the income share (HT-INCOME-6)."""
    state = decision.state
    traders, merchants = state.stock[seat]
    value = VALUES[BURSA][state.levels[seat][BURSA]]
    wanted = command.traders + command.merchants
    if wanted == 0:
        raise Violation("HT-INCOME-4", "nothing_to_do", "Income takes at least one piece.", stock=[traders, merchants])
    if not traders and not merchants:
        raise Violation(
            "HT-INCOME-4", "not_enough_pieces", "Your stock is empty; take another action or end your turn."
        )
    if wanted > value:
        raise Violation(
            "HT-INCOME-1", "too_many_pieces", f"Your bursa lets you take {value} pieces at most.", most=value
        )
    if command.traders > traders or command.merchants > merchants:
        raise Violation(
            "HT-INCOME-3",
            "not_enough_pieces",
            f"Your stock holds {traders} traders and {merchants} merchants only.",
            traders=traders,
            merchants=merchants,
        )
    turn.spend(decision, seat)
    decision.tell(IncomeTaken(seat, command.traders, command.merchants))
    favours.share_income(decision, seat)


def evolve(new: State, event: IncomeTaken) -> None:
    new.stock = add_pieces(new.stock, event.seat, -event.traders, -event.merchants)
    new.supply = add_pieces(new.supply, event.seat, event.traders, event.merchants)
