"""Hooks of Schemathesis: who calls, at which of the tables that were laid for it, and what it heard.

Left to itself it would ask for games that are not there and hear 404 for ever, send commands that no game knows, and
revoke the key that it calls with. A seat, a game, a ruleset are therefore most often ones that exist; half of the
commands are legal ones; and since games end under its hands, a new one is laid now and then.
"""

import atexit
import json
import os
import random
from collections import Counter
from pathlib import Path
from threading import Lock
from typing import Any

import httpx
import schemathesis

from tests.fuzz.tables import laid

GIVEN = json.loads(os.environ["FUZZ_GIVEN"])  # {"url", "key", "key_id", "tables"}
LUCK = random.Random(1)
OFTEN = 0.8  # else whatever was made up stays
LEGAL = 0.5  # of the commands that are well formed
FRESH = 0.03  # calls after which a table is laid anew
LOCK = Lock()
TALLY: Counter[str] = Counter()  # "operation status" → times
CLIENT = httpx.Client(base_url=GIVEN["url"], headers={"Authorization": f"Bearer {GIVEN['key']}"}, timeout=60)


@schemathesis.hook
def map_path_parameters(context: Any, path_parameters: dict[str, Any] | None) -> dict[str, Any] | None:
    if not path_parameters or LUCK.random() > OFTEN:
        return path_parameters
    table = LUCK.choice(GIVEN["tables"])
    real = {
        "game_id": table["id"],
        "seat": LUCK.randint(1, table["seats"]),
        "name": table["ruleset"],
        "board": table["board"],
    }
    return {**path_parameters, **{name: value for name, value in real.items() if name in path_parameters}}


@schemathesis.hook
def map_query(context: Any, query: dict[str, Any] | None) -> dict[str, Any] | None:
    if query and "wait" in query:
        return {**query, "wait": 0}  # a long poll is a wait for nothing
    return query


@schemathesis.hook
def before_call(context: Any, case: Any, **kwargs: Any) -> None:
    if case.path_parameters.get("key_id") == GIVEN["key_id"]:
        case.path_parameters["key_id"] = GIVEN["spare_id"]
    name, meta = case.operation.definition.raw["operationId"], case.meta
    is_well_formed = meta is None or meta.generation.mode.is_positive
    if name == "sendCommand" and is_well_formed and LUCK.random() < LEGAL:
        case.body = _legal(case.path_parameters["game_id"]) or case.body


@schemathesis.hook
def after_call(context: Any, case: Any, response: Any) -> None:
    with LOCK:
        TALLY[f"{case.operation.definition.raw['operationId']} {response.status_code}"] += 1
        if LUCK.random() < FRESH:
            place = LUCK.randrange(len(GIVEN["tables"]))
            GIVEN["tables"][place] = laid(CLIENT, place)


def _legal(game: str) -> Any:
    """A command that is right at this moment, if there is one; another thread may be quicker."""
    shown = CLIENT.get(f"/v1/games/{game}")
    if not (shown.is_success and shown.json()["awaiting"]):
        return None
    seat = LUCK.choice(shown.json()["awaiting"])
    found = CLIENT.get(f"/v1/games/{game}/legal-commands", params={"seat": seat, "sample": 1})
    commands = found.json().get("commands") if found.is_success else None
    return {**commands[0], "seat": seat} if commands else None


@atexit.register
def tell() -> None:
    Path(GIVEN["tally"]).write_text(json.dumps(TALLY))
