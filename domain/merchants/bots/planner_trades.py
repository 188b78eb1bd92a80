"""The trades of the bot `planner`. It trades only if this shortens its own game, and never with a seat that may win
next.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import permutations
from math import exp
from typing import Final, NamedTuple, TypeAlias

from kontor.domain.kernel.reasons import TOLD
from kontor.domain.kernel.states import put
from kontor.domain.merchants.bots.evaluation import is_dearer_than_bank, needs_to_win, threat
from kontor.domain.merchants.bots.greedy_trades import answer_or_counter
from kontor.domain.merchants.bots.rivals import expected_hand
from kontor.domain.merchants.bots.rounds_to_win import Prospect, prospect, rounds_for
from kontor.domain.merchants.goods import GOLD, NO_GOODS, Counts, goods, holds
from kontor.domain.merchants.rulebook import trade
from kontor.domain.merchants.rulebook.catalogue import Command
from kontor.domain.merchants.state import State

ENOUGH: Final = 0.05  # rounds that a trade must save
SHARE: Final = 0.5  # share of the partner's gain that counts against a trade
PROMISING: Final = 0.02  # rounds that an offer must promise
MOST: Final = 2  # most cards that an offer requests for one card
UNLIKELY: Final = 0.03  # offers with a lower probability of acceptance are not made

Welcome: TypeAlias = Callable[[State, int, Counts, Counts, int], bool]  # a function with the parameters of `is_welcome`


class Likely(NamedTuple):
    """Probabilities for each kind of card: that a seat lacks a card, and that it can spare one card, two cards, and so
    on.
    """

    lacks: list[float]
    spares: list[list[float]]


def may_win(state: State, seat: int) -> bool:
    """Return whether the seat might deliver all its remaining commodities in one turn."""
    return state.to_deliver[seat] <= max(1, min(2, state.free_commodities[seat]))


def rounds_saved(need: Prospect, purse: Counts, less: Counts, more: Counts, cards: int) -> float:
    """Return how many rounds the seat saves if it gives `less` and gets `more`."""
    then = tuple(n - a + b for n, a, b in zip(purse, less, more, strict=True))
    return rounds_for(need, purse[:GOLD], purse[GOLD], cards) - rounds_for(need, then[:GOLD], then[GOLD], cards)


def is_welcome(state: State, seat: int, less: Counts, more: Counts, partner: int) -> bool:
    """Return whether the trade saves rounds for the seat, and does not save far more rounds for the partner. The
    partner's hand is a guess.
    """
    purse = trade.purse(state, seat)
    if not holds(purse, less) or may_win(state, partner) or is_dearer_than_bank(less, more):
        return False
    own = rounds_saved(prospect(state, seat), purse, less, more, len(state.cards[seat]))
    other = trade.purse(state, partner)
    if own < ENOUGH or not holds(other, more):
        return False
    return own >= SHARE * rounds_saved(prospect(state, partner), other, more, less, len(state.cards[partner]))


def answer_offer(state: State, seat: int) -> Command | None:
    """Return the answer to the active seat's offer, or None if there is no such offer."""
    return answer_or_counter(state, seat, lambda less, more: is_welcome(state, seat, less, more, state.active))


def conclude(state: State, seat: int, welcome: Welcome = is_welcome) -> Command | None:
    """Conclude the seat's own offer if another seat has accepted it and the trade still saves rounds. Otherwise answer
    an offer of another seat, as `welcome` says.
    """
    purse, need = trade.purse(state, seat), prospect(state, seat)
    for offer in state.offers:
        if offer.by != seat or not holds(purse, offer.give):
            continue
        willing = [each for each in offer.accepted if not may_win(state, each)]
        if willing and rounds_saved(need, purse, offer.give, offer.want, len(state.cards[seat])) > 0:
            return trade.ConcludeTrade(offer.number, min(willing, key=lambda each: threat(state, each)))
    for offer in state.offers:
        if trade.awaits_answer(offer, seat):
            return trade.AnswerOffer(offer.number, welcome(state, seat, offer.want, offer.give, offer.by))
    return None


def make_offer(state: State, seat: int) -> Command | None:
    found = promising_offers(state, seat)
    return found[0][1] if found else None


def promising_offers(state: State, seat: int) -> list[tuple[float, Command]]:
    """Return the possible offers, best first. Each has the rounds that it promises to save, weighted by the probability
    that a seat accepts.

    The list is empty while the seat has an open offer. Offers go only to seats that cannot win soon and might accept,
    so that no other seat has to answer.
    """
    partners = {each: likely(state, each) for each in state.seats if each != seat and not may_win(state, each)}
    if not partners or any(offer.by == seat for offer in state.offers):
        return []
    purse, need, cards = trade.purse(state, seat), prospect(state, seat), len(state.cards[seat])
    terms = [(give, get, much) for give, get in permutations(range(GOLD), 2) for much in range(1, MOST + 1)]
    asked = [(_chance(partners.values(), *each), *each) for each in terms if purse[each[0]]]
    found = [
        (chance * rounds_saved(need, purse, some(give, 1), some(get, much), cards), give, get, much)
        for chance, give, get, much in asked
        if chance > UNLIKELY
    ]
    return [
        (promised, _offer(partners, *each))
        for promised, *each in sorted(found, reverse=True)[:TOLD]
        if promised >= PROMISING
    ]


def _offer(partners: Mapping[int, Likely], give: int, get: int, much: int) -> Command:
    to = tuple(each for each, about in partners.items() if _chance([about], give, get, much) > UNLIKELY)
    return trade.OfferTrade(goods(some(give, 1)), goods(some(get, much)), to or tuple(partners))


def _chance(tables: Iterable[Likely], give: int, get: int, much: int) -> float:
    """Return the probability that at least one of the seats accepts. A seat accepts if it lacks the offered card and
    can spare the requested cards.
    """
    refusal = 1.0
    for lacks, spares in tables:
        refusal *= 1 - lacks[give] * spares[get][much - 1]
    return 1 - refusal


def likely(state: State, seat: int) -> Likely:
    """Estimate which cards a seat lacks and can spare. The hand is hidden, so use the seat's needs and the income of
    its posts.
    """
    need, held = needs_to_win(state, seat), expected_hand(state, seat)
    lacks = [1 - at_least(n, mean) for n, mean in zip(need, held, strict=True)]
    spares = [[at_least(n + more, mean) for more in range(1, MOST + 1)] for n, mean in zip(need, held, strict=True)]
    return Likely(lacks, spares)


def at_least(count: int, mean: float) -> float:
    """Return the probability that a Poisson variable with this mean is at least `count`."""
    term, below = exp(-mean), 0.0
    for n in range(count):
        below += term
        term *= mean / (n + 1)
    return 1 - below


def some(kind: int, much: int) -> Counts:
    return put(NO_GOODS, kind, much)
