"""Hooks of Schemathesis: who calls, and at which of the tables that were laid for it.

Left to itself it would ask for games that are not there and hear 404 for ever; a seat, a game, a ruleset are therefore
most often ones that exist.
"""

import json
import os
import random
from typing import Any

import schemathesis

GIVEN = json.loads(os.environ["FUZZ_GIVEN"])  # {"key", "games": [{"id", "ruleset", "seats"}]}
LUCK = random.Random(1)
OFTEN = 0.8  # else whatever was made up stays


@schemathesis.hook
def map_path_parameters(context: Any, path_parameters: dict[str, Any] | None) -> dict[str, Any] | None:
    if not path_parameters or LUCK.random() > OFTEN:
        return path_parameters
    game = LUCK.choice(GIVEN["games"])
    real = {"game_id": game["id"], "seat": LUCK.randint(1, game["seats"]), "name": game["ruleset"]}
    return {**path_parameters, **{name: value for name, value in real.items() if name in path_parameters}}


@schemathesis.hook
def map_query(context: Any, query: dict[str, Any] | None) -> dict[str, Any] | None:
    if query and "wait" in query:
        return {**query, "wait": 0}  # a long poll is a wait for nothing
    return query
