"""Arrange a picture: a header, the map, and panels below it, or next to it if the map is higher than wide."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from kontor.domain.kernel.drawing import legends
from kontor.domain.kernel.drawing.model import Area, Box, Colours, Drawing, Group, Paint
from kontor.domain.kernel.drawing.panels import BESIDE, COLUMN, LINE, header, lines

HEADER = 72  # height of the header above the map


@dataclass(frozen=True, slots=True)
class Panel:
    """A panel that takes a number of rows. `draw`: a function that draws the panel, given the left edge, the first row,
    the width and the number of rows."""

    rows: int
    draw: Callable[[float, int, float, int], Group]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The content of a picture. `size`: the size of the map with the header. `strip`: panels that are as wide as the
    picture. `panels`: a function that returns the other panels for a given width."""

    title: str
    name: str
    status: str
    size: tuple[float, float]
    on_map: Sequence[Group]
    strip: Sequence[Panel]
    panels: Callable[[float], Sequence[Panel]]
    entries: Sequence[legends.Entry]
    sign: float
    colours: Colours


def arrange(sheet: Sheet) -> Drawing:
    wide, high = sheet.size
    is_upright = high > wide
    width = wide + COLUMN if is_upright else max(wide, BESIDE * COLUMN)
    side = COLUMN if is_upright else width / BESIDE
    groups, row = [header(sheet.name, sheet.status, width)], lines(high)
    if is_upright:
        row = max(row, _stack(groups, sheet.panels(side), wide, 2, side, 1))
    row = _stack(groups, sheet.strip, 0, row, width, 1)
    if not is_upright:
        row = _stack(groups, sheet.panels(side), 0, row, side, BESIDE)
    columns = 4 if is_upright else 3
    groups.append(legends.legend(sheet.entries, 0, row, width, columns, sheet.sign))
    row += legends.rows_of(sheet.entries, columns) + 1
    about, area = sheet.status or "The board without pieces", Area(0, HEADER, wide, high)
    groups[0] = _with_margins(groups[0], area, width, row * LINE)
    return Drawing(sheet.title, about, width, row * LINE, (*sheet.on_map, *groups), sheet.colours, map=area)


def _with_margins(head: Group, area: Area, width: float, height: float) -> Group:
    """Paint margins around the map, because the ground of a map may extend beyond its edges."""
    around = (Area(0, 0, width, area.top), Area(0, area.bottom, width, height), Area(area.right, 0, width, height))
    boxes = (Box(each, Paint("paper")) for each in around if each.right > each.left)
    return replace(head, parts=(*boxes, *head.parts))


def _stack(groups: list[Group], panels: Sequence[Panel], left: float, row: int, width: float, beside: int) -> int:
    """Draw panels in rows of `beside`, and return the row below them. Panels side by side are equally high."""
    for first in range(0, len(panels), beside):
        several = panels[first : first + beside]
        rows = max(each.rows for each in several)
        groups += [each.draw(left + n * width, row, width, rows) for n, each in enumerate(several)]
        row += rows + 1
    return row
