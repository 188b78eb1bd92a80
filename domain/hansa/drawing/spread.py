"""Place the cities of a board in the picture.

`places.json` has the places for the boards that we ship: they leave as much space as possible for the pieces. Other
boards are drawn as in the board file, scaled so that everything fits. On a user's board some cities may be so close
that the picture would become far too large. Then all cities are placed on a circle, on which no straight route passes a
third city.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import cos, hypot, pi, sin

from kontor.domain.hansa.boards.board_file import BoardForm
from kontor.domain.kernel.boards import shipped_boards
from kontor.domain.kernel.drawing.model import Point
from kontor.domain.kernel.drawing.sheet import HEADER
from kontor.domain.kernel.model import read

MARGIN = (112, 96)  # distance from the outermost cities to the edge of the map
APART = 190  # least distance of two cities
ENDS = 110  # length of a route covered by the frames of its cities
PER_POST = 54
USUAL = 1700  # a larger map is scaled down, if possible
LARGEST = 4000
ON_CIRCLE = 330  # distance between neighbouring cities on the circle


@dataclass(frozen=True, slots=True)
class Places:
    """The positions of the cities in the order of the board file, and the size of the map including its header."""

    cities: tuple[Point, ...]
    width: float
    height: float
    walls: tuple[tuple[Point, Point], ...] = ()  # borders of provinces without a route
    labels: tuple[int, ...] = ()  # by city: which of the possible places has its name; empty if unknown
    shores: tuple[tuple[Point, ...], ...] = ()  # outlines of land


@dataclass(frozen=True, slots=True)
class KnownPlaces:
    """The places of a board that we ship. `size`: the size of the map without its header. `cities`: x, y, and which of
    the possible places next to the city has its name. `shores`: outlines of land."""

    size: tuple[int, ...]
    cities: Mapping[str, tuple[int, ...]]
    shores: tuple[tuple[tuple[int, ...], ...], ...]


KNOWN = shipped_boards(__package__, ("places",))["places"]  # known places, by the id of the board


def places_of(form: BoardForm) -> Places:
    places = _shipped_places(form) or _cities(form)
    named = {city.name: point for city, point in zip(form.cities, places.cities, strict=True)}
    walls = tuple((named[each.cities[0]], named[each.cities[1]]) for each in form.soldier_borders or ())
    return replace(places, walls=walls)


def _shipped_places(form: BoardForm) -> Places | None:
    """Return the places of a board that we ship, or of a board with the same name and cities."""
    known = KNOWN.get(form.id)
    if known is None or (found := read(KnownPlaces, known)).cities.keys() != {city.name for city in form.cities}:
        return None
    cities = tuple(_point(found.cities[city.name]) for city in form.cities)
    shores = tuple(tuple(map(_point, line)) for line in found.shores)
    labels = tuple(found.cities[city.name][2] for city in form.cities)
    wide, high = found.size
    return Places(cities, wide, high + HEADER, labels=labels, shores=shores)


def _point(place: Sequence[int]) -> Point:
    return place[0], place[1] + HEADER


def _cities(form: BoardForm) -> Places:
    points = [(float(city.x), float(city.y)) for city in form.cities]
    nearest = min(hypot(a[0] - b[0], a[1] - b[1]) for a, b in combinations(points, 2))
    wide, high = _size(points)
    scale = max(_needed_scale(form, points), APART / nearest, min(1, USUAL / max(wide, high)))
    if scale * max(wide, high) > LARGEST:
        return _move(_circle(len(points)))
    return _move([(x * scale, y * scale) for x, y in points])


def _needed_scale(form: BoardForm, points: list[Point]) -> float:
    """Return the smallest scale at which every route is long enough for its posts."""
    named = {city.name: point for city, point in zip(form.cities, points, strict=True)}
    ways = [(named[route.a], named[route.b], len(route.posts)) for route in form.routes]
    return max((ENDS + PER_POST * posts) / hypot(a[0] - b[0], a[1] - b[1]) for a, b, posts in ways)


def _circle(count: int) -> list[Point]:
    radius = max(count * ON_CIRCLE / (2 * pi), 300)
    return [(radius * sin(2 * pi * n / count), -radius * cos(2 * pi * n / count)) for n in range(count)]


def _size(points: list[Point]) -> tuple[float, float]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return max(xs) - min(xs), max(ys) - min(ys)


def _move(points: list[Point]) -> Places:
    """Move the points so that they are inside the margins and below the header."""
    left, top = min(x for x, _ in points), min(y for _, y in points)
    wide, high = _size(points)
    moved = tuple((x - left + MARGIN[0], y - top + MARGIN[1] + HEADER) for x, y in points)
    return Places(moved, wide + 2 * MARGIN[0], high + 2 * MARGIN[1] + HEADER)
