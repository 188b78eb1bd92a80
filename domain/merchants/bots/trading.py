"""How `greedy` trades: with the others, with the bank, and for development cards."""

from typing import Final

from kontor.domain.merchants.bots.evaluation import gain, needs, threat
from kontor.domain.merchants.goods import GOLD, GOODS, NO_GOODS, RESOURCES, Counts, goods
from kontor.domain.merchants.rulebook import bank, cards, costs, trade
from kontor.domain.merchants.rulebook.catalogue import Command
from kontor.domain.merchants.state import State, put

FULL: Final = 7  # more cards than this are in danger


def conclude(state: State, seat: int) -> Command | None:
    """Carry a trade out that is still worth it: the own offer that somebody accepted, or an offer of another."""
    purse = trade.purse(state, seat)
    for offer in state.offers:
        if offer.by == seat and offer.accepted and all(a >= b for a, b in zip(purse, offer.give, strict=True)):
            if gain(state, seat, purse, offer.give, offer.want) > 0:
                return trade.ConcludeTrade(offer.number, min(offer.accepted, key=lambda each: threat(state, each)))
        elif seat in offer.to and seat not in offer.declined:
            return trade.AnswerOffer(offer.number, _is_welcome(state, seat, offer.want, offer.give, offer.by))
    return None


def answer(state: State, seat: int) -> Command | None:
    for offer in state.offers:
        if seat in offer.to and seat not in offer.accepted and seat not in offer.declined:
            return trade.AnswerOffer(offer.number, _is_welcome(state, seat, offer.want, offer.give, offer.by))
    return None


def _is_welcome(state: State, seat: int, less: Counts, more: Counts, partner: int) -> bool:
    """Whether the trade is worth it, and does not help somebody who is about to win."""
    purse = trade.purse(state, seat)
    if not all(a >= b for a, b in zip(purse, less, strict=True)) or state.to_deliver[partner] < 2:
        return False
    return gain(state, seat, purse, less, more) > 0.3


def ask(state: State, seat: int) -> Command | None:
    """One offer in a turn: a spare card for one that is missing, with a coin on top if there are many."""
    hand, need = state.hands[seat], needs(state, seat)
    if any(offer.by == seat for offer in state.offers):
        return None
    missing = [kind for kind in range(5) if hand[kind] < need[kind]]
    spare = [kind for kind in range(5) if hand[kind] > need[kind]]
    if not missing or not spare:
        return None
    give = put(NO_GOODS, max(spare, key=lambda kind: hand[kind] - need[kind]), 1)
    if state.gold[seat] > 3:
        give = put(give, GOLD, 1)
    return trade.OfferTrade(goods(give), goods(put(NO_GOODS, missing[0], 1)))


def exchange(state: State, seat: int) -> Command | None:
    """Three of what is spare for one that is missing."""
    purse = trade.purse(state, seat)
    ways = [
        (gain(state, seat, purse, put(NO_GOODS, give, bank.RATE), put(NO_GOODS, get, 1)), give, get)
        for give in range(5)
        if purse[give] >= bank.RATE
        for get in range(5)
        if get != give and state.bank[get]
    ]
    best = max(ways, default=(0.0, 0, 0))
    if best[0] > 0 or (best[0] > -1 and sum(purse[:5]) > FULL):
        return bank.TradeWithBank(RESOURCES[best[1]], GOODS[best[2]]) if best[1] != best[2] else None
    return None


def purchase(state: State, seat: int) -> Command | None:
    hand, need = state.hands[seat], needs(state, seat)
    if not bank.can_buy(state, seat) or sum(hand) > FULL:
        return None
    missing = [kind for kind in range(5) if hand[kind] < need[kind] and state.bank[kind]]
    return bank.BuyResource(RESOURCES[missing[0]]) if missing else None


def spend(state: State, seat: int) -> Command | None:
    """A development card for cards that nothing else needs."""
    hand = state.hands[seat]
    kept = [0] * 5 if sum(hand) > FULL else needs(state, seat)
    spare = all(n >= cost + keep for n, cost, keep in zip(hand, costs.CARD, kept, strict=True) if cost)
    if cards.can_draw(state) and costs.can_pay(state, seat, costs.CARD) and spare:
        return cards.BuyCard()
    return None
