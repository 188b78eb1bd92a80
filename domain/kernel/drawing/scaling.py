"""Draw shapes larger or smaller around a point."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from kontor.domain.kernel.drawing.model import Area, Box, Circle, Path, Point, Shape


def scale(shapes: Iterable[Shape], x: float, y: float, by: float) -> Iterator[Shape]:
    """Yield the shapes, `by` times as large as before. The point (x, y) stays where it is."""

    def move(point: Point) -> Point:
        return x + (point[0] - x) * by, y + (point[1] - y) * by

    for shape in shapes:
        if isinstance(shape, Circle):
            at = move((shape.x, shape.y))
            yield replace(shape, x=at[0], y=at[1], radius=shape.radius * by)
        elif isinstance(shape, Box):
            left_top, right_bottom = (
                move((shape.area.left, shape.area.top)),
                move((shape.area.right, shape.area.bottom)),
            )
            yield replace(shape, within=Area(*left_top, *right_bottom), radius=shape.radius * by)
        elif isinstance(shape, Path):
            paint = replace(shape.paint, width=shape.paint.width * by)
            yield replace(shape, points=tuple(map(move, shape.points)), paint=paint)
        else:
            at = move((shape.x, shape.y))
            yield replace(shape, x=at[0], y=at[1], size=shape.size * by)
