"""A smoke run of Schemathesis: what the document allows, and what it does not, is answered as it says; never a 500."""

from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.generation.feedback import FeedbackSources
from schemathesis.pytest._test_builder import build_operation_test
from schemathesis.python._constants.orchestrator import make_constants_value_source
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from kontor.service.http.openapi.operations import METHODS
from tests.support.callers import Caller, a_game
from tests.tools.client_types import documents

CHECKS = [
    not_a_server_error,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
]
A_FEW = settings(
    max_examples=6,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def _operations() -> list[Any]:
    """Read the committed documents: Schemathesis would build all its cases here, in every test process.

    Streams do not end, and the account that calls must outlive the run: both have their own tests."""
    paths = documents()["paths"]
    return [
        pytest.param(item[method]["operationId"], id=f"{method.upper()} {path}")
        for path, item in paths.items()
        for method in sorted(METHODS & item.keys())
        if not path.endswith("/stream") and (method, path) != ("delete", "/v1/me")
    ]


@pytest.fixture(scope="module")
def document(app: Flask) -> schemathesis.BaseSchema:
    config = schemathesis.Config(seed=1)  # without it, each run derives its cases from another seed
    return schemathesis.openapi.from_wsgi("/openapi.json?for=all", app, config=config)


@pytest.fixture(scope="module")
def feedback(document: schemathesis.BaseSchema) -> FeedbackSources:
    return FeedbackSources(constants_value_source=make_constants_value_source(document))


@pytest.fixture
def game(anna: Caller) -> str:
    return a_game(anna, "me", "bot")


@pytest.mark.parametrize("operation", _operations())
def test_requests_that_the_document_allows(
    document: schemathesis.BaseSchema, feedback: FeedbackSources, operation: str, app: Flask, anna: Caller, game: str
) -> None:
    def call(case: schemathesis.Case) -> None:
        if "game_id" in case.path_parameters:
            case.path_parameters["game_id"] = game.rpartition("/")[2]
        if "name" in case.path_parameters:
            case.path_parameters["name"] = "tiny"
        if isinstance(case.query, dict) and "wait" in case.query:
            case.query["wait"] = 0  # a long poll waits for nothing
        plain = anna.headers({"Accept-Encoding": "identity"})  # it says that it takes gzip, and cannot read it
        case.call_and_validate(headers=plain, checks=CHECKS, app=app)

    build_operation_test(
        config=document.config,
        operation=document.find_operation_by_id(operation),
        test_func=call,
        explicit_settings=A_FEW,
        given_kwargs={},
        feedback=feedback,
    )()
