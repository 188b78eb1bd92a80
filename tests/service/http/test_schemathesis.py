"""A smoke run of Schemathesis: what the document allows, and what it does not, is answered as it says; never a 500."""

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from kontor.service.http.app import create_app
from kontor.service.settings import Settings
from tests.support.callers import Caller, a_game

CHECKS = [
    not_a_server_error,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
]


# Collected from an app without a database; called on the one that has it. The account that calls must outlive the run.
PAPER = create_app(Settings(rulesets=("tests.tiny:RULESET",)), connected=False)
# Streams do not end; they have tests of their own.
schema = (
    schemathesis.openapi.from_wsgi("/openapi.json", PAPER)
    .exclude(method="DELETE", path="/v1/me")
    .exclude(path_regex="/stream$")
)


@pytest.fixture
def game(anna: Caller) -> str:
    return a_game(anna, "me", "bot")


@schema.parametrize()
@settings(
    max_examples=6,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_what_the_document_allows(case: schemathesis.Case, app: Flask, anna: Caller, game: str) -> None:
    if "game_id" in case.path_parameters:
        case.path_parameters["game_id"] = game.rpartition("/")[2]
    if "name" in case.path_parameters:
        case.path_parameters["name"] = "tiny"
    if isinstance(case.query, dict) and "wait" in case.query:
        case.query["wait"] = 0  # a long poll is a wait for nothing
    plain = anna.headers({"Accept-Encoding": "identity"})  # it says that it takes gzip, and cannot read it
    case.call_and_validate(headers=plain, checks=CHECKS, app=app)
