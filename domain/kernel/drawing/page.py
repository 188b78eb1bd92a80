"""A page of characters on which a drawing is written. Each character represents a cell of the drawing. Texts are
written unchanged, shapes show their characters (`plain`), and lines are dotted.

On a crowded page a cell represents a larger part of the drawing. There, a symbol covers another symbol only if it does
so in the drawing, such as a piece on its post. All other symbols move to the nearest free cell.
"""

from collections.abc import Iterable, Iterator
from math import ceil, hypot

from kontor.domain.kernel.drawing.model import Area, Group, Path, Point, Shape, Text

UNPRINTABLE = "\ufffd"
AWAY = 14  # how far a sign moves to avoid a text
Cell = tuple[str, str, bool]  # a character, its colour, and whether it belongs to a change
Row = list[Cell]
NOTHING: Cell = (" ", "ink", False)
NEARBY = sorted(  # rows and columns to try, nearest first, on a crowded page
    ((row, column) for row in range(-1, 2) for column in range(-9, 10)),
    key=lambda away: 5 * abs(away[0]) + abs(away[1]),
)


def printable(text: str) -> str:
    """Remove control and bidirectional characters: names come from users and must not control the terminal."""
    return "".join(letter if letter.isprintable() else UNPRINTABLE for letter in text)


class Page:
    """A page that represents an area of a drawing. `cell`: the size of the part that one character represents."""

    def __init__(self, area: Area, cell: tuple[float, float], crowded: bool = False) -> None:
        self._area = area
        self._wide, self._high = cell
        self._crowded = crowded
        self._columns = ceil((area.right - area.left) / self._wide)
        self._signs: dict[Point, tuple[int, int, int]] = {}  # symbols of a crowded page by centre: row, start, length
        self._taken: set[tuple[int, int]] = set()  # cells with letters of a text; on a crowded page, all occupied cells
        self.rows: list[Row] = [[NOTHING] * self._columns for _ in range(ceil((area.bottom - area.top) / self._high))]

    def paint(self, groups: Iterable[Group]) -> None:
        shapes = [found for group in groups for found in _shapes(group, changed=False)]
        if self._crowded:  # names are placed first; lines use the remaining cells
            shapes.sort(key=lambda found: 0 if isinstance(found[0], Text) else 2 if isinstance(found[0], Path) else 1)
        for shape, changed in shapes:
            self._shape(shape, changed)

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
        """Write a text at the same position as in the drawing. Texts begin, end or are centred there, according to
        their anchor."""
        text = printable(text[: self._columns])
        row = self._row(area.centre[1])
        if written is not None and written.anchor == "start":
            start = _nearest((area.left - self._area.left) / self._wide)
        elif written is not None and written.anchor == "end":
            start = _nearest((area.right - self._area.left) / self._wide) - len(text)
        else:
            start = _nearest((area.centre[0] - self._area.left) / self._wide - len(text) / 2)
        start = max(0, min(start, self._columns - len(text)))
        if self._crowded:
            row, start = self._own_place(row, start, len(text), None if written is not None else area.centre)
        elif written is None:
            start = self._beside_texts(row, start, len(text))
        for n, letter in enumerate(text):
            self.rows[row][start + n] = (letter, colour, changed)
            if written is not None or self._crowded:
                self._taken.add((row, start + n))

    def _row(self, y: float) -> int:
        return min(max(int((y - self._area.top) / self._high), 0), len(self.rows) - 1)

    def _is_free(self, row: int, start: int, length: int) -> bool:
        within = start >= 0 and start + length <= self._columns and 0 <= row < len(self.rows)
        return within and all((row, column) not in self._taken for column in range(start, start + length))

    def _own_place(self, row: int, start: int, length: int, centre: Point | None) -> tuple[int, int]:
        """Return the nearest free position. If there is a symbol with the same centre, return the position of that
        symbol."""
        if centre in self._signs:
            below, first, width = self._signs[centre]
            return below, min(first + (width - length) // 2, self._columns - length) if width >= length else first
        places = ((row + down, start + right) for down, right in NEARBY)
        found = next((place for place in places if self._is_free(*place, length)), (row, start))
        if centre is not None:
            self._signs[centre] = (*found, length)
        return found

    def _beside_texts(self, row: int, start: int, length: int) -> int:
        """Return the column nearest to `start` at which a symbol covers no text of its row. Characters are coarse: a
        piece that is next to a name in the drawing would often hide letters of the name on the page."""
        places = (start + shift for shift in sorted(range(-AWAY, AWAY + 1), key=abs))
        return next((place for place in places if self._is_free(row, place, length)), start)

    def _line(self, path: Path, dot: str) -> None:
        """Draw a line through empty cells only."""
        for (ax, ay), (bx, by) in zip(path.points, path.points[1:], strict=False):
            steps = ceil(hypot((bx - ax) / self._wide, (by - ay) / self._high)) or 1
            for n in range(steps + 1):
                x, y = ax + (bx - ax) * n / steps, ay + (by - ay) * n / steps
                row, column = int((y - self._area.top) / self._high), int((x - self._area.left) / self._wide)
                if 0 <= row < len(self.rows) and 0 <= column < self._columns and self.rows[row][column] == NOTHING:
                    self.rows[row][column] = (dot, path.paint.stroke or "ink", False)


def _nearest(column: float) -> int:
    """Return the nearest column. Round all halves in the same direction. Otherwise a piece could miss the space between
    the brackets of its office."""
    return ceil(column - 0.5)


def _shapes(group: Group, changed: bool) -> Iterator[tuple[Shape, bool]]:
    """Yield the shapes of a group in the order of painting, and whether each belongs to a change."""
    changed = group.changed or (changed and group.thing is None)
    for part in group.parts:
        if isinstance(part, Group):
            yield from _shapes(part, changed)
        else:
            yield part, changed
