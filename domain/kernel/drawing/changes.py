"""What the last commit changed: things whose titles, which say all about them, read otherwise than before."""

from dataclasses import replace

from kontor.domain.kernel.drawing.model import Drawing, Group, Thing, groups_in


def marked(drawing: Drawing, before: Drawing) -> Drawing:
    """The drawing with a mark at each thing that is new or not as it was."""
    known = {_key(group.thing): group.thing.title for group in groups_in(before.groups) if group.thing}
    return replace(drawing, groups=tuple(_marked(group, known) for group in drawing.groups))


def _key(thing: Thing) -> tuple[str, str, str | None]:
    return thing.kind, thing.id, thing.of


def _marked(group: Group, known: dict[tuple[str, str, str | None], str]) -> Group:
    thing = group.thing
    changed = thing is not None and known.get(_key(thing)) != thing.title
    parts = tuple(_marked(part, known) if isinstance(part, Group) else part for part in group.parts)
    return replace(group, parts=parts, changed=changed)
