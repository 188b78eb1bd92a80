"""What the last commit changed: things whose titles, which say all about them, read otherwise than before."""

from collections.abc import Mapping
from dataclasses import replace

from kontor.domain.kernel.drawing.model import Drawing, Group, Thing, groups_in


def titles_in(drawing: Drawing) -> dict[str, str]:
    """What each thing of a drawing says of itself: all that a later drawing is compared with."""
    return {_key(group.thing): group.thing.title for group in groups_in(drawing.groups) if group.thing}


def marked(drawing: Drawing, before: Mapping[str, str]) -> Drawing:
    """The drawing with a mark at each thing that is new or not as its title was before."""
    return replace(drawing, groups=tuple(_marked(group, before) for group in drawing.groups))


def _key(thing: Thing) -> str:
    return "\n".join((thing.kind, thing.id, thing.of or ""))


def _marked(group: Group, before: Mapping[str, str]) -> Group:
    thing = group.thing
    changed = thing is not None and before.get(_key(thing)) != thing.title
    parts = tuple(_marked(part, before) if isinstance(part, Group) else part for part in group.parts)
    return Group(parts, thing, changed)
