"""The value of numbers, sites and cards for a player with a plan. These functions use only public facts and the seat's
own hand.
"""

from functools import lru_cache
from itertools import accumulate, product
from typing import Final

from kontor.domain.merchants.boards.board import Board
from kontor.domain.merchants.goods import CARDS_EACH, GOLD, GRAIN, NONE, RESOURCES, SALT, Counts, only
from kontor.domain.merchants.rulebook import bank, costs, move_merchant
from kontor.domain.merchants.state import NO_POST, OFF, State

PIPS: Final = (
    0,
    0,
    1,
    2,
    3,
    4,
    5,
    0,
    5,
    4,
    3,
    2,
    1,
)  # by number: how many of the 36 rolls have this sum; 0 for 7, which brings nothing
NEEDED: Final = 2.0  # value of a card that the next steps need
SPARE: Final = 0.8
COIN: Final = NEEDED / bank.PRICE  # the value of a coin: at the bank, PRICE coins buy a needed card
COINS: Final = (0.0, *accumulate(COIN / (1 + 0.05 * n) for n in range(30)))  # value of n coins together
SPARES: Final = (0.0, *accumulate(SPARE / (1 + 0.5 * n) for n in range(CARDS_EACH)))
DEMAND: Final = (1.3, 0.9, 1.2, 1.0, 0.8)  # how much of each resource a game needs, relative to the other resources


def pips(state: State, hex_: int) -> int:
    return PIPS[state.numbers[hex_]]


def free_sites(state: State) -> list[int]:
    """Return the sites where a post could be founded."""
    return [site for site, owner in enumerate(state.posts) if owner == NO_POST]


def site_worth(state: State, seat: int, site: int) -> float:
    """Return the value of a post on the site: its cards and its coins. Resources that the seat needs and does not get
    elsewhere count more.
    """
    return _site_worths(state.board, state.posts, state.numbers, seat)[site]


@lru_cache(maxsize=1024)
def _site_worths(board: Board, posts: bytes, numbers: bytes, seat: int) -> tuple[float, ...]:
    """Return the value of every site. The values are cached as long as posts and numbers do not change."""
    have = [0] * len(RESOURCES)
    for site, owner in enumerate(posts):
        if owner == seat:
            for hex_ in board.site_lands[site]:
                have[board.resource[hex_]] += PIPS[numbers[hex_]]
    each = [DEMAND[kind] * (1 + 4 / (4 + have[kind])) for kind in range(len(RESOURCES))]
    return tuple(
        sum((PIPS[numbers[hex_]] or 2) * each[board.resource[hex_]] for hex_ in lands) + board.coins[site]
        for site, lands in enumerate(board.site_lands)
    )


def sites_by_balance(state: State, seat: int, place: int) -> tuple[int, ...]:
    """Return the free sites, best first: the value of the site, less the cost of a merchant's way to the site."""
    return _balance(state.board, state.posts, state.numbers, seat, place)


@lru_cache(maxsize=4096)
def _balance(board: Board, posts: bytes, numbers: bytes, seat: int, place: int) -> tuple[int, ...]:
    worths, far = _site_worths(board, posts, numbers, seat), board.distances(place)
    balance = {
        site: worths[site] / 4 - 3 * move_merchant.grain_for(far[board.place[site]])
        for site, owner in enumerate(posts)
        if owner == NO_POST
    }
    return tuple(sorted(balance, key=lambda site: balance[site], reverse=True))


# ---------------------------------------------------------------- cards and gold


def _total(founds: bool, recruits: bool, builds: bool, delivers: bool) -> Counts:
    asked = [
        only(GRAIN) if founds else NONE,
        costs.MERCHANT if founds and recruits else NONE,
        costs.ROUTE if builds else NONE,
        only(SALT) if delivers else NONE,
    ]
    return tuple(sum(column) for column in zip(*asked, strict=True))


_TOTALS: Final = {steps: _total(*steps) for steps in product((False, True), repeat=4)}


def needs(state: State, seat: int, commodities: int) -> Counts:
    """Return the cards for the next founding and the next route, and for a caravan's move if there are commodities to
    deliver.
    """
    pieces = state.merchants[seat]
    return _TOTALS[
        state.warehouse_posts[seat] > 0,
        pieces.count(OFF) == len(pieces),
        state.routes_left[seat] > 0,
        commodities > 0,
    ]


def needs_to_win(state: State, seat: int) -> Counts:
    """Return the cards that a seat needs as long as it has commodities left to deliver, even if posts still cover these
    commodities.
    """
    return needs(state, seat, state.to_deliver[seat])


def hand_worth(state: State, seat: int, purse: Counts) -> float:
    """Return the value of cards and gold together. Needed cards count most, further cards of a kind count less."""
    return _purse_worth(needs_to_win(state, seat), purse)


def _purse_worth(need: Counts, purse: Counts) -> float:
    total = COINS[min(purse[GOLD], len(COINS) - 1)]
    for held, asked in zip(purse, need, strict=False):
        total += NEEDED * asked + SPARES[held - asked] if held > asked else NEEDED * held
    return total


def gain(state: State, seat: int, purse: Counts, less: Counts, more: Counts) -> float:
    """Return how much the value of the purse (cards and gold) increases if the seat gives `less` and gets `more`."""
    need, after = needs_to_win(state, seat), tuple([n - a + b for n, a, b in zip(purse, less, more, strict=True)])
    return _purse_worth(need, after) - _purse_worth(need, purse)


def is_dearer_than_bank(less: Counts, more: Counts) -> bool:
    """Return whether the bank would give at least as much for the same goods."""
    from_bank = less[GOLD] / bank.PRICE + sum(less[:GOLD]) / bank.RATE
    return from_bank >= sum(more[:GOLD]) + more[GOLD] / bank.PRICE


# ---------------------------------------------------------------- deliveries


def open_posts(board: Board, posts: bytes, supplied: bytes, seat: int) -> set[int]:
    """Return the intersections of the posts that would accept a commodity of the seat (ME-DELIVER-2, ME-DELIVER-4)."""
    return {
        board.place[site] for site, owner in enumerate(posts) if owner not in (NO_POST, seat) and not supplied[site]
    }


def threat(state: State, seat: int) -> float:
    """Return the progress of a seat, from 0 to 1. The value 1 means that the seat has won."""
    left = state.to_deliver[seat]
    return 1 / (1 + left) + 0.05 * state.free_commodities[seat]
