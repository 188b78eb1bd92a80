"""The positions of hexes, corners and edges in the picture (docs/boards-merchants.md §1)."""

from dataclasses import dataclass
from math import sqrt

from kontor.domain.kernel.drawing.model import Point
from kontor.domain.kernel.drawing.sheet import HEADER
from kontor.domain.merchants.boards.board_file import BoardFile

SIDE = 82  # length of a side of a hex
MARGIN = (40, 8)  # left and right, above and below
HALF = sqrt(3) / 2 * SIDE  # half the width of a hex


@dataclass(frozen=True, slots=True)
class Places:
    """The positions of hexes, corners and edges by id, and the size of the map including its header."""

    hexes: dict[str, Point]
    corners: dict[str, Point]
    edges: dict[str, tuple[Point, Point]]
    width: float
    height: float


def places_of(file: BoardFile) -> Places:
    centres = {each.id: (2 * HALF * (each.q + each.r / 2), 1.5 * SIDE * each.r) for each in file.hexes}
    left = min(x for x, _ in centres.values()) - HALF - MARGIN[0]
    top = min(y for _, y in centres.values()) - SIDE - MARGIN[1] - HEADER
    hexes = {id_: (x - left, y - top) for id_, (x, y) in centres.items()}
    corners = {each.id: _corner(each.id, left, top) for each in file.intersections}
    edges = {each.id: (corners[each.ends[0]], corners[each.ends[1]]) for each in file.edges}
    width = max(x for x, _ in hexes.values()) + HALF + MARGIN[0]
    return Places(hexes, corners, edges, width, max(y for _, y in hexes.values()) + SIDE + MARGIN[1])


def _corner(name: str, left: float, top: float) -> Point:
    """Return the position of a corner. Its id names the north or south corner of a hex, which may be outside
    the board.
    """
    q, r, side = name.removeprefix("i:").split(",")
    x, y = 2 * HALF * (int(q) + int(r) / 2), 1.5 * SIDE * int(r)
    return x - left, y - top + (SIDE if side == "s" else -SIDE)


def outline(centre: Point) -> tuple[Point, ...]:
    x, y = centre
    half = SIDE / 2
    return (
        (x, y - SIDE),
        (x + HALF, y - half),
        (x + HALF, y + half),
        (x, y + SIDE),
        (x - HALF, y + half),
        (x - HALF, y - half),
    )


def between(edge: tuple[Point, Point], part: float) -> Point:
    (ax, ay), (bx, by) = edge
    return ax + (bx - ax) * part, ay + (by - ay) * part
