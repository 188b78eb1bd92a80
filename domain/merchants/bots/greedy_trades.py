"""The trades of the bot `greedy`: with other seats, with the bank, and for development cards (ME-TRADE, ME-BUILD-3)."""

from collections.abc import Callable
from itertools import product
from typing import Final

from kontor.domain.kernel.states import put
from kontor.domain.merchants.bots.evaluation import gain, is_dearer_than_bank, needs_to_win, threat
from kontor.domain.merchants.goods import GOLD, GOODS, NO_GOODS, NONE, RESOURCES, Counts, goods, holds
from kontor.domain.merchants.rulebook import bank, card_deck, costs, trade
from kontor.domain.merchants.rulebook.catalogue import Command
from kontor.domain.merchants.rulebook.robber import SAFE_HAND
from kontor.domain.merchants.state import Offer, State

ONE: Final = tuple(put(NO_GOODS, kind, 1) for kind in range(len(GOODS)))


def conclude_or_answer(state: State, seat: int) -> Command | None:
    """Conclude the seat's own offer if another seat has accepted it and the trade is still useful. Otherwise answer an
    offer of another seat.
    """
    purse = trade.purse(state, seat)
    for offer in state.offers:
        if offer.by == seat and offer.accepted and holds(purse, offer.give):
            if gain(state, seat, purse, offer.give, offer.want) > 0:
                return trade.ConcludeTrade(offer.number, min(offer.accepted, key=lambda each: threat(state, each)))
        elif trade.awaits_answer(offer, seat):
            return trade.AnswerOffer(offer.number, _is_welcome(state, seat, offer.want, offer.give, offer.by))
    return None


def answer(state: State, seat: int) -> Command | None:
    """Answer the offer of the active seat: accept, make a counter-offer, or decline."""

    def is_welcome(less: Counts, more: Counts) -> bool:
        return _is_welcome(state, seat, less, more, state.active)

    return answer_or_counter(state, seat, is_welcome)


def answer_or_counter(state: State, seat: int, is_welcome: Callable[[Counts, Counts], bool]) -> Command | None:
    """Accept an offer that `is_welcome` approves. Otherwise make a counter-offer, or decline if the seat's own offer is
    still open or no counter-offer is useful.
    """
    for offer in state.offers:
        if trade.awaits_answer(offer, seat):
            accepted = is_welcome(offer.want, offer.give)
            counter = None if accepted else _counter_offer(state, seat, offer, is_welcome)
            return counter or trade.AnswerOffer(offer.number, accepted)
    return None


def _counter_offer(
    state: State, seat: int, offer: Offer, is_welcome: Callable[[Counts, Counts], bool]
) -> Command | None:
    """Return a counter-offer: one of the requested cards for one other card. Prefer a kind of card that the other seat
    has offered, because that seat is known to have it.
    """
    if any(each.by == seat for each in state.offers):
        return None
    asked = [kind for kind, held in enumerate(state.hands[seat]) if offer.want[kind] and held]
    shown = [kind for kind in range(GOLD) if offer.give[kind]]
    unseen = sum(state.hands[offer.by]) > sum(offer.give[:GOLD])
    others = [kind for kind in range(GOLD) if unseen and not offer.give[kind] and not offer.want[kind]]
    for want, give in product([*shown, *others], asked):
        if is_welcome(ONE[give], ONE[want]):
            return trade.OfferTrade(goods(ONE[give]), goods(ONE[want]), (offer.by,))
    return None


def _is_welcome(state: State, seat: int, less: Counts, more: Counts, partner: int) -> bool:
    """Return whether a trade is useful for the seat and does not help a seat that is about to win."""
    purse = trade.purse(state, seat)
    if not holds(purse, less) or state.to_deliver[partner] < 2 or is_dearer_than_bank(less, more):
        return False
    return gain(state, seat, purse, less, more) > 0.3


def make_offer(state: State, seat: int) -> Command | None:
    """Make one offer per turn: a spare card for a missing card. Add a coin if the seat has many coins."""
    hand, need = state.hands[seat], needs_to_win(state, seat)
    if any(offer.by == seat for offer in state.offers):
        return None
    missing = [kind for kind, n in enumerate(hand) if n < need[kind]]
    spare = [kind for kind, n in enumerate(hand) if n > need[kind]]
    if not missing or not spare:
        return None
    give = ONE[max(spare, key=lambda kind: hand[kind] - need[kind])]
    if state.gold[seat] > 3:
        give = put(give, GOLD, 1)
    return trade.OfferTrade(goods(give), goods(ONE[missing[0]]))


def trade_with_bank(state: State, seat: int) -> Command | None:
    """Exchange three spare cards for a missing card."""
    purse = trade.purse(state, seat)
    ways = [
        (gain(state, seat, purse, put(NO_GOODS, give, bank.RATE), ONE[get]), give, get)
        for give in bank.tradable(state, seat)
        for get, n in enumerate(state.bank)
        if n and get != give
    ]
    best = max(ways, default=(0.0, 0, 0))
    if best[0] > 0 or (best[0] > -1 and sum(state.hands[seat]) > SAFE_HAND):
        return bank.TradeWithBank(RESOURCES[best[1]], GOODS[best[2]]) if best[1] != best[2] else None
    return None


def buy_resource(state: State, seat: int) -> Command | None:
    hand, need = state.hands[seat], needs_to_win(state, seat)
    if not bank.can_buy(state, seat) or sum(hand) > SAFE_HAND:
        return None
    missing = [kind for kind, n in enumerate(state.bank) if n and hand[kind] < need[kind]]
    return bank.BuyResource(RESOURCES[missing[0]]) if missing else None


def buy_card(state: State, seat: int) -> Command | None:
    """Buy a development card with cards that the seat does not need for other purposes."""
    hand = state.hands[seat]
    kept = NONE if sum(hand) > SAFE_HAND else needs_to_win(state, seat)
    spare = all(n >= cost + keep for n, cost, keep in zip(hand, costs.CARD, kept, strict=True) if cost)
    return card_deck.BuyCard() if spare and card_deck.can_buy(state, seat) else None
