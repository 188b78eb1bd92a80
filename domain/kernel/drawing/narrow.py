"""Fit a drawing on a narrower page. The map is compressed, and the panels are placed below each other, or side by side
where they fit."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, zip_longest

from kontor.domain.kernel.drawing.model import Area, Drawing, Group, Shape, Text, shapes_in
from kontor.domain.kernel.drawing.page import NOTHING, Page, Row
from kontor.domain.kernel.drawing.panels import is_panel

GAP = 2  # columns between panels
ROOM = 250  # extra space: some texts are longer in characters than in the drawing

Block = list[Row]


def narrow(drawing: Drawing, columns: int) -> Iterator[Row]:
    panels = [group for group in drawing.groups if is_panel(group)]
    rest = tuple(group for group in drawing.groups if not is_panel(group))
    wide, high = drawing.cell
    # a header does not limit the width
    shapes = shapes_in(tuple(group for group in rest if group.part != "header"))
    on_map = [shape.area for shape in shapes if not isinstance(shape, Text)]
    right = max((each.right for each in on_map), default=drawing.width)
    bottom = max((shape.area.bottom for shape in shapes_in(rest)), default=0.0)
    page = Page(Area(0, 0, right, bottom), (max(wide, right / columns), high), crowded=True)
    page.paint(rest)
    yield from _trim(page.rows)
    blocks: list[Block] = []
    for group in panels:
        if (area := group.area) is not None:
            too_wide = area.right - area.left > columns * wide
            parts = [(part, (Group(of),)) for part, of in _in_columns(group, area)] if too_wide else [(area, (group,))]
            blocks += [_paint(part, drawing.cell, groups) for part, groups in parts]
    yield from _flow(blocks, columns)


def _paint(area: Area, cell: tuple[float, float], groups: tuple[Group, ...]) -> Block:
    page = Page(area, cell)
    page.paint(groups)
    return _trim(page.rows)


def _trim(rows: Sequence[Row]) -> Block:
    """Remove the empty rows at the top and at the bottom, and the empty columns on the right."""
    filled = [n for n, row in enumerate(rows) if _width(row)]
    kept = rows[filled[0] : filled[-1] + 1] if filled else []
    width = max(map(_width, kept), default=0)
    return [row[:width] for row in kept]


def _width(row: Row) -> int:
    return next((n for n in range(len(row), 0, -1) if row[n - 1][0] != " "), 0)


def _in_columns(group: Group, area: Area) -> Iterator[tuple[Area, tuple[Shape, ...]]]:
    """Split a panel that is too wide into columns. Each column begins as far before its texts as the first column
    does."""
    shapes = tuple(shapes_in((group,)))
    starts = Counter(shape.x for shape in shapes if isinstance(shape, Text) and shape.anchor == "start")
    lefts = sorted(x for x, times in starts.items() if times > 1)
    edges = [area.left, *(x - lefts[0] + area.left for x in lefts[1:]), area.right]
    for left, right in pairwise(edges):
        yield Area(left, area.top, right + ROOM, area.bottom), tuple(s for s in shapes if left <= _middle(s) < right)


def _middle(shape: Shape) -> float:
    """Return the position that decides the column of a shape: a text may be longer than its column is wide."""
    return shape.x if isinstance(shape, Text) else shape.area.centre[0]


def _flow(blocks: Sequence[Block], columns: int) -> Iterator[Row]:
    """Arrange as many blocks side by side as fit, with an empty row above each line of blocks."""
    line: list[Block] = []
    for block in [*blocks, None]:
        width = sum(len(each[0]) + GAP for each in line)
        if line and (block is None or width + len(block[0]) > columns):
            yield []
            yield from _beside(line)
            line = []
        if block:
            line.append(block)


def _beside(line: Sequence[Block]) -> Iterator[Row]:
    for rows in zip_longest(*line):
        found: Row = []
        for block, row in zip(line, rows, strict=True):
            wide = len(block[0]) + GAP
            found += [*(row or []), *[NOTHING] * wide][:wide]
        yield found
