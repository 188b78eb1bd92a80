"""The legend of a picture: every symbol with its meaning, in columns."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from kontor.domain.kernel.drawing.model import Box, Group, Paint, Shape, Text, area_around
from kontor.domain.kernel.drawing.panels import INSET, LEGEND, frame, line, middle, panel
from kontor.domain.kernel.drawing.seats import SeatLook

Sign: TypeAlias = Callable[[float, float], Iterator[Shape]]
Entry: TypeAlias = tuple[Sign, str]

SHOWN = SeatLook(1, "red", "r")  # the seat whose pieces represent those of all seats
SIZE = 22  # size of the texts


def rows_of(entries: Sequence[Entry], columns: int) -> int:
    """Return the number of rows of a legend, including the headline and the line about changes."""
    return 1 + -(-(len(entries) + 1) // columns)


def legend(entries: Sequence[Entry], left: float, row: int, width: float, columns: int, sign: float) -> Group:
    """Draw the legend. `sign`: the width that is reserved for each symbol."""
    each = rows_of(entries, columns) - 1
    area = panel(left, row, width, each + 1)
    wide = (area.right - area.left - 2 * INSET) / columns
    at = [(area.left + INSET + n // each * wide, middle(row + 1 + n % each)) for n in range(len(entries) + 1)]
    parts: list[Shape] = [frame(area), line(area, row, LEGEND, bold=True)]
    for (drawn, text), (x, y) in zip(entries, at, strict=False):
        parts += [*drawn(x + sign / 2 - 4, y), Text(x + sign, y, text, SIZE, "ink")]
    return Group((*parts, *_changes(*at[-1], sign)), part="legend")


def _changes(x: float, y: float, sign: float) -> Iterator[Shape]:
    """Draw the symbol for changes in the picture only. A text picture lists the changes at its end."""
    yield Box(area_around(x + sign / 2 - 4, y, 30, 26), Paint(None, "mark", 3, "7 4"), 9)
    yield Text(x + sign, y, "changed just now", SIZE, "ink", plain="")
