"""Write a drawing as a text picture with a title, with or without colours. Plain text cannot mark changes, so they are
listed at the end."""

import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import ceil

from kontor.domain.kernel.drawing.model import Area, Drawing, groups_in
from kontor.domain.kernel.drawing.narrow import narrow
from kontor.domain.kernel.drawing.page import Page, Row, printable
from kontor.domain.kernel.drawing.palette import palette

RESET = "\x1b[0m"
CHANGED = "\x1b[7m"  # reverse video


def terminal(drawing: Drawing, colours: bool = False, columns: int | None = None, legend: bool = True) -> str:
    """Return a drawing as text for a terminal. `colours`: add escape sequences for a dark background. `columns`: the
    width of the page, if the drawing is wider. `legend`: include the panel that explains the symbols."""
    if not legend:
        drawing = replace(drawing, groups=tuple(group for group in drawing.groups if group.part != "legend"))
    shades = palette(drawing.colours, "dark") if colours else None
    rows, told = _whole(drawing), [printable(drawing.title), "", *_changes(drawing)]
    if columns is not None:
        rows = list(narrow(drawing, columns)) if columns < ceil(drawing.width / drawing.cell[0]) else rows
        told = [part for line in told for part in textwrap.wrap(line, columns, subsequent_indent="    ") or [""]]
    at = told.index("") + 1
    lines = [*told[:at], *(_line(row, shades) for row in rows), *told[at:]]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _whole(drawing: Drawing) -> list[Row]:
    page = Page(Area(0, 0, drawing.width, drawing.height), drawing.cell)
    page.paint(drawing.groups)
    return page.rows


def _changes(drawing: Drawing) -> Iterator[str]:
    told = [printable(group.thing.title) for group in groups_in(drawing.groups) if group.changed and group.thing]
    if told:
        yield ""
        yield "Changed by the last commit:"
        yield from (f"  {each}" for each in told)


def _line(row: Row, shades: Mapping[str, str] | None) -> str:
    return "".join(letter for letter, _, _ in row) if shades is None else _colour(row, shades)


def _colour(row: Row, shades: Mapping[str, str]) -> str:
    """Return a row as text, with an escape sequence at each change of colour. Blanks have no colour."""
    told, last = "", ""
    for letter, colour, changed in row:
        code = "" if letter == " " and not changed else _code(shades[colour], changed)
        if code != last:
            told += f"{RESET}{code}" if last else code
        told, last = told + letter, code
    return f"{told.rstrip()}{RESET}" if last else told.rstrip()


def _code(shade: str, changed: bool) -> str:
    red, green, blue = (int(shade[n : n + 2], 16) for n in (1, 3, 5))
    return f"{CHANGED if changed else ''}\x1b[38;2;{red};{green};{blue}m"
