"""The scoring of regions on the Britannia board: Wales, and Scotland on the large side (HT-BRIT-19 to -23)."""

from functools import lru_cache
from itertools import groupby
from typing import TypeAlias

from kontor.domain.hansa.boards.board import COUNTRIES, ENGLAND, Board
from kontor.domain.hansa.rulebook.control import controller_of, presence_of, row_of
from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import NEUTRAL

POINTS = (7, 4, 2)  # HT-BRIT-20


def scored_countries(state: State) -> list[tuple[int, str]]:
    """Return the countries that are scored on this board, with their names. Scotland is scored only on the large side
    (HT-BRIT-1, HT-BRIT-19)."""
    return [(country, COUNTRIES[country]) for country in state.board.countries if country != ENGLAND]


Ranked: TypeAlias = tuple[tuple[int, int, tuple[str, ...]], ...]  # owner, points, the cities it controls


def ranking(state: State, country: int) -> Ranked:
    """Return every owner with an office in the country, best first. Each entry has the owner, its points, and the
    cities that it controls there (HT-BRIT-19). A city may count in two countries (HT-BRIT-22)."""
    cities = _cities(state.board, country)
    return _rank(state.board, state.seats, cities, tuple([row_of(state, city) for city in cities]))


@lru_cache(maxsize=64)
def _cities(board: Board, country: int) -> tuple[int, ...]:
    return tuple(number for number, city in enumerate(board.cities) if country in city.regions)


@lru_cache(maxsize=1 << 12)  # bots ask for it in every position
def _rank(board: Board, seats: tuple[int, ...], cities: tuple[int, ...], rows: tuple[bytes, ...]) -> Ranked:
    strength: dict[int, tuple[int, int]] = {}
    held: dict[int, tuple[str, ...]] = {}
    for owner in (NEUTRAL, *seats):
        number = sum(presence_of(row, owner) for row in rows)
        if number:
            own = [city for city, row in zip(cities, rows, strict=True) if controller_of(row) == owner]
            strength[owner] = (len(own), number)
            held[owner] = tuple(board.cities[city].name for city in own)
    points = _share_points(strength)
    ordered = sorted(strength, key=lambda owner: strength[owner], reverse=True)
    return tuple((owner, points[owner], held[owner]) for owner in ordered)


def _share_points(strength: dict[int, tuple[int, int]]) -> dict[int, int]:
    """Return the points of each owner. Equal owners share the points of the ranks that they occupy together, rounded
    down (HT-BRIT-21)."""
    points: dict[int, int] = {}
    ordered = sorted(strength, key=lambda owner: strength[owner], reverse=True)
    rank = 0
    for _, group in groupby(ordered, key=lambda owner: strength[owner]):
        tied = list(group)
        share = sum(POINTS[rank : rank + len(tied)]) // len(tied)
        points.update(dict.fromkeys(tied, share))
        rank += len(tied)
    return points
