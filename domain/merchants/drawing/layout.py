"""Find free space in the picture for the names of cities, the icons of lands, and the pieces next to sites and
routes.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, hypot, pi, sin

from kontor.domain.kernel.drawing.metrics import shorten, text_width
from kontor.domain.kernel.drawing.model import Area, Point, area_around
from kontor.domain.kernel.drawing.room import Room
from kontor.domain.kernel.drawing.sheet import HEADER
from kontor.domain.merchants.boards.board_file import BoardFile, Site
from kontor.domain.merchants.drawing.places import Places, between
from kontor.domain.merchants.drawing.signs import SITE

DISC = 22  # radius of a number
NAME = 25
LONGEST = 190
COIN = 32  # width of the coin next to a name
SIGN = 26  # size of the icon of a land
BAR = 20  # width of a route on an edge
LARGER = 1.35  # size of a post on the map, compared with its sign
FIGURE = 1.1  # size of other pieces
PIECE = 30 * FIGURE
ROBBER = (22 * FIGURE, 30 * FIGURE)
CORE = 8  # the middle of a hex, reserved for its number
INNER = (80, 80)  # the usable area of a hex


@dataclass(frozen=True, slots=True)
class Label:
    area: Area
    name: str


@dataclass(frozen=True, slots=True)
class Ground:
    """The parts of the picture that are the same in every position. `room`: the space that is still free."""

    labels: Mapping[str, Label]  # by site: the name of the city
    numbers: Mapping[str, Point]  # by hex: the position of its number or chip
    signs: Mapping[str, Area]  # by hex: the icon of the land
    room: Room


def ground(file: BoardFile, places: Places) -> Ground:
    """Find positions for the names, numbers and icons of a board. Names are placed first, because they are wide and
    numbers can move.
    """
    room = Room(Area(4, HEADER, places.width - 4, places.height - 4), gap=2)
    lands = [each.id for each in file.hexes if each.resource is not None]
    for edge in places.edges.values():
        room.take_road(*edge)
        for part in (0.25, 0.42, 0.58, 0.75):
            room.take(area_around(*between(edge, part), BAR, BAR))
    for site in file.sites:
        room.take(area_around(*places.corners[site.intersection], SITE, SITE))
    labels = _labels(room, file, places, lands)
    numbers = {id_: room.place(_near(places.hexes[id_])).centre for id_ in lands}
    signs = {id_: room.place(_inside(places.hexes[id_])) for id_ in lands}
    return Ground(labels, numbers, signs, room)


def _labels(room: Room, file: BoardFile, places: Places, lands: Sequence[str]) -> Mapping[str, Label]:
    """Find positions for the names of cities. No name covers the middle of a land, so that the number fits there. If
    possible, each land has at most one name, so that the robber fits too.
    """
    names = room.copy()
    centres = [places.hexes[id_] for id_ in lands]
    for centre in centres:
        names.take(area_around(*centre, CORE, CORE))
    labels: dict[str, Label] = {}
    for site in file.sites:
        label = labels[site.id] = _label(names, places, site)
        room.take(label.area)
        for centre in centres:
            if label.area.overlaps(area_around(*centre, *INNER)):
                names.take(area_around(*centre, *INNER))
    return labels


@lru_cache(256)  # most commands move no piece, and finding space is most of the work of drawing
def standing_room(room: Room, at: tuple[tuple[Point, bool], ...]) -> tuple[Area, ...]:
    """Return free areas for pieces next to the given points, and for the robber in its hex. No piece covers a name, a
    number or another piece.
    """
    left = room.copy()
    return tuple(left.place(_within(point) if is_in_hex else _around(point)) for point, is_in_hex in at)


def _label(room: Room, places: Places, site: Site) -> Label:
    name = shorten(site.name, NAME, LONGEST, bold=True)
    width = text_width(name, NAME, bold=True) + 8 + (COIN if site.coast_gold else 0)
    return Label(room.place(_beside(places.corners[site.intersection], width, NAME + 3)), name)


def _beside(corner: Point, width: float, height: float) -> Iterator[Area]:
    """Yield areas for a name to the right and left of a site, a little up or down, then above and below the site."""
    x, y = corner
    for off in (2, 8, 14, 20, 26):
        for rise in (0, -5, 5, -10, 10, -15, 15, -20, 20, -25, 25, -30, 30):
            yield area_around(x + SITE / 2 + off + width / 2, y + rise, width, height)
            yield area_around(x - SITE / 2 - off - width / 2, y + rise, width, height)
        for shift in (0, 0.2, -0.2, 0.4, -0.4):
            for side in (1, -1):
                yield area_around(x + shift * width, y + side * (SITE / 2 + off + height / 2), width, height)


def _near(centre: Point) -> Iterator[Area]:
    """Yield areas for a number at the middle of a hex, then near the middle."""
    shifts = sorted(((dx, dy) for dx in range(-30, 31, 6) for dy in range(-36, 37, 4)), key=lambda by: hypot(*by))
    for dx, dy in shifts:
        yield area_around(centre[0] + dx, centre[1] + dy, 2 * DISC, 2 * DISC)


def _inside(centre: Point) -> Iterator[Area]:
    """Yield areas for an icon in a hex: at the top, at the bottom, then next to the number."""
    x, y = centre
    for dx, dy in (
        (0, -46),
        (0, 46),
        (-44, 0),
        (44, 0),
        (-40, 22),
        (40, 22),
        (-40, -22),
        (40, -22),
        (20, -48),
        (-20, -48),
    ):
        yield area_around(x + dx, y + dy, SIGN, SIGN)


def _within(centre: Point) -> Iterator[Area]:
    """Yield areas for the robber in a hex, nearest to the middle first."""
    shifts = ((dx, dy) for dx in range(-54, 55, 6) for dy in range(-57, 58, 3))
    for dx, dy in sorted((by for by in shifts if hypot(*by) <= 57), key=lambda by: hypot(*by)):
        yield area_around(centre[0] + dx, centre[1] + dy, *ROBBER)


def _around(point: Point) -> Iterator[Area]:
    """Yield areas for a piece near a point, nearest first."""
    for far in (24, 30, 36, 42, 48, 56, 64, 74, 84, 96, 108, 122, 136):
        ways = 16 if far < 80 else 32
        for n in range(ways):
            angle = 2 * pi * (n + 0.5) / ways
            yield area_around(point[0] + far * sin(angle), point[1] - far * cos(angle), PIECE, PIECE)
