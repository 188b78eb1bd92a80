"""Small symbols drawn with lines: the five abilities, taverns, the city of special prestige, the ends of the link."""

from collections.abc import Callable, Iterator, Mapping

from kontor.domain.hansa.words import Ability
from kontor.domain.kernel.drawing.model import Area, Box, Circle, Paint, Path, Point, Shape, Text, area_around, letters

INK = Paint(None, "ink", 3)
FULL = Paint("ink")
GREEN = "^"  # marks the name of a green city in text pictures


def keys(x: float, y: float) -> Iterator[Shape]:
    yield Circle(x - 7, y, 6, INK, plain="K")
    yield Path(((x - 1, y), (x + 13, y), (x + 13, y + 7)), INK)
    yield Path(((x + 7, y), (x + 7, y + 5)), INK)


def actiones(x: float, y: float) -> Iterator[Shape]:
    yield letters(x, y, "A")
    for shift in (-6, 5):
        yield Path(((x + shift - 5, y - 10), (x + shift + 6, y), (x + shift - 5, y + 10)), Paint(None, "ink", 4))


def privilegium(x: float, y: float) -> Iterator[Shape]:
    points = ((x - 11, y - 12), (x + 11, y - 12), (x + 11, y + 1), (x, y + 13), (x - 11, y + 1))
    yield Path(points, INK, closed=True)
    yield Circle(x, y - 3, 4, FULL, plain="P")


def liber_sophiae(x: float, y: float) -> Iterator[Shape]:
    for side in (-1, 1):
        page = ((x, y - 7), (x + side * 13, y - 11), (x + side * 13, y + 8), (x, y + 12))
        yield Path(page, INK, closed=True)
    yield letters(x, y, "L")


def bursa(x: float, y: float) -> Iterator[Shape]:
    neck = ((x - 7, y - 12), (x + 7, y - 12), (x + 3, y - 5), (x - 3, y - 5))
    yield Path(neck, FULL, closed=True)
    yield Circle(x, y + 4, 9, INK, plain="B")


ABILITY_SIGNS: Mapping[Ability, Callable[[float, float], Iterator[Shape]]] = {
    "keys": keys,
    "actiones": actiones,
    "privilegium": privilegium,
    "liber_sophiae": liber_sophiae,
    "bursa": bursa,
}


def star(x: float, y: float) -> Iterator[Shape]:
    """Draw the symbol of the city with the special prestige spaces."""
    points = ((0, -13), (4, -4), (13, -4), (6, 2), (8, 12), (0, 6), (-8, 12), (-6, 2), (-13, -4), (-4, -4))
    yield Path(tuple((x + dx, y + dy) for dx, dy in points), Paint("gold", "ink", 2), closed=True)
    yield letters(x, y, "*")


def link_end(x: float, y: float) -> Iterator[Shape]:
    """Draw the symbol of a city at an end of the east-west link."""
    yield Path(((x - 8, y + 13), (x - 8, y - 13)), INK)
    yield Path(((x - 8, y - 13), (x + 12, y - 7), (x - 8, y - 1)), Paint("mark", "ink", 2), closed=True)
    yield letters(x, y, "!")


def permission(x: float, y: float, letter: str, road: str) -> Iterator[Shape]:
    """Draw the symbol of a permission: the initial of a country on the colour of its routes."""
    yield Box(area_around(x, y, 28, 28), Paint(road, "ink", 2), 4, plain=letter)
    yield Text(x, y, letter, 22, "on_dark", bold=True, anchor="middle", plain="")


def tavern(area: Area) -> Iterator[Shape]:
    """Draw a tankard, the symbol of a tavern."""
    x, y = area.centre
    yield Box(Area(x - 11, y - 10, x + 5, y + 12), Paint("tavern", "ink", 2), 2, plain="T")
    yield Path(((x + 5, y - 5), (x + 12, y - 5), (x + 12, y + 6), (x + 5, y + 6)), Paint(None, "ink", 3))
    yield Box(Area(x - 13, y - 14, x + 7, y - 8), Paint("white", "ink", 2), 3)


def pawn(x: float, y: float) -> Iterator[Shape]:
    """Draw the pawn of the variant for two players."""
    yield Path(((x - 10, y + 13), (x + 10, y + 13), (x, y - 8)), Paint("mark", "ink", 2), closed=True)
    yield Circle(x, y - 6, 6.5, Paint("mark", "ink", 2), plain="&")


def green_city(x: float, y: float) -> Iterator[Shape]:
    yield Box(area_around(x, y, 44, 28), Paint("green_city", "office_edge", 2.5), 8, plain=GREEN)


def wall(line: tuple[Point, Point]) -> Path:
    """Draw a border between provinces where there is no route."""
    return Path(line, Paint(None, "province", 3, "4 9"), plain=":")


def slot(x: float, y: float, size: float) -> Box:
    """Draw an office that is not printed on the board."""
    return Box(area_around(x, y, size, size), Paint("panel", "office_edge", 2, "5 4"), 6, plain="[ ]")


def coin(points: int, x: float, y: float) -> Iterator[Shape]:
    """Draw a coin with its points. In text pictures the office shows the points instead."""
    yield Circle(x, y, 13, Paint("gold", "on_gold", 1.5))
    yield Text(x, y, str(points), 22, "on_gold", bold=True, anchor="middle", plain="")


def office_letters(privilege: str, is_round: bool, points: int = 0) -> str:
    """Return an office as text: the initial of its privilege in brackets, which are round for a merchant. Points
    replace the second bracket."""
    left, right = "()" if is_round else "[]"
    return f"{left}{privilege[0]}{points or right}"
