"""Each test that asks for `playout` runs once per world; those of one world share a process and so the playout."""

import pytest

from tests.support.playouts import Playout, walk
from tests.worlds import WORLDS
from tests.worlds.world import World

EACH = [pytest.param(world, id=world.name, marks=pytest.mark.xdist_group(world.name)) for world in WORLDS]


@pytest.fixture(params=EACH)
def world(request: pytest.FixtureRequest) -> World:
    found: World = request.param
    return found


@pytest.fixture
def playout(world: World) -> Playout:
    return walk(world)
