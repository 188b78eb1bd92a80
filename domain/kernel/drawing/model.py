"""The parts of a drawing: shapes with paint, in groups that may represent objects of the game."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from kontor.domain.kernel.drawing.metrics import text_width

Point: TypeAlias = tuple[float, float]
CELL = (12.5, 36.0)  # default size of the part of a drawing that one character represents
Anchor: TypeAlias = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle in a drawing."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def centre(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def overlaps(self, other: "Area", gap: float = 0) -> bool:
        """Return whether the areas share more than an edge, or are closer than the gap."""
        return (
            self.left < other.right + gap
            and other.left < self.right + gap
            and self.top < other.bottom + gap
            and other.top < self.bottom + gap
        )

    def is_inside(self, other: "Area") -> bool:
        return (
            other.left <= self.left
            and self.right <= other.right
            and other.top <= self.top
            and self.bottom <= other.bottom
        )

    def grown(self, by: float) -> "Area":
        return Area(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def joined(self, other: "Area") -> "Area":
        return Area(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


def area_around(x: float, y: float, width: float, height: float) -> Area:
    """Return the rectangle of this size with its centre at this point."""
    return Area(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


@dataclass(frozen=True, slots=True)
class Paint:
    """The names of the colours with which a shape is painted. None means that this part is not painted."""

    fill: str | None = None
    stroke: str | None = None
    width: float = 2
    dash: str = ""
    opacity: float = 1


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle. `plain`: the characters at its centre in a text picture, or None for nothing."""

    x: float
    y: float
    radius: float
    paint: Paint
    plain: str | None = None

    @property
    def area(self) -> Area:
        return area_around(self.x, self.y, 2 * self.radius, 2 * self.radius)


def letters(x: float, y: float, plain: str, colour: str = "ink") -> Circle:
    """Return a symbol that is visible only in text pictures."""
    return Circle(x, y, 0.1, Paint(colour), plain=plain)


@dataclass(frozen=True, slots=True)
class Box:
    within: Area
    paint: Paint
    radius: float = 0
    plain: str | None = None

    @property
    def area(self) -> Area:
        return self.within


@dataclass(frozen=True, slots=True)
class Path:
    """Straight lines from point to point. In a text picture, `plain` is repeated along the lines."""

    points: tuple[Point, ...]
    paint: Paint
    closed: bool = False
    plain: str | None = None

    @property
    def area(self) -> Area:
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return Area(min(xs), min(ys), max(xs), max(ys))


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text. `y`: the middle of its height. `plain`: the characters in a text picture, "" for nothing, or None
    for the text itself."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    bold: bool = False
    anchor: Anchor = "start"
    plain: str | None = None

    @property
    def area(self) -> Area:
        width = text_width(self.text, self.size, self.bold)
        left = {"start": self.x, "middle": self.x - width / 2, "end": self.x - width}[self.anchor]
        return Area(left, self.y - self.size / 2, left + width, self.y + self.size / 2)


Shape: TypeAlias = Circle | Box | Path | Text
Part: TypeAlias = Literal["", "header", "track", "table", "desk", "legend"]  # "": the map


@dataclass(frozen=True, slots=True)
class Thing:
    """The object of the game that a group of shapes represents. `of`: the id of the object that contains it, if its own
    id is not unique."""

    kind: str
    id: str
    title: str
    of: str | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes and groups, which are painted in this order. `changed`: the last commit changed the object that the group
    represents. `part`: the part of the picture that the group is, or "" for the map."""

    parts: "tuple[Shape | Group, ...]"
    thing: Thing | None = None
    changed: bool = False
    part: Part = ""

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """Return the group's own shapes, without those of inner groups."""
        return tuple(part for part in self.parts if not isinstance(part, Group))

    @property
    def area(self) -> Area | None:
        """Return the area around the group's own shapes."""
        areas = [shape.area for shape in self.shapes]
        if not areas:
            return None
        found = areas[0]
        for each in areas[1:]:
            found = found.joined(each)
        return found


Colours: TypeAlias = Mapping[str, tuple[str, str]]  # name → by day, by night


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture of this width and height, with its upper left corner at `origin`. `cell`: the size of the part that one
    character of a text picture represents. `map`: the area of the map, without header and panels."""

    title: str
    about: str
    width: float
    height: float
    groups: tuple[Group, ...]
    colours: Colours = field(default_factory=dict)
    cell: tuple[float, float] = CELL
    origin: Point = (0, 0)
    map: Area | None = None


def groups_in(groups: tuple[Group, ...]) -> Iterator[Group]:
    """Yield all groups, including inner groups, in the order of painting."""
    for group in groups:
        yield group
        yield from groups_in(tuple(part for part in group.parts if isinstance(part, Group)))


def shapes_in(groups: tuple[Group, ...]) -> Iterator[Shape]:
    """Yield all shapes of these groups in the order of painting."""
    for group in groups:
        for part in group.parts:
            if isinstance(part, Group):
                yield from shapes_in((part,))
            else:
                yield part
