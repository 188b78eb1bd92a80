"""The trades of the bot `expert`. It deals the hidden hands several times, and counts in how many deals another seat
would agree. It searches its turn with the goods that it would get. After a refusal it asks for less.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from typing import Final, NamedTuple

from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.random_numbers import Luck
from kontor.domain.kernel.states import changed, put
from kontor.domain.merchants.bots.evaluation import is_dearer_than_bank
from kontor.domain.merchants.bots.greedy_trades import ONE
from kontor.domain.merchants.bots.planner_trades import may_win, rounds_saved
from kontor.domain.merchants.bots.rounds_to_win import Prospect, prospect
from kontor.domain.merchants.bots.turn_search import ways
from kontor.domain.merchants.goods import GOLD, Counts, goods, holds, of_kinds
from kontor.domain.merchants.rulebook import trade
from kontor.domain.merchants.rulebook.catalogue import Command
from kontor.domain.merchants.state import State

DEALS: Final = 12  # how often the hidden hands are dealt
ENOUGH: Final = 0.05  # rounds that a trade must save for each side
SHARE: Final = 0.5  # share of the other side's gain that counts against a trade
LIKELY: Final = 0.1  # offers with a lower probability of acceptance are not made
LESS: Final = 0.85  # after a refusal, the next offer saves at most this share of the refused one
SEARCHED: Final = 4  # offers for which the turn is searched


class Offer(NamedTuple):
    """A possible offer. `own`: how many rounds it saves for this seat. `harm`: how many rounds it saves for the
    partner. `chance`: the probability that a partner accepts.
    """

    own: float
    give: Counts
    want: Counts
    harm: float = 0.0
    chance: float = 0.0
    to: tuple[int, ...] = ()

    @property
    def promised(self) -> float:
        return self.chance * (self.own - SHARE * self.harm)


class Partner(NamedTuple):
    """Another seat: what it needs, how many development cards it has, and its goods in each deal."""

    seat: int
    need: Prospect
    cards: int
    purses: Sequence[Counts]

    def gains(self, less: Counts, more: Counts) -> list[float]:
        """Return the rounds that the trade saves for this seat, for each deal in which it has the goods to give."""
        held = [purse for purse in self.purses if holds(purse, less)]
        return [rounds_saved(self.need, purse, less, more, self.cards) for purse in held]


def _amounts() -> Iterator[Counts]:
    for one in ONE:
        yield one
        yield tuple(2 * n for n in one)
        if not one[GOLD]:
            yield put(one, GOLD, 1)


AMOUNTS: Final = tuple(_amounts())
TERMS: Final = tuple(
    (give, want)
    for give, want in product(AMOUNTS, AMOUNTS)
    if not any(a and b for a, b in zip(give, want, strict=True))
    and not is_dearer_than_bank(give, want)
    and not is_dearer_than_bank(want, give)
)


def deal_hands(state: State, seat: int, luck: Luck) -> State:
    """Return the state with the hands of the other seats dealt again. The sizes of the hands and the total of each kind
    stay the same.
    """
    hands = list(state.hands)
    others = [each for each in state.seats if each != seat]
    unseen = [kind for each in others for kind, n in enumerate(hands[each]) for _ in range(n)]
    luck.shuffle(unseen)
    for each in others:
        size = sum(hands[each])
        hands[each], unseen = of_kinds(unseen[:size]), unseen[size:]
    return changed(state, hands=tuple(hands))


def next_offer(state: State, seat: int, luck: Luck, late: Callable[[], bool]) -> Command | None:
    """Return the offer that promises to save most rounds, or None if no offer is worth it. While the seat's last offer
    is open, it waits for the answers. If all have declined, the next offer must save less for the seat, so the offers
    of a turn come to an end.
    """
    need, purse, cards = prospect(state, seat), trade.purse(state, seat), len(state.cards[seat])
    limit = float("inf")
    for open_ in state.offers:
        if open_.by == seat:
            if len(open_.declined) < len(open_.to):
                return None
            limit = LESS * rounds_saved(need, purse, open_.give, open_.want, cards)
    partners = _partners(state, seat, [each for each in state.seats if not may_win(state, each)], luck)
    possible = [Offer(rounds_saved(need, purse, *terms, cards), *terms) for terms in TERMS if holds(purse, terms[0])]
    asked = [_estimate(each, partners) for each in possible if ENOUGH <= each.own <= limit]
    promising = sorted((each for each in asked if each.promised > 0), key=lambda each: -each.promised)
    found = _search(state, seat, promising, Dice(luck.randbytes(32), {}), late)
    best = max(found, key=lambda each: each.promised, default=None)
    if best is None or best.promised <= 0:
        return None
    return trade.OfferTrade(goods(best.give), goods(best.want), best.to)


def _partners(state: State, seat: int, seats: Sequence[int], luck: Luck) -> list[Partner]:
    deals = [deal_hands(state, seat, luck) for _ in range(DEALS)]
    return [
        Partner(each, prospect(state, each), len(state.cards[each]), [trade.purse(deal, each) for deal in deals])
        for each in seats
        if each != seat
    ]


def _estimate(offer: Offer, partners: Sequence[Partner]) -> Offer:
    """Return the offer to the seats that may agree and do not gain too much."""
    refusal, harm, to = 1.0, 0.0, []
    least = max(ENOUGH, SHARE * offer.own)
    for partner in partners:
        gains = [gain for gain in partner.gains(offer.want, offer.give) if gain >= least]
        chance = len(gains) / DEALS
        if chance >= LIKELY and offer.own >= SHARE * _mean(gains) + ENOUGH:
            refusal, harm = refusal * (1 - chance), max(harm, _mean(gains))
            to.append(partner.seat)
    return offer._replace(harm=harm, chance=1 - refusal, to=tuple(to))


def _mean(gains: Sequence[float]) -> float:
    return sum(gains) / len(gains)


def _search(state: State, seat: int, offers: Sequence[Offer], dice: Dice, late: Callable[[], bool]) -> Iterator[Offer]:
    """Yield the most promising offers, with the rounds that they save if the turn continues in the best way. So an
    offer for a card that the seat can use in this turn is worth more. Without time to search, yield the first offer as
    it is.
    """
    before = ways(state, seat, dice, 1, late) if offers else []
    for n, offer in enumerate(islice(offers, SEARCHED)):
        then = ways(_after(state, seat, offer), seat, dice, 1, late) if before else []
        if then:
            yield offer._replace(own=before[0].rounds - then[0].rounds)
        elif n == 0:
            yield offer


def _after(state: State, seat: int, offer: Offer) -> State:
    """Return the state in which the seat has exchanged the goods. The hand of the partner is hidden and stays."""
    purse = [n - a + b for n, a, b in zip(trade.purse(state, seat), offer.give, offer.want, strict=True)]
    hands, gold = put(state.hands, seat, tuple(purse[:GOLD])), put(state.gold, seat, purse[GOLD])
    return changed(state, hands=hands, gold=gold)


def is_welcome(state: State, seat: int, less: Counts, more: Counts, partner: int, luck: Luck) -> bool:
    """Return whether the trade saves rounds for the seat, and does not save far more rounds for the partner. The
    partner's gain is its mean in the deals in which the partner has the goods that it offers.
    """
    purse = trade.purse(state, seat)
    if not holds(purse, less) or may_win(state, partner) or is_dearer_than_bank(less, more):
        return False
    own = rounds_saved(prospect(state, seat), purse, less, more, len(state.cards[seat]))
    if own < ENOUGH:
        return False
    (other,) = _partners(state, seat, [partner], luck)
    gains = other.gains(more, less)
    return not gains or own >= SHARE * _mean(gains)
