"""Draw the ground of the map: sea, land, and countries as coloured areas below the routes. Also the provinces of the
variant for two players."""

from collections.abc import Iterator, Sequence

from kontor.domain.hansa.boards.board import COUNTRIES, ENGLAND
from kontor.domain.hansa.drawing import signs
from kontor.domain.hansa.drawing.layout import DOT, PROVINCE, PROVINCE_LINE, ProvincePlace, province_lines
from kontor.domain.hansa.drawing.scene import Scene
from kontor.domain.hansa.narration import province_title
from kontor.domain.kernel.drawing.model import Area, Box, Circle, Group, Paint, Path, Point, Shape, Text, Thing
from kontor.domain.kernel.drawing.room import Way, clip
from kontor.domain.kernel.drawing.sheet import HEADER

BROAD = 150  # width of a country along a road
LAND = 230  # width of the land along a road
SHALLOW = 34  # width of the sea at the coast


def ground(scene: Scene) -> Iterator[Group]:
    """Draw the sea, and the land: one line along all routes, as wide as the land, and its known outlines."""
    places = scene.places
    sea = Box(Area(0, HEADER, places.width, places.height), Paint("sea"))
    yield Group((sea,))
    for colour, broad in (("shallow", LAND + 2 * SHALLOW), ("land", LAND)):
        routes = [Path(line, Paint(None, colour, broad)) for line in _walk(scene)]
        yield Group((*routes, *(Path(shore, Paint(colour, colour, broad), closed=True) for shore in places.shores)))


def _walk(scene: Scene) -> Iterator[tuple[Point, ...]]:
    """Yield lines that together follow every route: one for each connected part of the board."""
    left = {number: route.ends for number, route in enumerate(scene.board.routes)}
    while left:
        at = next(iter(left.values()))[0]
        way, path = [scene.places.cities[at]], [at]
        while path:
            number = next((n for n, ends in left.items() if path[-1] in ends), None)
            if number is None:
                path.pop()  # go back
            else:
                one, other = left.pop(number)
                path.append(other if path[-1] == one else one)
            if path:
                way.append(scene.places.cities[path[-1]])
        yield tuple(way)


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
    inside = clip(place.label, place.label.centre, place.leads_to)
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
