"""All worlds. A ruleset joins with a module of its own here and a line in the table."""

from tests.worlds import hansa, merchants, tiny
from tests.worlds.world import World

WORLDS: tuple[World, ...] = (*tiny.WORLDS, *hansa.WORLDS, *merchants.WORLDS)


def of(ruleset: str) -> tuple[World, ...]:
    """The worlds of one ruleset; all for an empty name."""
    return tuple(world for world in WORLDS if ruleset in ("", world.rules.name))


def named(name: str) -> World:
    return next(world for world in WORLDS if world.name == name)
