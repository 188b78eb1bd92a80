"""Panels next to the map. All rows have the same height, so that texts line up in pictures and in text pictures."""

from collections.abc import Iterator, Sequence
from math import ceil

from kontor.domain.kernel.drawing.metrics import shorten, text_width
from kontor.domain.kernel.drawing.model import CELL, Area, Box, Group, Paint, Text

LINE = 36
GAP = 12  # space between panels
INSET = 16
ROUNDED = 12
LEGEND = "Legend"
BODY = 24  # size of a text
HEAD = 28
TITLE = 34
COLUMN = 500  # width of the panels next to a map that is higher than wide
BESIDE = 3  # panels side by side below a map


def lines(height: float) -> int:
    """Return the number of rows that are needed for this height."""
    return ceil(height / LINE)


def panel(left: float, row: int, width: float, rows: int) -> Area:
    """Return the area of a panel that begins at a row. One row below the panel stays free."""
    return Area(left + GAP / 2, row * LINE - 8, left + width - GAP / 2, (row + rows) * LINE + 10)


def frame(area: Area, edge: str = "rule") -> Box:
    return Box(area, Paint("panel", edge, 2.5), ROUNDED)


def is_panel(group: Group) -> bool:
    """Return whether the group is a panel next to the map."""
    return group.part in ("desk", "table", "legend")


def middle(row: int) -> float:
    """Return the vertical middle of the text in a row."""
    return row * LINE + LINE / 2


def line(area: Area, row: int, text: str, colour: str = "ink", *, size: float = BODY, bold: bool = False) -> Text:
    """Return the text of one row of a panel, shortened if it does not fit."""
    room = area.right - area.left - 2 * INSET
    return Text(area.left + INSET, middle(row), _shorten(text, size, room, bold), size, colour, bold)


def _shorten(text: str, size: float, room: float, bold: bool = False) -> str:
    """Shorten a text so that it fits in the picture and in the text picture."""
    fits = shorten(text, size, room, bold)
    most = int(room // CELL[0])
    return fits if len(fits) <= most else f"{fits[: most - 1].rstrip()}…"


def room_in(width: float) -> float:
    """Return how wide a text can be in a panel of this width."""
    return width - GAP - 2 * INSET


def in_rows(told: Sequence[str], room: float) -> list[str]:
    """Join the texts with commas, in as many rows as needed. A row ends after a comma; a text is broken only if it is
    longer than a row."""
    rows: list[str] = []
    for n, each in enumerate(told):
        text = each if n == len(told) - 1 else f"{each},"
        if rows and _fits(f"{rows[-1]} {text}", room):
            rows[-1] += f" {text}"
        else:
            rows += _break_words(text, room)
    return rows


def _break_words(text: str, room: float) -> Iterator[str]:
    """Yield the rows of a text, which is broken between words. A word that is too long is shortened."""
    row = ""
    for word in text.split():
        if row and not _fits(f"{row} {word}", room):
            yield _shorten(row, BODY, room)
            row = word
        else:
            row = f"{row} {word}".lstrip()
    yield _shorten(row, BODY, room)


def _fits(text: str, room: float) -> bool:
    return _shorten(text, BODY, room) == text


def texts(area: Area, row: int, rows: Sequence[str], colour: str = "ink") -> Iterator[Text]:
    """Yield the texts of a panel's rows, beginning at the given row."""
    return (line(area, row + n, text, colour) for n, text in enumerate(rows))


def header(title: str, status: str, width: float) -> Group:
    """Return the line above the map: the title of the game and its status."""
    told = Text(width - 24, 40, status, HEAD, "faint", anchor="end")
    room = width - 72 - text_width(status, HEAD)
    name = Text(24, 40, shorten(title, TITLE, room, bold=True), TITLE, "ink", bold=True)
    return Group((name, told), part="header")
