"""Options with a choice of several cards: discards, a harvest, trade offers (ME-ROBBER-2, ME-CARD-10, ME-TRADE)."""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import islice
from typing import Final

from kontor.domain.kernel.canonical import Json, JsonObject
from kontor.domain.kernel.legality import Option, between, many, one_of
from kontor.domain.merchants.goods import CARDS_EACH, GOLD, GOODS, MOST_GOLD, RESOURCES, Counts
from kontor.domain.merchants.rulebook.trade import MOST_PARTNERS, partners, purse
from kontor.domain.merchants.state import State

# up to this number, all selections are listed; if there are more, some are listed, with one pattern that covers all
MOST_LISTED: Final = 120
SCANNED: Final = 4000
SHOWN: Final = 60  # about so many of the scanned selections are listed


def selections(hand: Counts, size: int) -> Iterator[Counts]:
    """Yield every way to choose `size` cards from a hand."""
    if len(hand) == 1:
        if hand[0] >= size:
            yield (size,)
        return
    rest = sum(hand[1:])
    for first in range(max(0, size - rest), min(hand[0], size) + 1):
        for others in selections(hand[1:], size - first):
            yield (first, *others)


def chosen_from(hand: Counts, size: int) -> Json:
    """Return the possible values of a field that names `size` cards of a hand. If there are too many, list some of
    them, and add one pattern that covers all.
    """
    found = list(islice(selections(hand, size), SCANNED))
    if len(found) <= MOST_LISTED:
        return one_of([write_amounts(each) for each in found])
    step = len(found) // SHOWN
    wide: JsonObject = {
        name: {"one_of": [None, between(1, min(n, size))]} for name, n in zip(RESOURCES, hand, strict=True) if n
    }
    return {"one_of": [*(write_amounts(each) for each in found[::step]), wide]}


def write_amounts(amounts: Counts) -> JsonObject:
    return {name: n for name, n in zip(GOODS, amounts, strict=False) if n}


def new_offers(state: State, seat: int) -> list[Option]:
    """Return the options for new offers: one option for each kind of card that is the first one given. The wanted cards
    are not limited by the hands of other seats, because this would reveal these hands (ME-INFO-8).
    """
    held = purse(state, seat)
    to = _to(state.seats, seat, state.active)
    return [
        {"type": "offer_trade", "give": _goods_to_give(held[first:], first), "want": _wanted_option(first), "to": to}
        for first in range(len(GOODS))
        if held[first]
    ]


@lru_cache(maxsize=64)
def _to(seats: tuple[int, ...], seat: int, active: int) -> Json:
    return {"one_of": [None, many(one_of(partners(seats, seat, active)), 1, MOST_PARTNERS)]}


@lru_cache(maxsize=4096)
def _goods_to_give(held: Counts, first: int) -> Json:
    """Return the possible values of the field `give`. `held`: the seat's goods from the kind `first` on. At least one
    of this kind is given.
    """
    more: dict[str, Json] = {
        GOODS[kind]: {"one_of": [None, between(1, _most(kind, n))]} for kind, n in enumerate(held[1:], first + 1) if n
    }
    return {GOODS[first]: between(1, _most(first, held[0])), **more}


@cache
def _wanted_option(first: int) -> Json:
    return {
        GOODS[kind]: {"one_of": [None, between(1, _most(kind, MOST_GOLD))]}
        for kind in range(len(GOODS))
        if kind != first
    }


def _most(kind: int, held: int) -> int:
    return min(held, MOST_GOLD if kind == GOLD else CARDS_EACH)
