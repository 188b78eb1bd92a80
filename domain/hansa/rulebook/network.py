"""The network of offices: neighbouring cities with offices of one owner are connected (HT-SCORE-7, -8, HT-LINK-2)."""

from collections.abc import Collection, Iterator, Mapping

from kontor.domain.hansa.boards.board import Board
from kontor.domain.hansa.rulebook.control import offices_of
from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import KEYS, VALUES
from kontor.domain.kernel.ruleset import LedgerLine


def network_of(board: Board, city: int, held: Collection[int]) -> set[int]:
    """Return the cities connected with a city by routes between cities in which the seat has offices. Sea routes count,
    and so do routes that other seats established (HT-SCORE-8)."""
    left = set(held) - {city}
    network, edge = {city}, [city]
    while edge:
        near = left.intersection(board.cities[edge.pop()].neighbours)
        left -= near
        network |= near
        edge.extend(near)
    return network


def networks(board: Board, offices: Mapping[int, int]) -> Iterator[tuple[int, set[int]]]:
    """Yield each network of a seat: its number of offices and its cities. A network consists of connected cities in
    which the seat has offices (HT-SCORE-7)."""
    left = set(offices)
    while left:
        network = network_of(board, next(iter(left)), left)
        left -= network
        yield sum([offices[city] for city in network]), network


def best_network(state: State, seat: int) -> tuple[int, tuple[int, ...]]:
    """Return the largest number of offices that the seat has in connected cities, and these cities (HT-SCORE-7,
    HT-SCORE-8)."""
    held = {city: number for city, number in enumerate(offices_of(state, seat)) if number}
    found = ((offices, tuple(sorted(cities))) for offices, cities in networks(state.board, held))
    return max(found, default=(0, ()))


def ledger(state: State, seat: int) -> Iterator[LedgerLine]:
    """Yield the points for the best network: its offices times the value of keys (HT-SCORE-7, HT-DESK-6)."""
    offices, cities = best_network(state, seat)
    if offices:
        points = offices * VALUES[KEYS][state.levels[seat][KEYS]]
        names = tuple(state.board.cities[city].name for city in cities)
        yield LedgerLine(seat, points, "network", "HT-SCORE-7", None, names)
