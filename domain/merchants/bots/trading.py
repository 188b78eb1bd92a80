"""How `greedy` trades: with the others, with the bank, and for development cards (ME-TRADE, ME-BUILD-3)."""

from kontor.domain.kernel.states import put
from kontor.domain.merchants.bots.evaluation import gain, is_dearer_than_bank, needs_to_win, threat
from kontor.domain.merchants.goods import GOLD, GOODS, NO_GOODS, NONE, RESOURCES, Counts, goods, holds
from kontor.domain.merchants.rulebook import bank, cards, costs, trade
from kontor.domain.merchants.rulebook.catalogue import Command
from kontor.domain.merchants.rulebook.robber import SAFE_HAND
from kontor.domain.merchants.state import State


def conclude_or_answer(state: State, seat: int) -> Command | None:
    """Carry a trade out that is still worth it: the own offer that somebody accepted, or an offer of another."""
    purse = trade.purse(state, seat)
    for offer in state.offers:
        if offer.by == seat and offer.accepted and holds(purse, offer.give):
            if gain(state, seat, purse, offer.give, offer.want) > 0:
                return trade.ConcludeTrade(offer.number, min(offer.accepted, key=lambda each: threat(state, each)))
        elif trade.awaits_answer(offer, seat):
            return trade.AnswerOffer(offer.number, _is_welcome(state, seat, offer.want, offer.give, offer.by))
    return None


def answer(state: State, seat: int) -> Command | None:
    for offer in state.offers:
        if trade.awaits_answer(offer, seat):
            return trade.AnswerOffer(offer.number, _is_welcome(state, seat, offer.want, offer.give, offer.by))
    return None


def _is_welcome(state: State, seat: int, less: Counts, more: Counts, partner: int) -> bool:
    """Whether the trade is worth it, and does not help somebody who is about to win."""
    purse = trade.purse(state, seat)
    if not holds(purse, less) or state.to_deliver[partner] < 2 or is_dearer_than_bank(less, more):
        return False
    return gain(state, seat, purse, less, more) > 0.3


def make_offer(state: State, seat: int) -> Command | None:
    """One offer in a turn: a spare card for one that is missing, with a coin on top if there are many."""
    hand, need = state.hands[seat], needs_to_win(state, seat)
    if any(offer.by == seat for offer in state.offers):
        return None
    missing = [kind for kind, n in enumerate(hand) if n < need[kind]]
    spare = [kind for kind, n in enumerate(hand) if n > need[kind]]
    if not missing or not spare:
        return None
    give = put(NO_GOODS, max(spare, key=lambda kind: hand[kind] - need[kind]), 1)
    if state.gold[seat] > 3:
        give = put(give, GOLD, 1)
    return trade.OfferTrade(goods(give), goods(put(NO_GOODS, missing[0], 1)))


def trade_with_bank(state: State, seat: int) -> Command | None:
    """Three of what is spare for one that is missing."""
    purse = trade.purse(state, seat)
    ways = [
        (gain(state, seat, purse, put(NO_GOODS, give, bank.RATE), put(NO_GOODS, get, 1)), give, get)
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
    """A development card for cards that nothing else needs."""
    hand = state.hands[seat]
    kept = NONE if sum(hand) > SAFE_HAND else needs_to_win(state, seat)
    spare = all(n >= cost + keep for n, cost, keep in zip(hand, costs.CARD, kept, strict=True) if cost)
    return cards.BuyCard() if spare and cards.can_buy(state, seat) else None
