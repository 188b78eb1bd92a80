"""Offers: points for whoever accepts first (TINY-5)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from kontor.domain.kernel.model import Range
from kontor.domain.kernel.states import changed
from kontor.domain.kernel.violation import Violation
from tests.tiny.rulebook.turn import require_turn
from tests.tiny.state import State, gain
from tests.tiny.words import Seat


@dataclass(frozen=True, slots=True)
class Offer:
    """Offer points to whoever accepts first."""

    points: Annotated[int, Range(1, 3)]


@dataclass(frozen=True, slots=True)
class AnswerOffer:
    """Accept an open offer, or let it be known that you do not."""

    accept: bool


@dataclass(frozen=True, slots=True)
class OfferMade:
    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class OfferAnswered:
    seat: Seat
    by: Seat
    accept: bool
    points: int


@dataclass(frozen=True, slots=True)
class OfferClosed:
    seat: Seat


Events: TypeAlias = OfferMade | OfferAnswered | OfferClosed


def invited(state: State) -> tuple[int, ...]:
    """The seats that may still answer the open offer."""
    if not state.offer or state.challenged or state.bidding:
        return ()
    return tuple(seat for seat in state.table.seats if seat != state.active and seat not in state.refused)


def asked_at(state: State, seat: int) -> int:
    return state.offered_at if seat in invited(state) else 0


def offer(state: State, seat: int, command: Offer) -> Sequence[Events]:
    require_turn(state, seat)
    if state.offered:
        raise Violation("TINY-5", "one_offer", "One offer a turn; go on with your turn.")
    return [OfferMade(seat, command.points)]


def answer(state: State, seat: int, command: AnswerOffer) -> Sequence[Events]:
    if seat not in invited(state):
        raise Violation("TINY-5", "no_offer", "There is no offer for you to answer.")
    return [OfferAnswered(seat, state.active, command.accept, state.offer)]


def closed(state: State) -> Sequence[Events]:
    """Whatever else the active seat does ends its open offer."""
    return [OfferClosed(state.active)] if state.offer else []


def evolve(state: State, event: Events, version: int) -> State:
    match event:
        case OfferMade(_, points):
            return changed(state, offer=points, offered=True, offered_at=version, refused=())
        case OfferAnswered(seat, _, False):
            return changed(state, refused=(*state.refused, seat))
        case OfferAnswered(seat, by, _, points):
            state = changed(state, offer=0)
            return gain(gain(state, by, -points, "offer", version), seat, points, "offer", version)
        case OfferClosed():
            return changed(state, offer=0)
