"""How `planner` trades with the others: for what brings the end nearer, never with whoever may win next."""

from typing import Final

from kontor.domain.kernel.states import put
from kontor.domain.merchants.bots.evaluation import is_dearer_than_bank, threat
from kontor.domain.merchants.bots.outlook import Prospect, prospect, rounds_for
from kontor.domain.merchants.goods import GOLD, NO_GOODS, Counts, goods, holds
from kontor.domain.merchants.rulebook import trade
from kontor.domain.merchants.rulebook.catalogue import Command
from kontor.domain.merchants.state import State

ENOUGH: Final = 0.05  # rounds that a trade must save
SHARE: Final = 0.5  # of what it saves the other side


def may_win(state: State, seat: int) -> bool:
    """Whether the seat could deliver all it has left in one turn."""
    return state.to_deliver[seat] <= max(1, min(2, state.free_commodities[seat]))


def saved(need: Prospect, purse: Counts, less: Counts, more: Counts, cards: int) -> float:
    """Rounds that giving `less` for `more` saves."""
    then = tuple(n - a + b for n, a, b in zip(purse, less, more, strict=True))
    return rounds_for(need, purse[:GOLD], purse[GOLD], cards) - rounds_for(need, then[:GOLD], then[GOLD], cards)


def is_welcome(state: State, seat: int, less: Counts, more: Counts, partner: int) -> bool:
    """Whether the trade saves the seat rounds, and not the partner far more; its hand is a guess."""
    purse = trade.purse(state, seat)
    if not holds(purse, less) or may_win(state, partner) or is_dearer_than_bank(less, more):
        return False
    own = saved(prospect(state, seat), purse, less, more, len(state.cards[seat]))
    other = trade.purse(state, partner)
    if own < ENOUGH or not holds(other, more):
        return False
    return own >= SHARE * saved(prospect(state, partner), other, more, less, len(state.cards[partner]))


def answered(state: State, seat: int) -> Command | None:
    """The answer to an open offer, if there is one."""
    for offer in state.offers:
        if trade.awaits_answer(offer, seat):
            return trade.AnswerOffer(offer.number, is_welcome(state, seat, offer.want, offer.give, offer.by))
    return None


def concluded(state: State, seat: int) -> Command | None:
    """The own offer that somebody accepted, if it still saves something; else the answer to an offer of another."""
    purse, need = trade.purse(state, seat), prospect(state, seat)
    for offer in state.offers:
        if offer.by != seat or not holds(purse, offer.give):
            continue
        willing = [each for each in offer.accepted if not may_win(state, each)]
        if willing and saved(need, purse, offer.give, offer.want, len(state.cards[seat])) > 0:
            return trade.ConcludeTrade(offer.number, min(willing, key=lambda each: threat(state, each)))
    return answered(state, seat)


def offered(state: State, seat: int) -> Command | None:
    """One open offer at a time: the card that is missed least for the one that saves most, to those who cannot win."""
    partners = tuple(each for each in state.seats if each != seat and not may_win(state, each))
    if not partners or any(offer.by == seat for offer in state.offers):
        return None
    purse, need = trade.purse(state, seat), prospect(state, seat)
    kinds = range(GOLD)
    best = max(
        [
            (saved(need, purse, one(give), one(get), len(state.cards[seat])), give, get)
            for give in kinds
            for get in kinds
            if give != get and purse[give]
        ],
        default=(0.0, 0, 0),
    )
    if best[0] < ENOUGH:
        return None
    return trade.OfferTrade(goods(one(best[1])), goods(one(best[2])), partners)


def one(kind: int) -> Counts:
    return put(NO_GOODS, kind, 1)
