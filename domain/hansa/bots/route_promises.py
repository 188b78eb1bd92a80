"""The value of a seat's started routes: the gain from establishing each route, reduced for each action that this still
takes. Only bots use this."""

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
    """The value of a route for a seat that has enough pieces in its supply. `needed`: the number of pieces that the
    seat still needs for the route."""

    value: float
    needed: int


class RoutePromises(dict[bytes, Promise]):
    """The values of one route for a seat, by the pieces on the posts of the route. Each value is computed when it is
    first needed."""

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
    """The values of all routes for a seat, for any pieces on the routes."""

    holdings: Holdings
    gained: tuple[RouteGain, ...]
    has_merchant: bool
    routes: tuple[RoutePromises, ...]
    delays: tuple[float, ...]  # the factor of a promise, by the number of pieces that Income must bring first

    def with_supply(self, promises: Iterable[Promise], supply: int) -> list[float]:
        """Return the values of these routes for a seat with `supply` pieces. If a route needs more pieces, the seat
        must take Income first, and the value is lower."""
        delays = self.delays
        return [value if needed <= supply else value * delays[needed - supply] for value, needed in promises]

    def total(self, values: Sequence[float]) -> float:
        """Return the weighted sum of the best values of routes. The weights decrease, and a second route to the same
        city counts less, because a city can give its reward only once."""
        weights, gained = self.holdings.weights, self.gained
        total = 0.0
        cities: set[int] = set()
        for number in most_promising(values, len(weights.routes)):
            city = gained[number].city
            total += values[number] * weights.routes[len(cities)] * (weights.again if city in cities else 1.0)
            cities.add(city)
        return total


def most_promising(values: Sequence[float], most: int) -> list[int]:
    """Return the numbers of the routes with the highest values, best first."""
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
    """Return the value of each route for the seat, with the pieces that are on its posts now."""
    return list(map(getitem, table.routes, route_rows(state.board, state.posts)))


@lru_cache(maxsize=1 << 10)
def route_rows(board: Board, posts: bytes) -> tuple[bytes, ...]:
    """Return the pieces on the posts, grouped by route."""
    return tuple([posts[span] for span in route_slices(board)])


@lru_cache(maxsize=64)
def route_slices(board: Board) -> tuple[slice, ...]:
    return tuple(slice(route.first, route.first + route.size) for route in board.routes)


@lru_cache(maxsize=1 << 12)
def _tally(row: bytes, seat: int) -> tuple[int, int, int, int]:
    """Return four numbers for a route: the seat's merchants, the posts without a piece of the seat, the foreign pieces,
    and the foreign merchants."""
    own, merchants = row.count(piece_of(seat, TRADER)), row.count(piece_of(seat, MERCHANT))
    lacking = len(row) - own - merchants
    return merchants, lacking, lacking - row.count(0), sum(piece & 1 for piece in row) - merchants
