"""What is made from a schema fits it, most of the time; so the second law is really put to the test."""

import random
from typing import cast

import pytest
from jsonschema_rs import Draft202012Validator

from kontor.domain.kernel.model import Form, schema
from tests.support.playouts import begun
from tests.support.schema_made import Maker
from tests.worlds import WORLDS
from tests.worlds.world import World

RULESETS = {world.rules.name: world for world in WORLDS}


@pytest.mark.parametrize("world", RULESETS.values(), ids=list(RULESETS))
def test_most_made_commands_fit_their_schema(world: World) -> None:
    maker, rules = Maker(world, random.Random(1)), world.rules
    maker.words.gather(rules.view(begun(world, 1).game.state, world.everybody))
    for kind, form in rules.commands.items():
        check = Draft202012Validator(dict(schema(cast(Form, form))))
        bodies = [maker.make(kind) for _ in range(50)]
        fitting = [body for body in bodies if check.is_valid({key: body[key] for key in body if key != "type"})]
        assert len(fitting) > 25, (kind, bodies[0])
        for body in fitting:
            maker.accepted(body)  # so that models are changed, too
