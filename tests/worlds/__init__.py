"""All worlds. A ruleset that is registered joins with a module of its name here."""

from importlib import import_module

from tests.support.rulesets import SHIPPED
from tests.worlds.world import World

WORLDS: tuple[World, ...] = tuple(
    world for name in ("tiny", *SHIPPED) for world in import_module(f"tests.worlds.{name}").WORLDS
)


def of(ruleset: str) -> tuple[World, ...]:
    """The worlds of one ruleset; all for an empty name."""
    return tuple(world for world in WORLDS if ruleset in ("", world.rules.name))


def named(name: str) -> World:
    return next(world for world in WORLDS if world.name == name)
