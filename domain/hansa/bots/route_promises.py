"""The promise of started routes for a seat: the gain of establishing them, less for each action that it still takes.
For bots only, no rule."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import getitem
from typing import NamedTuple

from kontor.domain.hansa.boards.board import ENGLAND, Board
from kontor.domain.hansa.bots.route_gains import RouteGain, route_gains
from kontor.domain.hansa.bots.seat_holdings import Holdings
from kontor.domain.hansa.state import State, piece_of
from kontor.domain.hansa.words import BURSA, MERCHANT, NOBODY, TRADER, VALUES

MOST_NEEDED = 12  # pieces: one for each of four posts, and two more to displace a merchant from each


class Promise(NamedTuple):
    """The promise of a route to a seat with enough pieces in supply."""

    value: float
    needed: int


class RoutePromises(dict[bytes, Promise]):
    """The promises of one route, by the pieces on its posts; computed on first use."""

    def __init__(self, holdings: Holdings, number: int, gain: RouteGain, has_merchant: bool, factor: float) -> None:
        super().__init__()
        self._holdings, self._number, self._gain = holdings, number, gain
        self._has_merchant, self._factor = has_merchant, factor

    def __missing__(self, row: bytes) -> Promise:
        found = self[row] = self._promise(row)
        return found

    def _promise(self, row: bytes) -> Promise:
        weights = self._holdings.weights
        merchants, lacking, foreign, dear = _tally(row, self._holdings.seat)
        plain, grand, _ = self._gain
        gain = grand if merchants or (self._has_merchant and lacking) else plain
        gain -= weights.fee * (foreign + dear)
        if gain <= 0:
            return Promise(0.0, 0)
        value = gain * weights.patience ** (lacking + 1) * self._factor
        if lacking and self._holdings.board.routes[self._number].country != ENGLAND:
            value *= weights.abroad
        return Promise(value, lacking + foreign + dear)


class PromiseTable(NamedTuple):
    """The promises of all routes to a seat, for any pieces on them."""

    holdings: Holdings
    gained: tuple[RouteGain, ...]
    has_merchant: bool
    routes: tuple[RoutePromises, ...]
    delays: tuple[float, ...]  # the factor of a promise, by the number of pieces that Income must bring first

    def with_supply(self, promises: Iterable[Promise], supply: int) -> list[float]:
        """Return the values of these promises with that supply: if a route needs more pieces, Income comes first."""
        delays = self.delays
        return [value if needed <= supply else value * delays[needed - supply] for value, needed in promises]

    def total(self, values: Sequence[float]) -> float:
        """Return the sum of the best promises, with falling weights: the same city cannot keep its promise twice."""
        weights, gained = self.holdings.weights, self.gained
        total = 0.0
        cities: set[int] = set()
        for number in most_promising(values, len(weights.routes)):
            city = gained[number].city
            total += values[number] * weights.routes[len(cities)] * (weights.again if city in cities else 1.0)
            cities.add(city)
        return total


def most_promising(values: Sequence[float], most: int) -> list[int]:
    """Return the numbers of the routes that promise most, best first."""
    return sorted(range(len(values)), key=values.__getitem__, reverse=True)[:most]


@lru_cache(maxsize=1 << 9)  # for a few decisions: more would only cost memory
def _promise_table(holdings: Holdings, has_merchant: bool, pawn: int) -> PromiseTable:
    board, gained = holdings.board, route_gains(holdings)
    near = board.all_routes if pawn == NOBODY else board.provinces[pawn].routes
    routes = (
        RoutePromises(holdings, number, gain, has_merchant, 1.0 if number in near else holdings.weights.abroad)
        for number, gain in enumerate(gained)
    )
    fetched = VALUES[BURSA][holdings.levels[BURSA]]
    delays = (holdings.weights.patience ** ((lacking + fetched - 1) // fetched) for lacking in range(MOST_NEEDED + 1))
    return PromiseTable(holdings, gained, has_merchant, tuple(routes), tuple(delays))


def promise_table(state: State, seat: int, holdings: Holdings) -> PromiseTable:
    return _promise_table(holdings, state.supply[seat][MERCHANT] > 0, state.pawn)


def promises(state: State, table: PromiseTable) -> list[Promise]:
    """Return the promise of each route."""
    return list(map(getitem, table.routes, route_rows(state.board, state.posts)))


@lru_cache(maxsize=1 << 10)
def route_rows(board: Board, posts: bytes) -> tuple[bytes, ...]:
    """Return the posts route by route."""
    return tuple([posts[span] for span in route_slices(board)])


@lru_cache(maxsize=64)
def route_slices(board: Board) -> tuple[slice, ...]:
    return tuple(slice(route.first, route.first + route.size) for route in board.routes)


@lru_cache(maxsize=1 << 12)
def _tally(row: bytes, seat: int) -> tuple[int, int, int, int]:
    """Return, for the posts of a route: own merchants, posts without an own piece, foreign pieces, merchants among
    them."""
    own, merchants = row.count(piece_of(seat, TRADER)), row.count(piece_of(seat, MERCHANT))
    lacking = len(row) - own - merchants
    return merchants, lacking, lacking - row.count(0), sum(piece & 1 for piece in row) - merchants
