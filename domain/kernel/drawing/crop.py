"""A part of a drawing: the area around some of its objects."""

from collections.abc import Collection
from dataclasses import replace

from kontor.domain.kernel.drawing.model import Area, Drawing, Group, Thing, groups_in, shapes_in


def crop(drawing: Drawing, names: Collection[str], margin: float) -> Drawing:
    """Return the part of the drawing around the named objects. The name of an object is `kind id`, or `kind id of` if
    another object contains it."""
    areas = [group.area for group in groups_in(drawing.groups) if group.thing and _name(group.thing) in names]
    found = [area for area in areas if area is not None]
    if not found:
        raise ValueError(f"the drawing has none of these objects: {', '.join(names)}")
    whole = found[0]
    for each in found[1:]:
        whole = whole.joined(each)
    area = whole.grown(margin)
    groups = tuple(group for group in drawing.groups if _touches(group, area))
    width, height = area.right - area.left, area.bottom - area.top
    return replace(drawing, width=width, height=height, groups=groups, origin=(area.left, area.top))


def crop_to_map(drawing: Drawing) -> Drawing:
    """Return the map of a drawing without its header and panels."""
    area = drawing.map
    if area is None:
        return drawing
    groups = tuple(group for group in drawing.groups if not group.part)
    width, height = area.right - area.left, area.bottom - area.top
    return replace(drawing, width=width, height=height, groups=groups, origin=(area.left, area.top))


def _name(thing: Thing) -> str:
    return " ".join(each for each in (thing.kind, thing.id, thing.of) if each)


def _touches(group: Group, area: Area) -> bool:
    return any(shape.area.overlaps(area) for shape in shapes_in((group,)))
