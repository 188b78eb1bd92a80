"""Drawings measured: which labels lie on each other, or are covered by what is painted later, or cover a piece."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from kontor.domain.kernel.drawing.model import Area, Box, Circle, Drawing, Group, Path, Point, Shape, Text, groups_in
from kontor.domain.kernel.drawing.room import crosses

GROUND = frozenset({"hex", "seat", "route", "edge", "city", "site"})  # things that labels stand on or in
TOUCH = 0.5  # as much may be shared
BAR = 10  # a line as broad as this is a piece


@dataclass(frozen=True)
class Painted:
    """A shape with its place in the order of painting, and the groups it is in, the innermost last."""

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
    """Labels that lie on each other."""
    found = labels(drawing)
    for n, one in enumerate(found):
        area = one.shape.area.grown(-TOUCH)
        yield from ((named(one), named(other)) for other in found[n + 1 :] if area.overlaps(other.shape.area))


def covered(drawing: Drawing) -> Iterator[tuple[str, Shape]]:
    """Labels on which something opaque is painted later."""
    everything = painted(drawing)
    for label in labels(drawing):
        area = label.shape.area.grown(-TOUCH)
        for other in everything[label.nth + 1 :]:
            if not isinstance(other.shape, Text) and _hides(other.shape, area):
                yield named(label), other.shape


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
    """Whether a point lies inside of a polygon: a ray from it meets the outline an odd number of times."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside


def covering(drawing: Drawing) -> Iterator[tuple[str, str]]:
    """Labels that lie on a piece, a post, an office, a plate of another group, or on a route that was built."""
    found = labels(drawing)
    for group, inside in _groups(drawing.groups, ()):
        if group.thing is None or group.area is None:
            continue
        for label in found:
            if id(group) in label.inside:
                continue
            area = label.shape.area.grown(-TOUCH)
            if group.thing.kind in GROUND:
                hit = any(_is_bar(shape) and _hides(shape, area) for shape in group.shapes)  # type: ignore[arg-type]
            else:
                hit = any(shape.area.overlaps(area) for shape in group.shapes if _is_solid(shape))
            if hit and not set(inside) & {label.inside[-1]}:
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
    """Pieces of these kinds that lie on a label or on each other. For many positions: it looks at nothing else."""
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
    """Labels that reach beyond the edge of the picture."""
    whole = Area(0, 0, drawing.width, drawing.height)
    yield from (named(label) for label in labels(drawing) if not label.shape.area.is_inside(whole))
