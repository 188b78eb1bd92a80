"""Measure drawings: find labels that overlap, that later shapes cover, or that cover a piece."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from kontor.domain.kernel.drawing.model import (
    Area,
    Box,
    Circle,
    Drawing,
    Group,
    Path,
    Point,
    Shape,
    Text,
    groups_in,
    shapes_in,
)
from kontor.domain.kernel.drawing.panels import is_panel
from kontor.domain.kernel.drawing.room import crosses

GROUND = frozenset({"hex", "seat", "route", "edge", "city", "site"})  # things that labels may be on or in
TOUCH = 0.5  # allowed overlap
BAR = 10  # a line as wide as this is a piece
SEATS = frozenset({"red", "blue", "green", "yellow", "purple", "white", "orange"})
RESOURCES = ("lumber", "wool", "grain", "ore", "salt")
EXPLAINED_BY_ITSELF = {  # looks that need no line in a legend
    *(("Box", "paper", None, ""), ("Box", "stone", "office_edge", "")),  # the background of a name; the frame of a city
    *(("Box", "panel", "rule", ""), ("Box", "gold", "rule", "")),  # the track, which has numbers
    *(("Path", None, "ink", ""), ("Path", None, "plate_edge", ""), ("Path", None, "permanent_edge", "")),  # to a route
    *(("Box", "sea", None, ""), ("Path", None, "shallow", ""), ("Path", None, "land", "")),  # the ground
    *(("Path", "shallow", "shallow", ""), ("Path", "land", "land", "")),
    *(("Path", None, "province", ""), ("Circle", "province", None, "")),  # from a name into its province
}
Look = tuple[str, str | None, str | None, str]


@dataclass(frozen=True)
class Painted:
    """A shape with its number in the order of painting, and its groups, the innermost group last."""

    nth: int
    shape: Shape
    inside: tuple[int, ...]  # ids of the groups


def painted(drawing: Drawing) -> list[Painted]:
    found: list[Painted] = []

    def walk(group: Group, inside: tuple[int, ...]) -> None:
        here = (*inside, id(group))
        for part in group.parts:
            if isinstance(part, Group):
                walk(part, here)
            else:
                found.append(Painted(len(found), part, here))

    for group in drawing.groups:
        walk(group, ())
    return found


def labels(drawing: Drawing) -> list[Painted]:
    return [each for each in painted(drawing) if isinstance(each.shape, Text) and each.shape.text]


def named(each: Painted) -> str:
    assert isinstance(each.shape, Text)
    return each.shape.text


def overlapping(drawing: Drawing) -> Iterator[tuple[str, str]]:
    """Yield pairs of labels that overlap."""
    found = [(each, each.shape.area) for each in labels(drawing)]
    for n, (one, whole) in enumerate(found):
        area = whole.grown(-TOUCH)
        yield from ((named(one), named(other)) for other, place in found[n + 1 :] if area.overlaps(place))


def covered(drawing: Drawing) -> Iterator[tuple[str, Shape]]:
    """Yield labels that a later opaque shape covers."""
    others = [(each.nth, each.shape, each.shape.area) for each in painted(drawing) if not isinstance(each.shape, Text)]
    for label in labels(drawing):
        area = label.shape.area.grown(-TOUCH)
        for nth, shape, place in others:
            if nth > label.nth and place.overlaps(area) and _hides(shape, area):
                yield named(label), shape


def _hides(shape: Circle | Box | Path, area: Area) -> bool:
    if shape.paint.opacity < 0.1:
        return False
    if not isinstance(shape, Path):
        return shape.paint.fill is not None and shape.area.overlaps(area)
    ends = (*shape.points[1:], shape.points[0]) if shape.closed else shape.points[1:]
    if any(crosses(area, *way) for way in zip(shape.points, ends, strict=False)):
        return True
    return shape.paint.fill is not None and _holds(shape.points, area.centre)


def _holds(points: tuple[Point, ...], point: Point) -> bool:
    """Return whether a point is inside a polygon. It is inside if a ray from the point crosses the outline an odd
    number of times."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside


def covering(drawing: Drawing) -> Iterator[tuple[str, str]]:
    """Yield labels that cover a piece, a post, an office, a plate of another group, or a route that was built."""
    found = [(label, label.shape.area.grown(-TOUCH)) for label in labels(drawing)]
    for group, inside in _groups(drawing.groups, ()):
        if group.thing is None or group.area is None:
            continue
        is_ground = group.thing.kind in GROUND
        shapes = [(shape, shape.area) for shape in group.shapes if (_is_bar if is_ground else _is_solid)(shape)]
        for label, area in found:
            if id(group) in label.inside or label.inside[-1] in inside:
                continue
            if any(place.overlaps(area) and (not is_ground or _hides(shape, area)) for shape, place in shapes):  # type: ignore[arg-type]
                yield named(label), group.thing.title


def _is_bar(shape: Shape) -> bool:
    return isinstance(shape, Path) and shape.paint.width >= BAR and shape.paint.opacity > 0.1


def _is_solid(shape: Shape) -> bool:
    return isinstance(shape, Circle | Box) and shape.paint.opacity > 0.1


def _groups(groups: tuple[Group, ...], inside: tuple[int, ...]) -> Iterator[tuple[Group, tuple[int, ...]]]:
    for group in groups:
        yield group, inside
        yield from _groups(tuple(part for part in group.parts if isinstance(part, Group)), (*inside, id(group)))


def misplaced(drawing: Drawing, kinds: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield the pieces of these kinds that cover a label or each other. This checks nothing else, because it is used
    for many positions."""
    names = [(named(each), each.shape.area.grown(-TOUCH)) for each in labels(drawing)]
    pieces = [(each, each.area) for each in groups_in(drawing.groups) if each.thing and each.thing.kind in kinds]
    for n, (piece, area) in enumerate(pieces):
        assert piece.thing
        assert area
        solid = [shape for shape in piece.shapes if not isinstance(shape, Text)]
        for name, place in names:
            if area.overlaps(place) and any(_hides(shape, place) for shape in solid):
                yield piece.thing.title, name
        for other, beside in pieces[n + 1 :]:
            if beside and area.grown(-TOUCH).overlaps(beside):
                yield piece.thing.title, other.thing.title if other.thing else ""


def outside(drawing: Drawing) -> Iterator[str]:
    """Yield labels that extend beyond the edge of the picture."""
    whole = Area(0, 0, drawing.width, drawing.height)
    yield from (named(label) for label in labels(drawing) if not label.shape.area.is_inside(whole))


# ---------------------------------------------------------------- the legend


def unexplained_signs(drawing: Drawing) -> set[str]:
    """Return the characters in a drawing as text that the legend does not explain. The letter of one seat in the legend
    explains the letters of all seats, and one number explains all numbers."""
    known = {each for shape in shapes_in(_legend(drawing)) for each in _characters(shape)}
    return {each for shape in shapes_in(_map(drawing)) for each in _characters(shape)} - known


def unsigned_lines(drawing: Drawing) -> list[str]:
    """Return the lines of the legend that explain nothing in a drawing as text, because they have no character."""
    found, signs = list[str](), set[str]()
    for shape in shapes_in(_legend(drawing)):
        if isinstance(shape, Text) and shape.anchor == "start" and not shape.bold:
            found += [shape.text] if not signs and shape.plain is None else []
            signs = set()
        elif not (isinstance(shape, Text) and shape.bold and shape.anchor == "start"):
            signs |= _characters(shape) or ({shape.text} if isinstance(shape, Text) and shape.plain is None else set())
    return found


def unexplained_looks(drawing: Drawing) -> set[Look]:
    """Return the looks of shapes in a picture that its legend does not contain."""
    known = {_look(shape) for shape in shapes_in(_legend(drawing)) if not isinstance(shape, Text)}
    seen = {_look(shape) for shape in shapes_in(_map(drawing)) if not isinstance(shape, Text) and _is_seen(shape)}
    return seen - known - EXPLAINED_BY_ITSELF


def _legend(drawing: Drawing) -> tuple[Group, ...]:
    return tuple(group for group in drawing.groups if group.part == "legend")


def _map(drawing: Drawing) -> tuple[Group, ...]:
    return tuple(group for group in drawing.groups if not is_panel(group))


def _characters(shape: Shape) -> set[str]:
    """Return the characters of a shape that the legend must explain. Words need no explanation. A text on a plate, a
    disc or a coin is explained by that shape."""
    letters = shape.plain or ""
    if isinstance(shape, Text):
        letters = re.sub(r"\w{2,}", "", letters.replace(shape.text, ""))
    elif {shape.paint.fill, shape.paint.stroke} & SEATS:
        letters = re.sub("[a-z]", "r", re.sub("[A-Z]", "R", letters))
    return set(re.sub(r"\d", "1", letters)) - {" "}


def _look(shape: Circle | Box | Path) -> Look:
    paint = shape.paint
    alike = {**dict.fromkeys(SEATS, "a seat"), **dict.fromkeys(RESOURCES, "a resource")}
    fill, stroke = (alike.get(str(each), each) for each in (paint.fill, paint.stroke))
    return type(shape).__name__, fill, stroke, paint.dash


def _is_seen(shape: Circle | Box | Path) -> bool:
    """Return whether the legend must explain the shape. An emblem needs no explanation, because the seat's desk shows
    it."""
    is_emblem = {shape.paint.fill, shape.paint.stroke} & {"on_dark", "on_light"}
    return not is_emblem and shape.paint.opacity > 0.1 and not (isinstance(shape, Circle) and shape.radius < 1)
