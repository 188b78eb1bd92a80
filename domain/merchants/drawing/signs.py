"""Icons made of lines and shapes, with their text for plain-text pictures: lands, sites, pieces and the robber."""

from collections.abc import Callable, Iterator, Mapping

from kontor.domain.kernel.drawing.model import Box, Circle, Paint, Path, Point, Shape, area_around, letters
from kontor.domain.kernel.drawing.seats import SeatLook, emblem

SEA = "~"
SITE = 34
SITES = {"start": (5, "#"), "regular": (15, "@")}  # corner radius, and the character in text pictures


def on_land(resource: str, number: int | None = None, chip: bool = False) -> str:
    """Return the text for a land: the first letter of its resource, then its number. A colon precedes the number of a
    chip, and `_` means that a chip is still missing.
    """
    return f"{resource[0]}{'_' if number is None else f':{number}' if chip else number}"


def plot(terrain: str, edge: str, left: float, y: float, width: float) -> Path:
    """Return a rectangle in the colour of a land."""
    high = 15
    corners = ((left, y - high), (left + width, y - high), (left + width, y + high), (left, y + high))
    return Path(corners, Paint(terrain, edge, 2), closed=True)


def sea_edge(line: tuple[Point, Point]) -> Path:
    return Path(line, Paint(None, "sea_edge", 3, "3 6"))


def site(kind: str, colour: str, x: float, y: float) -> Iterator[Shape]:
    radius, plain = SITES[kind]
    yield Box(area_around(x, y, SITE, SITE), Paint(colour, "ink", 2), radius, plain=plain)
    yield Circle(x, y, 7, Paint("white"))


def tree(x: float, y: float) -> Iterator[Shape]:
    yield Path(((x, y - 13), (x + 10, y + 5), (x - 10, y + 5)), Paint("lumber"), closed=True)
    yield Path(((x, y + 5), (x, y + 12)), Paint(None, "brown", 4))


def meadow(x: float, y: float) -> Iterator[Shape]:
    for shift in (-8, 0, 8):
        yield Path(((x + shift - 3, y - 6), (x + shift, y + 8), (x + shift + 4, y - 8)), Paint(None, "wool", 3))


def field(x: float, y: float) -> Iterator[Shape]:
    for shift in (-9, -3, 3, 9):
        yield Path(((x + shift, y + 11), (x + shift, y - 6)), Paint(None, "grain", 3))
        yield Circle(x + shift, y - 8, 3, Paint("grain"))


def peak(x: float, y: float) -> Iterator[Shape]:
    yield Path(((x - 13, y + 10), (x - 3, y - 11), (x + 6, y + 10)), Paint("ore"), closed=True)
    yield Path(((x + 1, y + 10), (x + 7, y - 3), (x + 13, y + 10)), Paint("ore"), closed=True)


def crystal(x: float, y: float) -> Iterator[Shape]:
    yield Path(((x, y - 11), (x + 9, y - 2), (x, y + 11), (x - 9, y - 2)), Paint("white", "ore", 2.5), closed=True)


RESOURCE_SIGNS: Mapping[str, Callable[[float, float], Iterator[Shape]]] = {
    "lumber": tree,
    "wool": meadow,
    "grain": field,
    "ore": peak,
    "salt": crystal,
}


LAND_OF: Mapping[str, str] = {
    **{"lumber": "forest", "wool": "pasture", "grain": "farmland"},
    **{"ore": "mountains", "salt": "salt_works"},
}


def square(look: SeatLook, x: float, y: float) -> Box:
    """Return a square in the colour of a seat, before its name."""
    return Box(area_around(x, y, 28, 28), Paint(look.colour, "ink", 2), 5, plain=look.letter)


def route(look: SeatLook, x: float, y: float) -> Iterator[Shape]:
    yield Path(((x - 14, y), (x + 14, y)), Paint(None, "ink", 15))
    yield Path(((x - 14, y), (x + 14, y)), Paint(None, look.colour, 10.5), plain=look.letter)


def post(look: SeatLook, x: float, y: float) -> Iterator[Shape]:
    """Draw a post as a house in the colour of its seat."""
    walls = ((x - 14, y + 14), (x - 14, y - 3), (x, y - 16), (x + 14, y - 3), (x + 14, y + 14))
    yield Path(walls, Paint(look.colour, "ink", 2.5), closed=True)
    yield letters(x, y, look.letter.upper(), look.colour)
    yield from emblem(look, x, y + 3, 12)


def merchant(look: SeatLook, x: float, y: float) -> Iterator[Shape]:
    """Draw a merchant as a human figure in the colour of its seat."""
    yield Path(((x - 11, y + 14), (x + 11, y + 14), (x, y - 10)), Paint(look.colour, "ink", 2), closed=True)
    yield Circle(x, y - 8, 6.5, Paint(look.colour, "ink", 2), plain=f"{look.letter}&")
    yield from emblem(look, x, y + 7, 8)


def caravan(look: SeatLook, x: float, y: float) -> Iterator[Shape]:
    """Draw a caravan as a wagon in the colour of its seat."""
    yield Box(area_around(x, y - 4, 28, 17), Paint(look.colour, "ink", 2), 4, plain=f"{look.letter}%")
    for shift in (-8, 8):
        yield Circle(x + shift, y + 8, 5, Paint("panel", "ink", 2))
    yield from emblem(look, x, y - 4, 9)


def commodity(look: SeatLook, x: float, y: float) -> Iterator[Shape]:
    """Draw a delivered commodity as a bale under a post, in the colour of the seat that delivered it."""
    yield Box(area_around(x, y, 13, 13), Paint(look.colour, "ink", 2), 2)
    yield letters(x + 13, y - 12, f"{look.letter}+", look.colour)  # next to its post, in text


def robber(x: float, y: float) -> Iterator[Shape]:
    paint = Paint("robber", "white", 2)
    yield Path(((x - 10, y + 14), (x + 10, y + 14), (x, y - 8)), paint, closed=True)
    yield Circle(x, y - 8, 7, paint, plain="!!")


def coin(x: float, y: float) -> Circle:
    return Circle(x, y, 12, Paint("gold", "on_gold", 1.5))


def arrows(x: float, y: float, dx: float, dy: float) -> Iterator[Shape]:
    """Draw a double arrow along an edge that has the direction (dx, dy)."""
    yield letters(x, y, "<>", "arrow")
    for way in (1, -1):
        tip = (x + way * dx * 17, y + way * dy * 17)
        back = (x + way * dx * 6, y + way * dy * 6)
        yield Path(
            (tip, (back[0] - dy * 7, back[1] + dx * 7), (back[0] + dy * 7, back[1] - dx * 7)), Paint("arrow"), True
        )
