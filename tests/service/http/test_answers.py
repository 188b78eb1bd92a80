"""Every answer has the form that the document promises, also where a view returns ready-made JSON.

Marshmallow does not see such answers: this file keeps their schemas true.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask

from kontor.service.http.app import create_app
from kontor.service.http.openapi.examples import examples
from kontor.service.registry import Registry
from kontor.service.settings import Settings
from tests.support.callers import next_command, opened
from tests.support.every_operation import Answers, Recorder, play_every_operation
from tests.support.openapi_document import Promise, operations
from tests.support.witnesses import Witness
from tests.tools.client_types import documents

OPERATIONS = {operation.body["operationId"]: operation for operation in operations(documents())}
WITNESS = Witness()


@pytest.fixture(scope="module")
def app(module_roomy: Settings) -> Iterator[Flask]:
    """On a database of its own: the tree of the transparency log is small there."""
    app = create_app(replace(module_roomy, witnesses=(str(WITNESS.key),)))
    yield app
    app.extensions["kontor"].pool.close()


@pytest.fixture(scope="module")
def promise(app: Flask) -> Promise:
    return Promise(app)


@pytest.fixture(scope="module")
def answers(app: Flask, promise: Promise) -> Answers:
    return play_every_operation(app, promise, WITNESS)


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_success_of_an_operation_has_the_form_that_the_document_promises(
    promise: Promise, answers: Answers, name: str
) -> None:
    operation = OPERATIONS[name]
    successes = {int(status) for status in operation.body["responses"] if status.startswith("2")}
    recorded = {status: found for (of, status), found in answers.items() if of == name}
    assert successes <= recorded.keys(), f"tests/support/every_operation.py records no such answer of {name}"
    for answer in (answer for found in recorded.values() for answer in found):
        promise.check(operation, answer)


@pytest.mark.parametrize("name", list(Registry.load(Settings().rulesets)))
def test_the_shipped_rulesets_keep_the_promise(shipped_app: Flask, name: str) -> None:
    promise, answers = Promise(shipped_app), defaultdict(list)
    anna = Recorder(shipped_app, opened(shipped_app).key, promise=promise, answers=answers)
    body = dict(examples(shipped_app.extensions["kontor"].registry[name])["POST /v1/games"].asked)
    body["seats"] = [{"kind": "me"} for _ in body["seats"]]
    game = anna.post("/v1/games", body).json["href"]
    for n in range(12):
        assert anna.post(f"{game}/commands", next_command(anna, game, n)).status_code == 201
        assert anna.get(f"{game}/state").status_code == 200
    for path in ("/events", "/score", "/state?as=spectator"):
        assert anna.get(f"{game}{path}").status_code == 200
    assert anna.post(f"{game}/what-if", {"commands": []}).status_code == 200
    for (operation, _), found in answers.items():
        for answer in found:
            promise.check(OPERATIONS[operation], answer)
