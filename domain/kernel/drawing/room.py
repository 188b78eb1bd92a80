"""Find a position for a label. It must not cover anything, and should not cross a route."""

from collections.abc import Callable, Iterable, Iterator
from math import inf
from typing import TypeAlias

from kontor.domain.kernel.drawing.model import Area, Point

COVERED = 1000  # cost of covering something, plus the covered share
OUTSIDE = 2000  # cost of lying beyond the edge of the map
CROSSED = 10  # cost of lying on a road
TIE_CROSSED = 60  # cost of a road between the label and its thing
SQUARE = 100  # size of the squares of the spatial index

Square: TypeAlias = tuple[int, int]
Way: TypeAlias = tuple[Point, Point]


class Room:
    """The occupied areas of a map. Each placed label occupies its area, so the order of calls matters."""

    def __init__(self, within: Area, gap: float = 4) -> None:
        self._within = within
        self._gap = gap
        self._taken: dict[Square, list[Area]] = {}  # by the squares that they touch: a search reads only a few squares
        self._roads: dict[Square, list[Way]] = {}

    def copy(self) -> "Room":
        """Return an independent copy."""
        other = Room(self._within, self._gap)
        other._taken = {square: list(areas) for square, areas in self._taken.items()}
        other._roads = self._roads
        return other

    def take(self, area: Area) -> None:
        for square in _squares(area.grown(self._gap)):
            self._taken.setdefault(square, []).append(area)

    def take_road(self, start: Point, end: Point) -> None:
        box = Area(min(start[0], end[0]), min(start[1], end[1]), max(start[0], end[0]), max(start[1], end[1]))
        for square in _squares(box):
            self._roads.setdefault(square, []).append((start, end))

    def place(self, candidates: Iterable[Area], tie: Callable[[Area], Point] | None = None) -> Area:
        """Return the best of these areas, and mark it as occupied. Earlier areas are preferred. `tie`: a function that
        returns the point to which a line leads from the area. The line should cross no other route."""
        best, chosen = inf, None
        for nth, area in enumerate(candidates):
            if nth >= best:  # later places cost more
                break
            cost = nth + self._cost(area, tie)
            if cost < best:
                best, chosen = cost, area
        if chosen is None:
            raise ValueError("there is no candidate position")
        self.take(chosen)
        return chosen

    def _cost(self, area: Area, tie: Callable[[Area], Point] | None) -> float:
        near = {other for square in _squares(area) for other in self._taken.get(square, ())}
        cost = sum(COVERED + _overlap(area, other) for other in near if area.overlaps(other, self._gap))
        if not area.is_inside(self._within):
            cost += OUTSIDE
        if tie is not None:
            cost += TIE_CROSSED * self._crossings(area.centre, tie(area))
        return cost + CROSSED * sum(crosses(area, *road) for road in self._near_roads(area))

    def _crossings(self, here: Point, there: Point) -> int:
        """Count the routes between an area and a point that is itself on a route."""
        short = (here[0] + (there[0] - here[0]) * 0.9, here[1] + (there[1] - here[1]) * 0.9)
        box = Area(min(here[0], there[0]), min(here[1], there[1]), max(here[0], there[0]), max(here[1], there[1]))
        return sum(segments_cross(here, short, *road) for road in self._near_roads(box))

    def _near_roads(self, area: Area) -> set[Way]:
        return {road for square in _squares(area) for road in self._roads.get(square, ())}


def _squares(area: Area) -> Iterator[Square]:
    for column in range(int(area.left // SQUARE), int(area.right // SQUARE) + 1):
        for row in range(int(area.top // SQUARE), int(area.bottom // SQUARE) + 1):
            yield column, row


def segments_cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return whether two line segments cross."""
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Point, b: Point, point: Point) -> float:
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


def _overlap(one: Area, other: Area) -> float:
    wide = min(one.right, other.right) - max(one.left, other.left)
    high = min(one.bottom, other.bottom) - max(one.top, other.top)
    return max(wide, 0) * max(high, 0)


def crosses(area: Area, start: Point, end: Point) -> bool:
    """Return whether a line segment crosses a rectangle."""
    inside = clip(area, start, end)
    return inside is not None and inside[0] < inside[1]


def clip(area: Area, start: Point, end: Point) -> tuple[float, float] | None:
    """Return where a line segment enters and leaves a rectangle, as parts of its length from 0 to 1. Return None if it
    stays outside."""
    first, last = 0.0, 1.0
    for begin, end_, low, high in (
        (start[0], end[0], area.left, area.right),
        (start[1], end[1], area.top, area.bottom),
    ):
        way = end_ - begin
        if way == 0:
            if not low < begin < high:
                return None
            continue
        one, other = sorted(((low - begin) / way, (high - begin) / way))
        first, last = max(first, one), min(last, other)
    return (first, last) if first < last else None
