"""Final scoring on paper: a second, slow reading of HT-SCORE, from nothing but the board file and open facts.

It shares no code with the engine; where both agree, either both misread the rules or both are right.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

NEUTRAL = 0
LAST = {"actiones": 5, "privilegium": 3, "liber_sophiae": 3, "bursa": 3}  # keys never score (HT-SCORE-3)
KEYS = (1, 2, 2, 3, 4)
REGION_POINTS = (7, 4, 2)


@dataclass(frozen=True, slots=True)
class Position:
    """A board at the end. `offices`: per city the owners of its pieces from left to right, extra offices first."""

    board: Mapping[str, Any]
    seats: Sequence[int]
    offices: Mapping[str, Sequence[int]]
    prestige: Mapping[int, int]
    desks: Mapping[int, Mapping[str, int]]
    markers: Mapping[int, int]
    specials: Mapping[int, int]  # points of the space → its owner
    tiles: Mapping[int, Sequence[str]]
    missions: Mapping[int, Sequence[str]]


def categories(given: Position, seat: int) -> dict[str, int]:
    """A to F, M and R of one seat (HT-SCORE-1)."""
    tiles = given.tiles.get(seat, ())
    full = [name for name, last in LAST.items() if given.desks[seat][name] == last]
    own = [city for city in given.offices if controller(given.offices[city]) == seat]
    return {
        "A": given.prestige[seat],
        "B": (7 if "ability_prestige" in tiles else 4) * len(full),
        "C": marker_points(given.markers[seat]),
        "D": sum(points for points, owner in given.specials.items() if owner == seat),
        "E": (4 if "city_prestige" in tiles else 2) * len(own),
        "F": KEYS[given.desks[seat]["keys"]] * best_network(given, seat),
        "M": mission_points(given, seat),
        "R": sum(region_points(given, region).get(seat, 0) for region in ("wales", "scotland")),
    }


def controller(pieces: Sequence[int]) -> int | None:
    """HT-CONTROL-1, HT-CONTROL-2"""
    if not pieces:
        return None
    most = max(pieces.count(owner) for owner in pieces)
    return next(owner for owner in reversed(pieces) if pieces.count(owner) == most)


def marker_points(count: int) -> int:
    """HT-SCORE-4"""
    return 21 if count >= 10 else (0, 1, 3, 3, 6, 6, 10, 10, 15, 15)[count]


def best_network(given: Position, seat: int) -> int:
    """HT-SCORE-7, HT-SCORE-8"""
    left = {city for city, pieces in given.offices.items() if seat in pieces}
    best = 0
    while left:
        network, frontier = set[str](), {left.pop()}
        while frontier:
            network |= frontier
            near = {each[b] for each in given.board["routes"] for a, b in ("ab", "ba") if each[a] in frontier}
            frontier = near & left
            left -= frontier
        best = max(best, sum(list(given.offices[city]).count(seat) for city in network))
    return best


def mission_points(given: Position, seat: int) -> int:
    """HT-MISSION-2, HT-MISSION-3"""
    cities = given.missions.get(seat, ())
    there = [city for city in cities if seat in given.offices[city]]
    all_controlled = bool(cities) and all(controller(given.offices[city]) == seat for city in cities)
    return len(there) + 5 * all_controlled


def region_points(given: Position, region: str) -> dict[int, int]:
    """HT-BRIT-19 to -22"""
    cities = [each["name"] for each in given.board["cities"] if region in (each["region"] or ())]
    found = {owner for city in cities for owner in given.offices[city]}

    def strength(owner: int) -> tuple[int, int]:
        controlled = sum(controller(given.offices[city]) == owner for city in cities)
        return controlled, sum(list(given.offices[city]).count(owner) for city in cities)

    points: dict[int, int] = {}
    rank = 0
    for level in sorted({strength(owner) for owner in found}, reverse=True):
        equal = [owner for owner in found if strength(owner) == level]
        shared = sum(REGION_POINTS[rank : rank + len(equal)]) // len(equal)
        points.update(dict.fromkeys(equal, shared))
        rank += len(equal)
    return points


def ranks(given: Position, edition: str) -> dict[int, int]:
    """HT-SCORE-9, HT-SCORE-10, HT-SCORE-12"""
    keys: dict[int, tuple[int, ...]] = {}
    for seat in given.seats:
        scored = categories(given, seat)
        ties = (-given.desks[seat]["actiones"], scored["F"]) if edition == "bigbox" else ()
        keys[seat] = (sum(scored.values()), *ties)
    return {seat: 1 + sum(keys[other] > keys[seat] for other in given.seats) for seat in given.seats}
