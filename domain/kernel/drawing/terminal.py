"""The painter of text: a page of characters, each of which stands for a cell of the drawing.

Texts are written as they stand, shapes show the characters that they have for this (`plain`), and lines are dotted.
What the last commit changed is told in words at the end, since text alone has no way to mark it.
"""

from collections.abc import Iterator, Mapping
from math import ceil, hypot

from kontor.domain.kernel.drawing.model import Area, Drawing, Group, Path, Shape, Text, groups_in
from kontor.domain.kernel.drawing.palette import palette

UNPRINTABLE = "\ufffd"
RESET = "\x1b[0m"
CHANGED = "\x1b[7m"  # the other way round: paper on ink
Cell = tuple[str, str, bool]  # a character, the colour it has, whether it belongs to what has changed
AWAY = 14  # how far a sign makes way for a text
NOTHING: Cell = (" ", "ink", False)


def terminal(drawing: Drawing, colours: bool = False) -> str:
    """`colours`: with the escape sequences of a terminal with a dark ground."""
    page = Page(drawing)
    for group in drawing.groups:
        page.paint(group, changed=False)
    shades = palette(drawing.colours, "dark") if colours else None
    lines = [_printable(drawing.title), "", *page.lines(shades), *_changes(drawing)]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _changes(drawing: Drawing) -> Iterator[str]:
    told = [_printable(group.thing.title) for group in groups_in(drawing.groups) if group.changed and group.thing]
    if told:
        yield ""
        yield "Changed by the last commit:"
        yield from (f"  {each}" for each in told)


def _printable(text: str) -> str:
    """Names are of users: what would steer a terminal, or turn the direction of writing, is not handed on."""
    return "".join(letter if letter.isprintable() else UNPRINTABLE for letter in text)


class Page:
    def __init__(self, drawing: Drawing) -> None:
        self._wide, self._high = drawing.cell
        self._columns = ceil(drawing.width / self._wide)
        self._lettered: set[tuple[int, int]] = set()  # cells with letters of a text
        self._rows = [[NOTHING] * self._columns for _ in range(ceil(drawing.height / self._high))]

    def paint(self, group: Group, changed: bool) -> None:
        changed = group.changed or (changed and group.thing is None)
        for part in group.parts:
            if isinstance(part, Group):
                self.paint(part, changed)
            else:
                self._shape(part, changed)

    def _shape(self, shape: Shape, changed: bool) -> None:
        if isinstance(shape, Text):
            self._write(shape.area, shape.text if shape.plain is None else shape.plain, shape.colour, changed, shape)
        elif shape.plain is None:
            return
        elif isinstance(shape, Path):
            self._line(shape, shape.plain)
        else:
            self._write(shape.area, shape.plain, shape.paint.fill or "ink", changed)

    def _write(self, area: Area, text: str, colour: str, changed: bool, written: Text | None = None) -> None:
        """At the place where the drawing has it; a text that begins there begins here, others are centred."""
        at = min(max(int(area.centre[1] / self._high), 0), len(self._rows) - 1)
        if written is not None and written.anchor == "start":
            start = round(area.left / self._wide)
        elif written is not None and written.anchor == "end":
            start = round(area.right / self._wide) - len(text)
        else:
            start = round(area.centre[0] / self._wide - len(text) / 2)
        start = max(0, min(start, self._columns - len(text)))
        if written is None:
            start = self._beside_texts(at, start, len(text))
        for n, letter in enumerate(_printable(text[: self._columns])):
            self._rows[at][start + n] = (letter, colour, changed)
            if written is not None:
                self._lettered.add((at, start + n))

    def _beside_texts(self, row: int, start: int, length: int) -> int:
        """The nearest place in a row at which a sign covers no text: cells are coarse, a piece beside a name in the
        picture may fall onto it here."""
        for shift in sorted(range(-AWAY, AWAY + 1), key=abs):
            columns = range(start + shift, start + shift + length)
            free = all(0 <= column < self._columns and (row, column) not in self._lettered for column in columns)
            if free:
                return start + shift
        return start

    def _line(self, path: Path, dot: str) -> None:
        """Only where nothing is yet."""
        for (ax, ay), (bx, by) in zip(path.points, path.points[1:], strict=False):
            steps = ceil(hypot((bx - ax) / self._wide, (by - ay) / self._high)) or 1
            for n in range(steps + 1):
                x, y = ax + (bx - ax) * n / steps, ay + (by - ay) * n / steps
                row, column = int(y / self._high), int(x / self._wide)
                if 0 <= row < len(self._rows) and 0 <= column < self._columns and self._rows[row][column] == NOTHING:
                    self._rows[row][column] = (dot, path.paint.stroke or "ink", False)

    def lines(self, shades: Mapping[str, str] | None) -> Iterator[str]:
        for row in self._rows:
            yield "".join(letter for letter, _, _ in row) if shades is None else _coloured(row, shades)


def _coloured(row: list[Cell], shades: Mapping[str, str]) -> str:
    """A new sequence only where the colour changes; blanks have none."""
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
