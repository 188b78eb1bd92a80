"""Draw routes with their posts, taverns and markers."""

from collections.abc import Iterator, Mapping

from kontor.domain.hansa.boards.board import COUNTRIES, Route
from kontor.domain.hansa.drawing import signs
from kontor.domain.hansa.drawing.layout import POST, RoutePlace
from kontor.domain.hansa.drawing.pieces import piece, piece_name
from kontor.domain.hansa.drawing.scene import Scene
from kontor.domain.hansa.view.view_fields import LyingMarker, PostView
from kontor.domain.hansa.words import MarkerKind, PermanentKind
from kontor.domain.kernel.drawing.model import (
    Area,
    Box,
    Circle,
    Group,
    Paint,
    Path,
    Point,
    Shape,
    Text,
    Thing,
    area_around,
)

SHORT: Mapping[MarkerKind, str] = {  # the effect of a marker in a word or two
    "extra_office": "+ office",
    "swap_offices": "swap",
    "move_three": "move 3",
    "remove_three": "take 3",
    "develop_ability": "ability",
    "plus_three_actions": "+3 acts",
    "plus_four_actions": "+4 acts",
    "blank_1": "blank 1",
    "blank_2": "blank 2",
}
SHORT_PERMANENT: Mapping[PermanentKind, str] = {
    "move_two_any": "move 2",
    "develop_privilegium": "privileg.",
    "occupy_green_city": "green",
    "redeploy_two": "redeploy",
    "place_two_borderlands": "place 2",
}
SMALL = 24
DOTS = ("·", "-", "=")  # characters of a route in text pictures, by country


def roads(scene: Scene) -> Iterator[Group]:
    """Draw the routes with their posts. Each post is a part of the group of its route."""
    taken = {each.post: each for each in scene.view.posts} if scene.view else {}
    for route, place in zip(scene.board.routes, scene.layout.routes, strict=True):
        road = road_of(route.country, place.start, place.end)
        thing = Thing("route", route.name, _title(route))
        yield Group((road, *_posts(scene, route, place, taken)), thing)


def road_of(country: int, start: Point, end: Point) -> Path:
    return Path((start, end), Paint(None, f"road_{COUNTRIES[country]}", 9), plain=DOTS[country])


def _title(route: Route) -> str:
    return f"{route.name.replace('~', '–')}, {route.size} posts{', tavern' if route.tavern else ''}"


def _posts(scene: Scene, route: Route, place: RoutePlace, taken: Mapping[str, PostView]) -> Iterator[Group]:
    for n, point in enumerate(place.posts):
        name = f"{route.name}/{n + 1}"
        ship = not scene.board.is_normal[route.first + n]
        held = taken.get(name)
        shapes = [*post(point, ship)]
        if held is not None:
            shapes += piece(scene.looks[held.seat], held.shape, *point)
        who = "empty" if held is None else piece_name(scene.looks[held.seat], held.shape)
        yield Group(tuple(shapes), Thing("post", name, f"{'Ship post' if ship else 'Post'} {name}: {who}"))


def post(point: Point, ship: bool, size: float = POST) -> Iterator[Shape]:
    if not ship:
        yield Box(area_around(*point, size, size), Paint("panel", "office_edge", 2.5), 9, plain="o")
        return
    x, y = point
    mast, hull = size / 3, size / 12
    yield Circle(x, y, size / 2, Paint("ship", "sea_edge", 3), plain="~")
    keel = ((x - mast, y + hull), (x + mast, y + hull), (x + 2 * hull, y + 3 * hull), (x - 2 * hull, y + 3 * hull))
    yield Path(keel, Paint("sea_edge"), closed=True)
    yield Path(((x, y + 2), (x, y - mast), (x + 3 * hull, y - 1)), Paint("sea_edge"), closed=True)


def plates(scene: Scene) -> Iterator[Group]:
    """Draw the taverns, permanent markers and bonus markers next to the routes."""
    lying = {each.route: each for each in scene.view.markers} if scene.view else {}
    for route, place in zip(scene.board.routes, scene.layout.routes, strict=True):
        if place.tavern is not None:
            yield Group((*signs.tavern(place.tavern),))
        if place.permanent is not None and route.permanent is not None:
            yield _permanent(route.permanent, route.name, place)
        if place.marker is not None and route.name in lying:
            yield _marker(lying[route.name], place, place.marker)


def _permanent(kind: PermanentKind, route: str, place: RoutePlace) -> Group:
    assert place.permanent is not None
    shapes = plate(place.permanent, SHORT_PERMANENT[kind], "permanent")
    title = f"Permanent marker at {route}: {kind.replace('_', ' ')}"
    return Group(
        (_tie(place, place.permanent, "permanent_edge"), *shapes), Thing("permanent_marker", kind, title, of=route)
    )


def _marker(marker: LyingMarker, place: RoutePlace, area: Area) -> Group:
    title = f"Bonus marker {marker.marker} at {marker.route}: {marker.kind.replace('_', ' ')}"
    shapes = (_tie(place, area, "plate_edge"), *plate(area, SHORT[marker.kind], "plate"))
    return Group(shapes, Thing("marker", marker.marker, title, of=marker.route))


def _tie(place: RoutePlace, area: Area, colour: str) -> Path:
    return Path((area.centre, place.nearest(area)), Paint(None, colour, 2.5))


def plate(area: Area, text: str, paint: str) -> Iterator[Shape]:
    yield Box(area, Paint(paint, f"{paint}_edge", 2.5), 8)
    yield Text(*area.centre, text, SMALL, "ink", anchor="middle")
