"""Bids: all at once and in secret, after each round (TINY-7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from kontor.domain.kernel.model import Range
from kontor.domain.kernel.secrets import Ref, Secret
from kontor.domain.kernel.states import changed
from kontor.domain.kernel.violation import Violation
from tests.tiny.rulebook import turn
from tests.tiny.state import State, gain
from tests.tiny.words import Seat


@dataclass(frozen=True, slots=True)
class Bid:
    """Bid in secret; the highest bid that is alone wins two points."""

    amount: Annotated[int, Range(0, 3)]


@dataclass(frozen=True, slots=True)
class BidValue:
    amount: int


@dataclass(frozen=True, slots=True)
class BidPlaced:
    seat: Seat
    sealed: tuple[Secret[BidValue], ...] = ()


@dataclass(frozen=True, slots=True)
class BidOf:
    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class BidsRevealed:
    bids: tuple[BidOf, ...]
    winner: Seat | None = None
    opens: tuple[Ref, ...] = ()


Events: TypeAlias = BidPlaced | BidsRevealed


def bid(state: State, seat: int, command: Bid) -> Sequence[Events | turn.Events]:
    if not state.bidding or seat in state.bids:
        raise Violation("TINY-7", "no_bidding", "There is no bid to make now.")
    placed = BidPlaced(seat, (Secret((seat,), BidValue(command.amount)),))
    if len(state.bids) + 1 < len(state.order):
        return [placed]
    revealed = _revealed(state, seat, command.amount)
    if state.round == state.rounds:
        return [placed, revealed, turn.PlayEnded(state.round)]
    return [placed, revealed, turn.TurnStarted(state.order[0], state.round + 1)]


def _revealed(state: State, seat: int, amount: int) -> BidsRevealed:
    # the last bid's seal has no version yet: it is revealed by value, the others are opened
    amounts = {**{each: bid for each, (bid, _) in state.bids.items()}, seat: amount}
    alone = [each for each, bid in amounts.items() if list(amounts.values()).count(bid) == 1]
    winner = max(alone, key=lambda each: amounts[each], default=None)
    opens = tuple(ref for _, ref in state.bids.values())
    return BidsRevealed(tuple(BidOf(each, amounts[each]) for each in sorted(amounts)), winner, opens)


def readers(seat: int, command: object) -> tuple[int, ...] | None:
    """A bid is for nobody else's eyes."""
    return (seat,) if isinstance(command, Bid) else None


def evolve(state: State, event: Events, version: int) -> State:
    match event:
        case BidPlaced(seat):
            amount = event.sealed[0].value.amount
            return changed(state, bids={**state.bids, seat: (amount, Ref(version, 0))})
        case BidsRevealed(_, winner):
            state = changed(state, bidding=False)
            return state if winner is None else gain(state, winner, 2, "bid", version)
