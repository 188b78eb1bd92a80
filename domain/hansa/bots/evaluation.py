"""The evaluation of a position for a seat, in points: what it holds, and what it is about to get. For bots only.

The numbers are guesses that won games against other guesses (`kontor tournament`). What a route promises is what
establishing it brings, less for each action it still takes.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import tanh
from operator import getitem
from typing import NamedTuple

from kontor.domain.hansa.boards.board import ENGLAND, Board
from kontor.domain.hansa.bots.gains import RouteGain, route_gains
from kontor.domain.hansa.bots.holdings import Holdings, holdings_of, holdings_value, piece_factor
from kontor.domain.hansa.bots.weights import WEIGHTS, Weights
from kontor.domain.hansa.rulebook import regions, turn
from kontor.domain.hansa.rulebook.ending import ENOUGH_PRESTIGE
from kontor.domain.hansa.rulebook.replacement_markers import START_MARKERS
from kontor.domain.hansa.state import State, piece_of
from kontor.domain.hansa.words import BURSA, MERCHANT, NOBODY, TRADER, VALUES

ENOUGH = 6  # pieces in the supply: the first ones count more
PLENTY = 12  # more than any route can cost


def evaluate(state: State, seat: int, ahead: float, weights: Weights = WEIGHTS) -> float:
    """How well the seat stands against the others, with so much of the game (1 to 0) ahead."""
    if state.phase == "finished":
        ahead = 0.0
    return relative_value(state, seat, {each: standing(state, each, ahead, weights) for each in state.seats}, weights)


def relative_value(state: State, seat: int, standings: Mapping[int, float], weights: Weights) -> float:
    """What the standings of all say about one of them: the best rival counts most, and who will win."""
    mine = standings[seat]
    others = [each for other, each in standings.items() if other != seat]
    best = max(others)
    if state.active == seat and state.phase != "finished":
        mine += weights.action * turn.actions_left(state)
    total = mine - weights.best_rival * best - weights.all_rivals * sum(others) / len(others)
    lead = mine - best
    if state.phase == "finished":
        return total + weights.won * tanh(lead)
    ahead = game_left(state)
    return total + weights.winning * tanh(lead / (3 + 30 * ahead)) + weights.haste * (1 - ahead) * tanh(lead / 15)


def game_left(state: State) -> float:
    """How much of the game lies ahead, from 1 to 0."""
    track = max(state.prestige[1:]) / ENOUGH_PRESTIGE
    cities = state.counter / state.board.limit
    pile = 1 - state.pile / max(1, len(state.kinds) - START_MARKERS)
    return max(0.0, 1 - max(track, cities, 0.9 * pile))


def standing(state: State, seat: int, ahead: float, weights: Weights) -> float:
    """Points, prospects and pieces of a seat."""
    holdings = holdings_of(state, seat, ahead, weights)
    total = points_held(state, seat, holdings)
    if state.phase == "finished":
        return total
    table = promise_table(state, seat, holdings)
    return total + pieces_value(state, seat, holdings) + promise_sum(promises(state, table), table)


def points_held(state: State, seat: int, holdings: Holdings) -> float:
    """What establishing brought."""
    total = state.prestige[seat] + holdings_value(holdings)
    return total + _regional(state, seat) if state.board.has_countries else total


def pieces_value(state: State, seat: int, holdings: Holdings) -> float:
    """The pieces, and those that come back to a post of the seat's choice."""
    total = piece_factor(holdings.ahead) * _pieces(state, seat, holdings.weights)
    if state.displaced is not None and state.displaced.owner == seat:
        total += holdings.weights.returning * (1 + state.displaced.extras)
    return total


def _regional(state: State, seat: int) -> int:
    return sum(
        points
        for country, _ in regions.scored(state)
        for owner, points, _ in regions.ranking(state, country)
        if owner == seat
    )


def _pieces(state: State, seat: int, weights: Weights) -> float:
    (traders, merchants), (kept, waiting) = state.supply[seat], state.stock[seat]
    number = traders + merchants
    first, further = weights.supply
    standing = state.posts.count(piece_of(seat, TRADER)), state.posts.count(piece_of(seat, MERCHANT))
    return (
        first * min(number, ENOUGH)
        + further * max(0, number - ENOUGH)
        + weights.merchant * (merchants + 0.5 * waiting + standing[1])
        + weights.stock * (kept + waiting)
        + weights.post * sum(standing)
    )


# ---------------------------------------------------------------- routes under way


class PromiseTable(NamedTuple):
    """What routes promise to a seat with that supply: by route, what its posts promise as they are occupied, noted down
    when it is first asked for."""

    holdings: Holdings
    gained: tuple[RouteGain, ...]
    supply: int
    has_merchant: bool
    pawn: int
    known: tuple[dict[bytes, float], ...]


@lru_cache(maxsize=1 << 12)
def _promise_table(holdings: Holdings, supply: int, has_merchant: bool, pawn: int) -> PromiseTable:
    return PromiseTable(
        holdings, route_gains(holdings), supply, has_merchant, pawn, tuple({} for _ in holdings.board.routes)
    )


def promise_table(state: State, seat: int, holdings: Holdings) -> PromiseTable:
    traders, merchants = state.supply[seat]
    return _promise_table(holdings, min(PLENTY, traders + merchants), merchants > 0, state.pawn)


def promises(state: State, table: PromiseTable) -> list[float]:
    """What each route promises: its gain, less for each action until it is there."""
    rows = route_rows(state.board, state.posts)
    try:
        return list(map(getitem, table.known, rows))  # mostly all of them are known
    except KeyError:
        return [promise_of(table, number, row) for number, row in enumerate(rows)]


def promise_sum(found: Sequence[float], table: PromiseTable) -> float:
    """What the best routes promise, the second best less, and so on; the same city cannot keep its promise twice."""
    weights, gained = table.holdings.weights, table.gained
    total = 0.0
    cities: set[int] = set()
    for number in sorted(range(len(found)), key=found.__getitem__, reverse=True)[: len(weights.routes)]:
        city = gained[number].city
        total += found[number] * weights.routes[len(cities)] * (weights.again if city in cities else 1.0)
        cities.add(city)
    return total


def promise_of(table: PromiseTable, number: int, row: bytes) -> float:
    found = table.known[number].get(row)
    if found is None:
        found = table.known[number][row] = _promise(table, number, row)
    return found


@lru_cache(maxsize=1 << 10)
def route_rows(board: Board, posts: bytes) -> tuple[bytes, ...]:
    """The posts, route by route."""
    return tuple([posts[span] for span in route_slices(board)])


@lru_cache(maxsize=64)
def route_slices(board: Board) -> tuple[slice, ...]:
    return tuple(slice(route.first, route.first + route.size) for route in board.routes)


def _promise(table: PromiseTable, number: int, row: bytes) -> float:
    holdings, supply = table.holdings, table.supply
    weights, route = holdings.weights, holdings.board.routes[number]
    merchants, lacking, foreign, dear = _tally(row, holdings.seat)
    plain, grand, _ = table.gained[number]
    gain = grand if merchants or (table.has_merchant and lacking) else plain
    gain -= weights.fee * (foreign + dear)
    if gain <= 0:
        return 0.0
    steps, needed = lacking + 1, lacking + foreign + dear
    if needed > supply:
        fetched = VALUES[BURSA][holdings.levels[BURSA]]
        steps += 1 + (needed - supply - 1) // fetched
    promise = gain * weights.patience**steps
    if route.country != ENGLAND and lacking:
        promise *= weights.abroad
    if table.pawn != NOBODY and number not in holdings.board.provinces[table.pawn].routes:
        promise *= weights.abroad
    return promise


@lru_cache(maxsize=1 << 12)
def _tally(row: bytes, seat: int) -> tuple[int, int, int, int]:
    """Of the posts of a route: own merchants, posts that lack an own piece, foreign pieces, merchants among them."""
    own, merchants = row.count(piece_of(seat, TRADER)), row.count(piece_of(seat, MERCHANT))
    lacking = len(row) - own - merchants
    return merchants, lacking, lacking - row.count(0), sum(piece & 1 for piece in row) - merchants
