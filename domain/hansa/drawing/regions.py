"""Draw countries as coloured areas below the routes, and the provinces of the variant for two players."""

from collections.abc import Iterator, Sequence

from kontor.domain.hansa.boards.board import COUNTRIES, ENGLAND
from kontor.domain.hansa.drawing import signs
from kontor.domain.hansa.drawing.layout import DOT, PROVINCE, PROVINCE_LINE, ProvincePlace, province_lines
from kontor.domain.hansa.drawing.scene import Scene
from kontor.domain.hansa.narration import province_title
from kontor.domain.kernel.drawing.model import Area, Circle, Group, Paint, Path, Point, Shape, Text, Thing
from kontor.domain.kernel.drawing.room import Way, clipped

BROAD = 150  # width of the land along a road


def lands(scene: Scene) -> Iterator[Group]:
    for country in range(len(COUNTRIES)):
        if country == ENGLAND:
            continue
        ways = [
            (place.start, place.end)
            for route, place in zip(scene.board.routes, scene.layout.routes, strict=True)
            if route.country == country
        ]
        cities = [
            place.frame.centre
            for city, place in zip(scene.board.cities, scene.layout.cities, strict=True)
            if country in city.regions
        ]
        if ways or cities:
            yield Group((*land(country, ways, cities),))


def land(country: int, ways: Sequence[Way], cities: Sequence[Point], broad: float = BROAD) -> Iterator[Shape]:
    """Draw the area of a country along its routes and around its cities."""
    colour = f"land_{COUNTRIES[country]}"
    yield from (Path(way, Paint(None, colour, broad)) for way in ways)
    yield from (Circle(*city, broad / 2, Paint(colour)) for city in cities)


def walls(scene: Scene) -> Iterator[Group]:
    """Draw the borders between provinces where there is no route, and lines from provinces to names outside them."""
    if scene.layout.provinces:
        yield Group(tuple(map(signs.wall, scene.places.walls)))
        yield Group(tuple(shape for place in scene.layout.provinces for shape in _leader(place)))


def provinces(scene: Scene) -> Iterator[Group]:
    """Draw the name of each province, and the pawn."""
    pawn = scene.view.pawn if scene.view else None
    for province, place in zip(scene.board.provinces, scene.layout.provinces, strict=False):
        shapes = [*_name(place.label, province_title(province.name))]
        if province.name == pawn and scene.layout.pawn is not None:
            shapes += signs.pawn(*scene.layout.pawn.centre)
        yield Group(tuple(shapes), _thing(province.name, pawn))


def _thing(name: str, pawn: str | None) -> Thing:
    return Thing("province", name, f"Province {province_title(name)}{', with the pawn' if name == pawn else ''}")


def _leader(place: ProvincePlace) -> Iterator[Shape]:
    if place.leads_to is None:
        return
    x, y = place.label.centre
    inside = clipped(place.label, place.label.centre, place.leads_to)
    part = inside[1] if inside else 0.0
    start = (x + (place.leads_to[0] - x) * part, y + (place.leads_to[1] - y) * part)
    yield Path((start, place.leads_to), Paint(None, "province", 2))
    yield Circle(*place.leads_to, DOT, Paint("province"))


def _name(area: Area, name: str) -> Iterator[Shape]:
    x, y = area.centre
    rows = province_lines(name)
    for n, row in enumerate(rows):
        at = y + (n - (len(rows) - 1) / 2) * PROVINCE_LINE
        yield Text(x, at, row, PROVINCE, "province", anchor="middle", plain=name if n == 0 else "")
