"""The layout of a board: the positions of cities with their offices, of routes, posts and labels.

Nothing covers a label or a post. `spread` places the cities. Posts are between the frames of their cities. Names,
taverns and markers use the remaining space.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import hypot

from kontor.domain.hansa.boards.board import Board, Route
from kontor.domain.hansa.drawing.spread import Places
from kontor.domain.hansa.narration import province_title
from kontor.domain.kernel.drawing.metrics import shorten, text_width
from kontor.domain.kernel.drawing.model import Area, Point, area_around
from kontor.domain.kernel.drawing.room import Room, clip
from kontor.domain.kernel.drawing.sheet import HEADER

OFFICE = 46
PITCH = 50  # distance between the middles of two offices
PAD = 6
IN_A_ROW = 3
POST = 48
NAME = 28  # text size of a city's name
LONGEST = 300  # greatest width of a city's name
SIGN = 36  # width of a symbol next to a name, with the gap
PLATE = (104.0, 34.0)
TAVERN = 34
PROVINCE = 20  # text size of a province's name
PROVINCE_LINE = 22
PAWN = 30  # space for the pawn next to a province's name
DOT = 5  # radius of the dot inside a province whose name is outside


@dataclass(frozen=True, slots=True)
class CityPlace:
    """The position of a city in the picture. `offices`: the positions of its offices, extra offices first."""

    frame: Area
    offices: tuple[Point, ...]
    label: Area
    name: str  # shortened to fit


@dataclass(frozen=True, slots=True)
class RoutePlace:
    start: Point
    end: Point
    posts: tuple[Point, ...]
    tavern: Area | None = None
    permanent: Area | None = None
    marker: Area | None = None

    def nearest(self, area: Area) -> Point:
        """Return the point of the route that is nearest to a marker beside it, but not too near the ends of the
        route."""
        (ax, ay), (bx, by), (x, y) = self.start, self.end, area.centre
        length = (bx - ax) ** 2 + (by - ay) ** 2
        part = min(0.75, max(0.25, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length))
        return between(self.start, self.end, part)


@dataclass(frozen=True, slots=True)
class Spots:
    """Possible positions for the name of a province, best first. The first `inside` of them are certainly inside the
    province."""

    points: tuple[Point, ...]
    inside: int


@dataclass(frozen=True, slots=True)
class ProvincePlace:
    """The position of a province's name. `leads_to`: a point inside the province, if the name is outside it."""

    label: Area
    leads_to: Point | None


@dataclass(frozen=True, slots=True)
class Layout:
    cities: tuple[CityPlace, ...]
    routes: tuple[RoutePlace, ...]
    provinces: tuple[ProvincePlace, ...]
    pawn: Area | None


@dataclass(frozen=True, slots=True)
class Wanted:
    """The parts of a picture that need space besides the printed board. `slots` and `signs`: the number of offices, and
    of symbols next to the name, by city. `marked`: the routes with a bonus marker. `provinces`: possible positions for
    the names of provinces, if that variant is played."""

    slots: tuple[int, ...]
    signs: tuple[int, ...]
    marked: frozenset[int]
    provinces: tuple[Spots, ...] = ()
    pawn: int | None = None  # the province of the pawn


def laid_out(board: Board, places: Places, wanted: Wanted) -> Layout:
    room = Room(Area(4, HEADER, places.width - 4, places.height - 4))
    frames = [_frame(point, slots) for point, slots in zip(places.cities, wanted.slots, strict=True)]
    roads = [_road(route, frames) for route in board.routes]
    for frame in frames:
        room.take(frame)
    for road in roads:
        room.take_road(road.start, road.end)
        for post in road.posts:
            room.take(area_around(*post, POST, POST))
    cities = tuple(_place_name(board, room, frames, places, wanted, n) for n in range(len(frames)))
    provinces = tuple(_provinces(board, room, wanted.provinces)) if wanted.provinces else ()
    pawn = None if wanted.pawn is None else room.place(_around(provinces[wanted.pawn].label, PAWN, PAWN))
    routes = tuple(_equip(room, route, road) for route, road in zip(board.routes, roads, strict=True))
    with_markers = tuple(_with_marker(room, route) if n in wanted.marked else route for n, route in enumerate(routes))
    return Layout(cities, with_markers, provinces, pawn)


# ---------------------------------------------------------------- cities


def _rows(slots: int) -> tuple[int, int]:
    """Return how many offices are side by side, and how many rows of offices there are."""
    rows = -(-max(slots, 1) // IN_A_ROW)
    return -(-max(slots, 1) // rows), rows


def _frame(centre: Point, slots: int) -> Area:
    columns, rows = _rows(slots)
    return area_around(*centre, columns * PITCH + 2 * PAD - 4, rows * PITCH + 2 * PAD - 4)


def _slots(frame: Area, slots: int) -> Iterator[Point]:
    columns, _ = _rows(slots)
    for n in range(slots):
        yield (
            frame.left + PAD + OFFICE / 2 + PITCH * (n % columns),
            frame.top + PAD + OFFICE / 2 + PITCH * (n // columns),
        )


def _place_name(
    board: Board, room: Room, frames: Sequence[Area], places: Places, wanted: Wanted, city: int
) -> CityPlace:
    name = shorten(board.cities[city].name, NAME, LONGEST, bold=True)
    width = text_width(name, NAME, bold=True) + SIGN * wanted.signs[city] + 8
    areas = list(_around(frames[city], width, NAME + 6))
    label = room.place([areas[places.labels[city]], *areas] if places.labels else areas)
    return CityPlace(frames[city], tuple(_slots(frames[city], wanted.slots[city])), label, name)


def _around(frame: Area, width: float, height: float) -> Iterator[Area]:
    """Yield possible positions for a label at a frame: below and above it, then to the sides, then farther away."""
    x, y = frame.centre
    for off in (5, 22, 44):
        below, above = frame.bottom + off + height / 2, frame.top - off - height / 2
        slack = width / 2 + (frame.right - frame.left) / 2
        for shift in (0, 0.25, -0.25, 0.5, -0.5, 0.8, -0.8):
            yield area_around(x + shift * slack, below, width, height)
            yield area_around(x + shift * slack, above, width, height)
        for rise in (0, 16, -16):
            yield area_around(frame.right + off + width / 2, y + rise, width, height)
            yield area_around(frame.left - off - width / 2, y + rise, width, height)


# ---------------------------------------------------------------- routes


def _road(route: Route, frames: Sequence[Area]) -> RoutePlace:
    one, other = frames[route.ends[0]], frames[route.ends[1]]
    start, end = one.centre, other.centre
    leaves, arrives = clip(one, start, end), clip(other, start, end)
    begins, ends = leaves[1] if leaves else 0.0, arrives[0] if arrives else 1.0
    length = hypot(end[0] - start[0], end[1] - start[1])
    margin = min(POST * 0.2 / length, (ends - begins) / 4)  # keep the first post away from the frame
    first, last = begins + margin, ends - margin
    parts = [first + (last - first) * (n + 0.5) / route.size for n in range(route.size)]
    return RoutePlace(start, end, tuple(between(start, end, part) for part in parts))


def across_of(start: Point, end: Point) -> Point:
    """Return the direction perpendicular to a line."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    return (end[1] - start[1]) / length, -(end[0] - start[0]) / length


def between(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def _equip(room: Room, route: Route, road: RoutePlace) -> RoutePlace:
    tavern = room.place(_beside(road, TAVERN, TAVERN)) if route.tavern else None
    permanent = room.place(_beside(road, *PLATE), road.nearest) if route.permanent else None
    return RoutePlace(road.start, road.end, road.posts, tavern, permanent)


def _with_marker(room: Room, road: RoutePlace) -> RoutePlace:
    marker = room.place(_beside(road, *PLATE), road.nearest)
    return RoutePlace(road.start, road.end, road.posts, road.tavern, road.permanent, marker)


def _beside(road: RoutePlace, width: float, height: float) -> Iterator[Area]:
    """Yield possible positions at a route: at its middle on either side, then along the route, then farther away."""
    across = across_of(road.start, road.end)
    half = abs(across[0]) * width / 2 + abs(across[1]) * height / 2  # how far the plate extends towards the route
    for off in (6, 20, 40, 70, 110):
        for part in (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74):
            x, y = between(road.start, road.end, part)
            for side in (1, -1):
                far = side * (POST / 2 + off + half)
                yield area_around(x + across[0] * far, y + across[1] * far, width, height)


# ---------------------------------------------------------------- provinces


def _provinces(board: Board, room: Room, spots: Sequence[Spots]) -> Iterator[ProvincePlace]:
    for province, found in zip(board.provinces, spots, strict=True):
        rows = province_lines(province_title(province.name))
        width = max(text_width(row, PROVINCE) for row in rows) + 4
        areas = [area_around(*point, width, PROVINCE_LINE * len(rows)) for point in found.points]
        label = room.place(areas)
        leads_to = None if label in areas[: found.inside] else found.points[0]
        if leads_to is not None:
            room.take(area_around(*leads_to, 2 * DOT, 2 * DOT))
        yield ProvincePlace(label, leads_to)


def province_lines(title: str) -> list[str]:
    """Break a long name of a province between its words."""
    first, _, rest = title.partition(" ")
    return [first, rest] if rest and len(title) > 12 else [title]
