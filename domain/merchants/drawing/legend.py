"""The legend: every sign of the picture with what it says."""

from collections.abc import Callable, Iterator

from kontor.domain.kernel.drawing.model import Box, Circle, Group, Paint, Path, Shape, Text, area_around
from kontor.domain.kernel.drawing.panels import INSET, LEGEND, frame, line, middle, panel
from kontor.domain.kernel.drawing.seats import SeatLook
from kontor.domain.merchants.drawing import signs

Sign = Callable[[float, float], Iterator[Shape]]
SIGN = 62  # room for a sign
SHOWN = SeatLook(1, "red", "r")


def _site(colour: str, radius: float) -> Sign:
    return lambda x, y: iter(
        [Box(area_around(x, y, 28, 28), Paint(colour, "ink", 2), radius), Circle(x, y, 6, Paint("white"))]
    )


def _number(x: float, y: float) -> Iterator[Shape]:
    yield Circle(x, y, 16, Paint("disc", "hex_edge", 1.5))
    yield Text(x, y, "8", 24, "hot", bold=True, anchor="middle")


def _chip(x: float, y: float) -> Iterator[Shape]:
    yield Circle(x, y, 15, Paint("disc", "grain", 5))
    yield Text(x, y, "5", 22, "number", bold=True, anchor="middle")


def _coin(x: float, y: float) -> Iterator[Shape]:
    yield signs.coin(x, y)
    yield Text(x, y, "2", 20, "on_gold", bold=True, anchor="middle")


def _route(x: float, y: float) -> Iterator[Shape]:
    yield Path(((x - 20, y), (x + 20, y)), Paint(None, "ink", 15), plain="r")
    yield Path(((x - 20, y), (x + 20, y)), Paint(None, "red", 10.5))


ENTRIES: tuple[tuple[Sign, str], ...] = (
    *(
        (signs.RESOURCE_SIGNS[resource], text)
        for resource, text in (
            ("lumber", "forest: lumber"),
            ("wool", "pasture: wool"),
            ("grain", "farmland: grain"),
            ("ore", "mountains: ore"),
            ("salt", "salt works: salt"),
        )
    ),
    (_number, "printed number"),
    (_chip, "chip, in its land's colour"),
    (lambda x, y: iter([Circle(x, y, 15, Paint(None, "chip_field", 2, "4 4"))]), "field for a chip"),
    (_site("violet", 5), "site for the start"),
    (_site("brown", 14), "other site"),
    (_coin, "gold for its first post"),
    (lambda x, y: signs.arrows(x, y, 1, 0), "double arrow: a free route"),
    (lambda x, y: signs.post(SHOWN, x, y), "post of a seat"),
    (_route, "trade route"),
    (lambda x, y: signs.merchant(SHOWN, x, y), "merchant"),
    (lambda x, y: signs.caravan(SHOWN, x, y), "caravan"),
    (lambda x, y: signs.commodity(SHOWN, x, y), "commodity delivered"),
    (signs.robber, "robber"),
    (lambda x, y: iter([Box(area_around(x, y, 30, 26), Paint(None, "mark", 3, "7 4"), 9)]), "changed just now"),
)


def rows_of(columns: int) -> int:
    return 1 + -(-len(ENTRIES) // columns)


def legend(left: float, row: int, width: float, columns: int) -> Group:
    each = rows_of(columns) - 1
    area = panel(left, row, width, each + 1)
    wide = (area.right - area.left - 2 * INSET) / columns
    parts: list[Shape] = [frame(area), line(area, row, LEGEND, bold=True)]
    for n, (sign, text) in enumerate(ENTRIES):
        x, y = area.left + INSET + n // each * wide, middle(row + 1 + n % each)
        parts += sign(x + SIGN / 2 - 4, y)
        parts.append(Text(x + SIGN, y, text, 22, "ink"))
    return Group(tuple(parts))
