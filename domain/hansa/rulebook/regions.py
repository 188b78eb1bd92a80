"""Regional scoring of Britannia: Wales, and on the large side Scotland (HT-BRIT-19 to -23)."""

from itertools import groupby

from kontor.domain.hansa.boards.board import COUNTRIES, ENGLAND
from kontor.domain.hansa.rulebook.control import controller, offices_of
from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import NEUTRAL

POINTS = (7, 4, 2)  # HT-BRIT-20


def scored(state: State) -> list[tuple[int, str]]:
    """The countries that are scored on this board: Scotland on the large side only (HT-BRIT-1, HT-BRIT-19)."""
    return [(country, COUNTRIES[country]) for country in state.board.countries if country != ENGLAND]


def ranking(state: State, country: int) -> list[tuple[int, int, tuple[str, ...]]]:
    """Every owner with an office in the country, best first: owner, points, and the cities it controls there
    (HT-BRIT-19). A city may count in two countries (HT-BRIT-22)."""
    cities = [number for number, city in enumerate(state.board.cities) if country in city.regions]
    strength: dict[int, tuple[int, int]] = {}
    held: dict[int, tuple[str, ...]] = {}
    for owner in (NEUTRAL, *state.seats):
        offices = offices_of(state, owner)
        number = sum(offices[city] for city in cities)
        if number:
            own = [city for city in cities if controller(state, city) == owner]
            strength[owner] = (len(own), number)
            held[owner] = tuple(state.board.cities[city].name for city in own)
    points = _shared(strength)
    return [
        (owner, points[owner], held[owner]) for owner in sorted(strength, key=lambda each: strength[each], reverse=True)
    ]


def _shared(strength: dict[int, tuple[int, int]]) -> dict[int, int]:
    """Equal owners share the points of the ranks they occupy together, rounded down (HT-BRIT-21)."""
    points: dict[int, int] = {}
    ordered = sorted(strength, key=lambda owner: strength[owner], reverse=True)
    rank = 0
    for _, group in groupby(ordered, key=lambda owner: strength[owner]):
        tied = list(group)
        share = sum(POINTS[rank : rank + len(tied)]) // len(tied)
        points.update(dict.fromkeys(tied, share))
        rank += len(tied)
    return points
