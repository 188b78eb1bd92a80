"""Place the cities of a board in the picture: as in the board file, scaled so that everything fits.

On a user's board some cities may be so close that the picture would become far too large. Then all cities are placed on
a circle, on which no straight route passes a third city.
"""

from dataclasses import dataclass, replace
from itertools import combinations
from math import cos, hypot, pi, sin

from kontor.domain.hansa.boards.forms import BoardForm
from kontor.domain.kernel.drawing.model import Point

MARGIN = (112, 96)  # from the outermost cities to the edge of the map
HEADER = 72  # above the map
APART = 150  # least distance of two cities
ENDS = 80  # length of a route covered by the frames of its cities
PER_POST = 38
USUAL = 1700  # a larger map is scaled down, if possible
LARGEST = 4000
ON_CIRCLE = 330  # from city to city


@dataclass(frozen=True, slots=True)
class Places:
    """The positions of the cities in the order of the board file, and the size of the map including its header."""

    cities: tuple[Point, ...]
    width: float
    height: float
    walls: tuple[tuple[Point, Point], ...] = ()  # borders of provinces without a route


def places_of(form: BoardForm) -> Places:
    places = _cities(form)
    named = {city.name: point for city, point in zip(form.cities, places.cities, strict=True)}
    walls = tuple((named[each.cities[0]], named[each.cities[1]]) for each in form.soldier_borders or ())
    return replace(places, walls=walls)


def _cities(form: BoardForm) -> Places:
    points = [(float(city.x), float(city.y)) for city in form.cities]
    nearest = min(hypot(a[0] - b[0], a[1] - b[1]) for a, b in combinations(points, 2))
    wide, high = _size(points)
    scale = max(_needed(form, points), APART / nearest, min(1, USUAL / max(wide, high)))
    if scale * max(wide, high) > LARGEST:
        return _move(_circle(len(points)))
    return _move([(x * scale, y * scale) for x, y in points])


def _needed(form: BoardForm, points: list[Point]) -> float:
    """Return the scale at which the posts of every route fit."""
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
