"""Find positions for the name of a province inside its borders, which a board file describes by routes."""

from collections.abc import Iterator, Sequence

from kontor.domain.hansa.boards.board import Board
from kontor.domain.hansa.drawing.layout import Spots, across_of, between
from kontor.domain.hansa.drawing.spread import Places
from kontor.domain.kernel.drawing.model import Point
from kontor.domain.kernel.drawing.room import Way, segments_cross


def province_spots(board: Board, places: Places) -> tuple[Spots, ...]:
    """Return the possible positions of the names, by province. This is slow, so call it only once per board."""
    routes = [(places.cities[route.ends[0]], places.cities[route.ends[1]]) for route in board.routes]
    borders = [*routes, *places.walls]
    return tuple(_spots(borders, province.routes) for province in board.provinces)


def _spots(borders: Sequence[Way], routes: frozenset[int]) -> Spots:
    found = sorted(
        ((-_visibility(borders, routes, point), n, point) for n, point in enumerate(_beside(borders, routes)))
    )
    best = found[0][0]
    return Spots(tuple(point for _, _, point in found), sum(score == best for score, _, _ in found))


def _beside(borders: Sequence[Way], routes: frozenset[int]) -> Iterator[Point]:
    """Yield points on either side of the routes around a province: most of them are inside."""
    for number in sorted(routes):
        start, end = borders[number]
        across = across_of(start, end)
        for part in (0.5, 0.35, 0.65, 0.2, 0.8):
            x, y = between(start, end, part)
            for far in (45, -45, 60, -60, 78, -78):
                yield x + across[0] * far, y + across[1] * far


def _visibility(borders: Sequence[Way], routes: frozenset[int], point: Point) -> int:
    """Return a score for how well a point is inside a province. From a point inside, the routes around the province are
    visible, and no other routes."""
    score = 0
    for n, way in enumerate(borders):
        there = between(*way, 0.5)
        hidden = any(segments_cross(point, there, *other) for m, other in enumerate(borders) if m != n)
        score += 0 if hidden else 1 if n in routes else -2
    return score
