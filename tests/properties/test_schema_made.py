"""What is made from a schema fits it, most of the time; so the second law is really put to the test."""

import random
from typing import cast

import pytest
from jsonschema import Draft202012Validator

from domain.kernel.model import Form, schema
from tests.schema_made import Maker
from tests.worlds import WORLDS
from tests.worlds.world import AnyRuleset

RULESETS = list(dict.fromkeys(world.rules for world in WORLDS))


@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: rules.name)
def test_most_made_commands_fit_their_schema(rules: AnyRuleset) -> None:
    maker = Maker(rules, random.Random(1))
    for board in rules.boards().values():
        maker.words.gather(board)
    for kind, form in rules.commands.items():
        check = Draft202012Validator(dict(schema(cast(Form, form))))
        bodies = [maker.make(kind) for _ in range(50)]
        fitting = [body for body in bodies if check.is_valid({key: body[key] for key in body if key != "type"})]
        assert len(fitting) > 25, (kind, bodies[0])
        for body in fitting:
            maker.accepted(body)  # so that models are changed, too
