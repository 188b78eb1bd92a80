"""Trade between the active player and other players: offers, answers and concluded trades (ME-TRADE-1 to -6,
ME-RULING-17).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

from kontor.domain.kernel.model import Distinct, Doc, Size
from kontor.domain.kernel.states import changed, put
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.goods import GOLD, Counts, Goods, as_text, goods, goods_counts, holds
from kontor.domain.merchants.state import Offer, State
from kontor.domain.merchants.words import OfferId, Seat

Reason: TypeAlias = Literal["withdrawn", "replaced", "traded", "robbed", "turn_ended"]

MOST_PARTNERS: Final = 3  # all other seats of a game with four


@dataclass(frozen=True, slots=True)
class OfferTrade:
    """Offer goods in exchange for other goods. The active seat may offer to any seat. All other seats may offer only to
    the active seat (ME-TRADE-1, ME-TRADE-2, ME-TRADE-3).
    """

    give: Goods
    want: Goods
    to: Annotated[
        Annotated[tuple[Seat, ...], Size(1, MOST_PARTNERS), Distinct()] | None,
        Doc("the seats that get the offer. If left out: all other seats, or the active seat if it is not your turn"),
    ] = None


@dataclass(frozen=True, slots=True)
class WithdrawOffer:
    """Withdraw your open offer (ME-RULING-17)."""

    offer: OfferId


@dataclass(frozen=True, slots=True)
class AnswerOffer:
    """Accept or decline an offer that was made to you. If you are the active seat and accept, the trade takes place at
    once (ME-TRADE-3, ME-TRADE-6).

    `accept`: true to accept the offer, false to decline it.
    """

    offer: OfferId
    accept: bool


@dataclass(frozen=True, slots=True)
class ConcludeTrade:
    """Conclude the trade that you offered, with a seat that has accepted your offer (ME-TRADE-6)."""

    offer: OfferId
    seat: Seat


@dataclass(frozen=True, slots=True)
class TradeOffered:
    """A seat made an offer: the seat `by` gives `give` and gets `want`, in a trade with one of the seats `to`
    (ME-TRADE-2, ME-TRADE-3).
    """

    offer: OfferId
    by: Seat
    to: tuple[Seat, ...]
    give: Goods
    want: Goods


@dataclass(frozen=True, slots=True)
class OfferAnswered:
    """A seat answered an offer (ME-TRADE-3). `lapsed`: a trade or a theft has cancelled the seat's acceptance.

    `accept`: whether the seat accepts the offer.
    """

    offer: OfferId
    seat: Seat
    accept: bool
    lapsed: bool | None = None


@dataclass(frozen=True, slots=True)
class OfferClosed:
    """The offer can no longer be accepted. `reason` says why (ME-TRADE-3, ME-RULING-17).

    `reason`: why the offer is closed. `replaced`: its seat made a new offer. `robbed`: its seat no longer has the goods
    after a theft.
    """

    offer: OfferId
    reason: Reason


@dataclass(frozen=True, slots=True)
class TradeConcluded:
    """Two seats traded. `gave` and `got` are the goods that the active seat gave and got (ME-TRADE-6)."""

    offer: OfferId
    active: Seat
    partner: Seat
    gave: Goods
    got: Goods


def purse(state: State, seat: int) -> Counts:
    """Return the goods that a seat could trade: its resource cards and its gold (ME-TRADE-2). Nothing else can be
    traded (ME-TRADE-5).
    """
    return (*state.hands[seat], state.gold[seat])


def partners(seats: Sequence[int], seat: int, active: int) -> list[int]:
    """Return the seats with which a seat may trade. The active seat may trade with all seats, all other seats only with
    the active seat (ME-TRADE-1).
    """
    return [each for each in seats if each != seat] if seat == active else [active]


def awaits_answer(offer: Offer, seat: int) -> bool:
    """Return whether the offer was made to the seat and the seat has not answered yet."""
    return seat in offer.to and seat not in offer.accepted and seat not in offer.declined


def decide_offer(state: State, seat: int, command: OfferTrade) -> Sequence[OfferClosed | TradeOffered]:
    """Open an offer. The active seat may offer to any seat, and the other seats may offer to the active seat
    (ME-TRADE-3).
    """
    to = _addressees(state, seat, command.to)
    give, want = goods_counts(command.give), goods_counts(command.want)
    if not any(give) or not any(want):
        raise Violation("ME-TRADE-4", "one_sided", "Each side must give at least one card or gold.")
    if any(a and b for a, b in zip(give, want, strict=True)):
        raise Violation("ME-TRADE-4", "same_goods", "The same resource, or gold, must not be on both sides of a trade.")
    if not holds(purse(state, seat), give):
        raise Violation("ME-TRADE-6", "not_held", f"You do not have {as_text(give)}. Offer only goods that you have.")
    replaced = [OfferClosed(offer.number, "replaced") for offer in state.offers if offer.by == seat]
    return [*replaced, TradeOffered(state.offers_made + 1, seat, to, command.give, command.want)]


def _addressees(state: State, seat: int, to: tuple[int, ...] | None) -> tuple[int, ...]:
    possible = partners(state.seats, seat, state.active)
    if to is None:
        return tuple(possible)
    if not set(to) <= set(possible):
        raise Violation(
            "ME-TRADE-1",
            "not_the_active_player",
            "Only the active player and one other player can trade.",
            possible=possible,
        )
    return tuple(sorted(set(to)))


def _offer(state: State, number: int) -> Offer:
    for offer in state.offers:
        if offer.number == number:
            return offer
    if number <= state.offers_made:
        raise Violation("ME-RULING-17", "offer_closed", "This offer is closed.", offer=number)
    raise Violation("ME-RULING-17", "unknown_offer", "There is no such offer.", offer=number)


def decide_withdrawal(state: State, seat: int, command: WithdrawOffer) -> Sequence[OfferClosed]:
    if _offer(state, command.offer).by != seat:
        raise Violation(
            "ME-RULING-17", "unknown_offer", "Only the player who made an offer can withdraw it.", offer=command.offer
        )
    return [OfferClosed(command.offer, "withdrawn")]


def decide_answer(
    state: State, seat: int, command: AnswerOffer
) -> Sequence[OfferAnswered | TradeConcluded | OfferClosed]:
    offer = _offer(state, command.offer)
    if seat not in offer.to:
        raise Violation("ME-TRADE-3", "unknown_offer", "This offer is not made to you.", offer=offer.number)
    if command.accept and not holds(purse(state, seat), offer.want):
        raise Violation(
            "ME-TRADE-6", "not_held", f"You do not have {as_text(offer.want)}. Decline, or make another offer."
        )
    if command.accept and seat == state.active:
        return _exchange(state, offer, offer.by, gave=offer.want, got=offer.give)
    return [OfferAnswered(offer.number, seat, command.accept)]


def decide_conclusion(
    state: State, seat: int, command: ConcludeTrade
) -> Sequence[OfferAnswered | TradeConcluded | OfferClosed]:
    offer = _offer(state, command.offer)
    if offer.by != seat:
        raise Violation(
            "ME-RULING-17", "unknown_offer", "You did not make this offer. Answer it instead.", offer=offer.number
        )
    if command.seat not in offer.accepted:
        raise Violation(
            "ME-RULING-17",
            "offer_closed",
            "This seat has not accepted your offer. Conclude the trade with a seat that has.",
            accepted=list(offer.accepted),
        )
    if not holds(purse(state, seat), offer.give):
        raise Violation("ME-TRADE-6", "not_held", f"You no longer have {as_text(offer.give)}.")
    return _exchange(state, offer, command.seat, gave=offer.give, got=offer.want)


def _exchange(
    state: State, offer: Offer, partner: int, gave: Counts, got: Counts
) -> Sequence[OfferAnswered | TradeConcluded | OfferClosed]:
    traded = TradeConcluded(offer.number, state.active, partner, goods(gave), goods(got))
    return [traded, *ended_by(state, partner, "traded", offer.number)]


def ended_by(state: State, partner: int, reason: Reason, done: int) -> Sequence[OfferClosed | OfferAnswered]:
    """Close the partner's own offer and end the partner's acceptances after a trade or a theft, because the partner's
    hand has changed (ME-RULING-17).
    """
    found: list[OfferClosed | OfferAnswered] = []
    for offer in state.offers:
        if offer.by == partner or offer.number == done:
            found.append(OfferClosed(offer.number, reason))
        elif partner in offer.accepted:
            found.append(OfferAnswered(offer.number, partner, accept=False, lapsed=True))
    return found


Events: TypeAlias = TradeOffered | OfferAnswered | OfferClosed | TradeConcluded


def evolve(state: State, event: Events, version: int) -> State:
    match event:
        case TradeOffered():
            give, want = goods_counts(event.give), goods_counts(event.want)
            offer = Offer(event.offer, event.by, event.to, give, want, version=version)
            return changed(state, offers=(*state.offers, offer), offers_made=event.offer)
        case OfferAnswered():
            return changed(state, offers=tuple([_with_answer(offer, event) for offer in state.offers]))
        case OfferClosed():
            return changed(state, offers=tuple([offer for offer in state.offers if offer.number != event.offer]))
        case TradeConcluded():
            return _evolve_traded(state, event)


def _with_answer(offer: Offer, event: OfferAnswered) -> Offer:
    if offer.number != event.offer:
        return offer
    accepted = tuple([seat for seat in offer.accepted if seat != event.seat])
    declined = tuple([seat for seat in offer.declined if seat != event.seat])
    if event.lapsed:
        return offer._replace(accepted=accepted, declined=declined)  # the seat may answer again
    if event.accept:
        return offer._replace(accepted=(*accepted, event.seat), declined=declined)
    return offer._replace(accepted=accepted, declined=(*declined, event.seat))


def _evolve_traded(state: State, event: TradeConcluded) -> State:
    gave, got = goods_counts(event.gave), goods_counts(event.got)
    hands, gold = state.hands, state.gold
    for seat, less, more in ((event.active, gave, got), (event.partner, got, gave)):
        hands = put(hands, seat, tuple([n - less[kind] + more[kind] for kind, n in enumerate(hands[seat])]))
        gold = put(gold, seat, gold[seat] - less[GOLD] + more[GOLD])
    return changed(state, hands=hands, gold=gold)
