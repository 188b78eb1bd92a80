"""Find the objects that the last commit changed. The title of an object describes it completely, so an object has
changed if its title has changed."""

from collections.abc import Mapping
from dataclasses import replace

from kontor.domain.kernel.drawing.model import Drawing, Group, Thing, groups_in


def titles_in(drawing: Drawing) -> dict[str, str]:
    """Return the title of each object in a drawing, for comparison with a later drawing."""
    return {_key(group.thing): group.thing.title for group in groups_in(drawing.groups) if group.thing}


def mark_changes(drawing: Drawing, before: Mapping[str, str]) -> Drawing:
    """Return the drawing with a mark at each object that is new or whose title has changed."""
    return replace(drawing, groups=tuple(_mark(group, before) for group in drawing.groups))


def _key(thing: Thing) -> str:
    return "\n".join((thing.kind, thing.id, thing.of or ""))


def _mark(group: Group, before: Mapping[str, str]) -> Group:
    thing = group.thing
    changed = thing is not None and before.get(_key(thing)) != thing.title
    parts = tuple(_mark(part, before) if isinstance(part, Group) else part for part in group.parts)
    return replace(group, parts=parts, changed=changed)
