"""Trade with the active player: offers, answers, conclusion (ME-TRADE-1 to -6, ME-RULING-17)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

from kontor.domain.kernel.model import Distinct, Doc, Size
from kontor.domain.kernel.states import changed, put
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants.goods import GOLD, Counts, Goods, goods, goods_counts, holds, named
from kontor.domain.merchants.state import Offer, State
from kontor.domain.merchants.words import OfferId, Seat

Reason: TypeAlias = Literal["withdrawn", "replaced", "traded", "robbed", "turn_ended"]

MOST_PARTNERS: Final = 3  # all others of four


@dataclass(frozen=True, slots=True)
class OfferTrade:
    """Offer goods for goods. The active seat offers to any seat, all other seats offer to the active seat only
    (ME-TRADE-1, ME-TRADE-2, ME-TRADE-3)."""

    give: Goods
    want: Goods
    to: Annotated[
        Annotated[tuple[Seat, ...], Size(1, MOST_PARTNERS), Distinct()] | None,
        Doc("seats to offer to; left out: all other seats, or the active seat if it is not your turn"),
    ] = None


@dataclass(frozen=True, slots=True)
class WithdrawOffer:
    """Take your open offer back (ME-RULING-17)."""

    offer: OfferId


@dataclass(frozen=True, slots=True)
class AnswerOffer:
    """Accept or decline an offer made to you. If you are the active seat, accepting carries the trade out (ME-TRADE-3,
    ME-TRADE-6)."""

    offer: OfferId
    accept: bool


@dataclass(frozen=True, slots=True)
class ConcludeTrade:
    """Carry your offer out with one of those who accepted it (ME-TRADE-6)."""

    offer: OfferId
    seat: Seat


@dataclass(frozen=True, slots=True)
class TradeOffered:
    """An offer is open: `by` gives `give` for `want` to one of the seats `to` (ME-TRADE-2, ME-TRADE-3)."""

    offer: OfferId
    by: Seat
    to: tuple[Seat, ...]
    give: Goods
    want: Goods


@dataclass(frozen=True, slots=True)
class OfferAnswered:
    """An answer; `lapsed`: an acceptance that a trade or a theft has ended (ME-TRADE-3)."""

    offer: OfferId
    seat: Seat
    accept: bool
    lapsed: bool | None = None


@dataclass(frozen=True, slots=True)
class OfferClosed:
    """The offer can be accepted no more, for this reason (ME-TRADE-3, ME-RULING-17)."""

    offer: OfferId
    reason: Reason


@dataclass(frozen=True, slots=True)
class TradeConcluded:
    """The goods that changed hands, as seen from the active seat (ME-TRADE-6)."""

    offer: OfferId
    active: Seat
    partner: Seat
    gave: Goods
    got: Goods


def purse(state: State, seat: int) -> Counts:
    """The goods that a seat could give: its cards and its gold (ME-TRADE-2), nothing else (ME-TRADE-5)."""
    return (*state.hands[seat], state.gold[seat])


def partners(seats: Sequence[int], seat: int, active: int) -> list[int]:
    """The seats with which a seat may trade: the active seat with all, the rest with the active seat only
    (ME-TRADE-1)."""
    return [each for each in seats if each != seat] if seat == active else [active]


def awaits_answer(offer: Offer, seat: int) -> bool:
    """Whether the offer is made to the seat, which has not answered it yet."""
    return seat in offer.to and seat not in offer.accepted and seat not in offer.declined


def decide_offer(state: State, seat: int, command: OfferTrade) -> Sequence[OfferClosed | TradeOffered]:
    """Open an offer: the active seat offers to any seat, and the other seats offer to it (ME-TRADE-3)."""
    to = _addressees(state, seat, command.to)
    give, want = goods_counts(command.give), goods_counts(command.want)
    if not any(give) or not any(want):
        raise Violation("ME-TRADE-4", "one_sided", "Each side gives at least one card or gold.")
    if any(a and b for a, b in zip(give, want, strict=True)):
        raise Violation("ME-TRADE-4", "same_goods", "Nothing may be on both sides of a trade.")
    if not holds(purse(state, seat), give):
        raise Violation("ME-TRADE-6", "not_held", f"You do not hold {named(give)}; offer what you hold.")
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
        raise Violation("ME-RULING-17", "offer_closed", "That offer is closed.", offer=number)
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
        raise Violation("ME-TRADE-3", "unknown_offer", "That offer is not made to you.", offer=offer.number)
    if command.accept and not holds(purse(state, seat), offer.want):
        raise Violation(
            "ME-TRADE-6", "not_held", f"You do not hold {named(offer.want)}; decline, or make another offer."
        )
    if command.accept and seat == state.active:
        return _exchange(state, offer, offer.by, gave=offer.want, got=offer.give)
    return [OfferAnswered(offer.number, seat, command.accept)]


def decide_conclusion(
    state: State, seat: int, command: ConcludeTrade
) -> Sequence[OfferAnswered | TradeConcluded | OfferClosed]:
    offer = _offer(state, command.offer)
    if offer.by != seat:
        raise Violation("ME-RULING-17", "unknown_offer", "That offer is not yours; answer it.", offer=offer.number)
    if command.seat not in offer.accepted:
        raise Violation(
            "ME-RULING-17",
            "offer_closed",
            "Conclude with a seat that has accepted your offer.",
            accepted=list(offer.accepted),
        )
    if not holds(purse(state, seat), offer.give):
        raise Violation("ME-TRADE-6", "not_held", f"You no longer hold {named(offer.give)}.")
    return _exchange(state, offer, command.seat, gave=offer.give, got=offer.want)


def _exchange(
    state: State, offer: Offer, partner: int, gave: Counts, got: Counts
) -> Sequence[OfferAnswered | TradeConcluded | OfferClosed]:
    traded = TradeConcluded(offer.number, state.active, partner, goods(gave), goods(got))
    return [traded, *ended_by(state, partner, "traded", offer.number)]


def ended_by(state: State, partner: int, reason: Reason, done: int) -> Sequence[OfferClosed | OfferAnswered]:
    """End the partner's own offer and acceptances after a trade or theft, because the partner's hand has changed
    (ME-RULING-17).
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
            return _traded(state, event)


def _with_answer(offer: Offer, event: OfferAnswered) -> Offer:
    if offer.number != event.offer:
        return offer
    accepted = tuple([seat for seat in offer.accepted if seat != event.seat])
    declined = tuple([seat for seat in offer.declined if seat != event.seat])
    if event.lapsed:
        return offer._replace(accepted=accepted, declined=declined)  # he may answer again
    if event.accept:
        return offer._replace(accepted=(*accepted, event.seat), declined=declined)
    return offer._replace(accepted=accepted, declined=(*declined, event.seat))


def _traded(state: State, event: TradeConcluded) -> State:
    gave, got = goods_counts(event.gave), goods_counts(event.got)
    hands, gold = state.hands, state.gold
    for seat, less, more in ((event.active, gave, got), (event.partner, got, gave)):
        hands = put(hands, seat, tuple([n - less[kind] + more[kind] for kind, n in enumerate(hands[seat])]))
        gold = put(gold, seat, gold[seat] - less[GOLD] + more[GOLD])
    return changed(state, hands=hands, gold=gold)
