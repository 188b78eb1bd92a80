"""Draw cities: a frame with offices in the colours of their privileges, and a name with symbols next to it."""

from collections.abc import Iterator, Sequence

from kontor.domain.hansa.boards.board import Board, City, Office
from kontor.domain.hansa.drawing import signs
from kontor.domain.hansa.drawing.layout import NAME, OFFICE, SIGN, CityPlace
from kontor.domain.hansa.drawing.pieces import piece, piece_name
from kontor.domain.hansa.drawing.scene import Scene
from kontor.domain.hansa.view.view_fields import CityView, PieceView
from kontor.domain.hansa.words import ABILITIES, COLOURS, MERCHANT
from kontor.domain.kernel.drawing.model import Box, Circle, Group, Paint, Point, Shape, Text, Thing, area_around

COUNTRY_LETTERS = ("E", "W", "S")
ROADS = ("road_england", "road_wales", "road_scotland")


def cities(scene: Scene) -> Iterator[Group]:
    for n, city in enumerate(scene.board.cities):
        yield _city(scene, n, city, scene.layout.cities[n])


def signs_of(board: Board, number: int) -> int:
    """Return the number of symbols next to the name of a city."""
    city = board.cities[number]
    return len(city.develops) + len(city.permission) + (number == board.special_city) + (number in board.link)


def _city(scene: Scene, number: int, city: City, place: CityPlace) -> Group:
    seen = scene.cities[number] if scene.cities else None
    frame = Box(place.frame, Paint("green_city" if city.is_green else "stone", "office_edge", 2.5), 10)
    parts: list[Shape | Group] = [frame, *_offices(scene, city, place, seen), *_label(scene.board, number, place)]
    return Group(tuple(parts), Thing("city", city.name, _title(scene, city, seen)))


def _title(scene: Scene, city: City, seen: CityView | None) -> str:
    develops = [ABILITIES[ability].replace("_", " ") for ability in city.develops]
    told_ = [city.name, *(["green city"] if city.is_green else []), *[f"develops {ability}" for ability in develops]]
    if seen is not None and seen.controller is not None:
        told_.append(f"controlled by {scene.looks[seen.controller].colour}")
    return ", ".join(told_)


def _offices(scene: Scene, city: City, place: CityPlace, seen: CityView | None) -> Iterator[Group]:
    extras: Sequence[PieceView] = seen.extra_offices if seen else ()
    for n, (held, point) in enumerate(zip(extras, place.offices, strict=False)):
        yield _extra(scene, city, n, held, point)
    rest = place.offices[len(extras) :]
    row: Sequence[PieceView | None] = seen.offices if seen else (None,) * len(city.offices)
    for n, point in enumerate(rest):
        office = city.offices[n] if n < len(city.offices) else None
        yield _office(scene, city, n, office, row[n] if n < len(row) else None, point)


def _extra(scene: Scene, city: City, number: int, held: PieceView, point: Point) -> Group:
    """Draw an extra office as an empty frame, because it is not printed on the board."""
    look = scene.looks[held.seat]
    title = f"{city.name}, extra office: {piece_name(look, held.shape)}"
    thing = Thing("extra_office", str(number + 1), title, of=city.name)
    return Group((signs.slot(*point, OFFICE), *piece(look, held.shape, *point)), thing)


def _office(
    scene: Scene, city: City, number: int, office: Office | None, held: PieceView | None, point: Point
) -> Group:
    coin = office.coin if office is not None and held is None else 0
    shapes: list[Shape] = [_print(office, coin, point) if office else signs.slot(*point, OFFICE)]
    if held is not None:
        shapes += piece(scene.looks[held.seat], held.shape, *point)
    elif coin:
        shapes += signs.coin(coin, *point)
    who = "empty" if held is None else piece_name(scene.looks[held.seat], held.shape)
    kind = (
        f"{COLOURS[office.privilege]}, for a {'merchant' if office.shape == MERCHANT else 'trader'}"
        if office
        else "green"
    )
    title = f"{city.name}, office {number + 1} ({kind}): {who}"
    return Group(tuple(shapes), Thing("office", str(number + 1), title, of=city.name))


def _print(office: Office, coin: int, point: Point) -> Shape:
    privilege, is_round = COLOURS[office.privilege], office.shape == MERCHANT
    paint, plain = Paint(f"privilege_{privilege}", "office_edge", 2.5), signs.office_letters(privilege, is_round, coin)
    if is_round:
        return Circle(*point, OFFICE / 2, paint, plain=plain)
    return Box(area_around(*point, OFFICE - 1, OFFICE - 1), paint, 4, plain=plain)


def _label(board: Board, number: int, place: CityPlace) -> Iterator[Shape]:
    city, label = board.cities[number], place.label
    yield Box(label, Paint("paper", opacity=0.8), 6)
    x, y = label.left + SIGN / 2 + 2, label.centre[1]
    for shapes in _signs(board, number, city, x, y):
        yield from shapes
    plain = f"{place.name}{signs.GREEN}" if city.is_green else None
    yield Text(label.right - 4, y, place.name, NAME, "ink", bold=True, anchor="end", plain=plain)


def _signs(board: Board, number: int, city: City, x: float, y: float) -> Iterator[Iterator[Shape]]:
    for ability in city.develops:
        yield signs.ABILITY_SIGNS[ABILITIES[ability]](x, y)
        x += SIGN
    for country in city.permission:
        yield signs.permission(x, y, COUNTRY_LETTERS[country], ROADS[country])
        x += SIGN
    if number == board.special_city:
        yield signs.star(x, y)
        x += SIGN
    if number in board.link:
        yield signs.link_end(x, y)
