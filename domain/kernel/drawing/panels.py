"""Panels beside the map: rows of one height, so that text lines up with itself, in a picture and on a page of text."""

from collections.abc import Iterator, Sequence
from math import ceil

from kontor.domain.kernel.drawing.metrics import shortened, text_width
from kontor.domain.kernel.drawing.model import CELL, Area, Box, Group, Paint, Text

LINE = 36
GAP = 12  # between panels
INSET = 16
ROUNDED = 12
LEGEND = "Legend"
BODY = 24  # size of a text
HEAD = 28
TITLE = 34
COLUMN = 560  # of panels beside a map that is higher than wide
NARROWEST = 1650  # picture in which desks and legend have room


def lines(height: float) -> int:
    """How many rows something of that height takes."""
    return ceil(height / LINE)


def panel(left: float, row: int, width: float, rows: int) -> Area:
    """The room of a panel that begins with a row and has so many of them; a row is left free below it."""
    return Area(left + GAP / 2, row * LINE - 8, left + width - GAP / 2, (row + rows) * LINE + 10)


def side_by_side(
    count: int, columns: int, left: float, row: int, width: float, rows: int
) -> Iterator[tuple[Area, int]]:
    """Panels of as many rows each, so many beside each other: where each lies, and its first row."""
    for n in range(count):
        first = row + n // columns * (rows + 1)
        yield panel(left + n % columns * width, first, width, rows), first


def rows_side_by_side(count: int, columns: int, rows: int) -> int:
    """How many rows all of them take."""
    return -(-count // columns) * (rows + 1)


def frame(area: Area, edge: str = "rule") -> Box:
    return Box(area, Paint("panel", edge, 2.5), ROUNDED)


def is_legend(group: Group) -> bool:
    """Whether it is the panel that explains the signs."""
    return is_panel(group) and any(isinstance(part, Text) and part.text == LEGEND for part in group.parts)


def is_panel(group: Group) -> bool:
    """Whether it is one of the panels around a map."""
    first = group.parts[0] if group.parts else None
    return isinstance(first, Box) and first.paint.fill == "panel" and first.radius == ROUNDED


def middle(row: int) -> float:
    """Where the text of a row stands."""
    return row * LINE + LINE / 2


def line(area: Area, row: int, text: str, colour: str = "ink", *, size: float = BODY, bold: bool = False) -> Text:
    """A row of a panel, as much of the text as there is room for."""
    room = area.right - area.left - 2 * INSET
    return Text(area.left + INSET, middle(row), _fitting(text, size, room, bold), size, colour, bold)


def _fitting(text: str, size: float, room: float, bold: bool = False) -> str:
    """As much of a text as there is room for, in the picture and on a page of text."""
    fits = shortened(text, size, room, bold)
    most = int(room // CELL[0])
    return fits if len(fits) <= most else f"{fits[: most - 1].rstrip()}…"


def room_in(width: float) -> float:
    """How long a text may be in a panel of that width."""
    return width - GAP - 2 * INSET


def in_rows(told: Sequence[str], room: float) -> list[str]:
    """What is told, with commas between, in as many rows as it needs. A row ends behind a comma, and elsewhere only if
    one thing alone is longer than a row."""
    rows: list[str] = []
    for n, each in enumerate(told):
        text = each if n == len(told) - 1 else f"{each},"
        if rows and _fits(f"{rows[-1]} {text}", room):
            rows[-1] += f" {text}"
        else:
            rows += _broken(text, room)
    return rows


def _broken(text: str, room: float) -> Iterator[str]:
    """Between words; a word for which there is no room at all is shortened."""
    row = ""
    for word in text.split():
        if row and not _fits(f"{row} {word}", room):
            yield _fitting(row, BODY, room)
            row = word
        else:
            row = f"{row} {word}".lstrip()
    yield _fitting(row, BODY, room)


def _fits(text: str, room: float) -> bool:
    return _fitting(text, BODY, room) == text


def texts(area: Area, row: int, rows: Sequence[str], colour: str = "ink") -> Iterator[Text]:
    """Rows of a panel from that one on."""
    return (line(area, row + n, text, colour) for n, text in enumerate(rows))


def header(title: str, status: str, width: float) -> Group:
    """Above the map: what is played, and how it stands."""
    told = Text(width - 24, 40, status, HEAD, "faint", anchor="end")
    room = width - 72 - text_width(status, HEAD)
    return Group((Text(24, 40, shortened(title, TITLE, room, bold=True), TITLE, "ink", bold=True), told))
