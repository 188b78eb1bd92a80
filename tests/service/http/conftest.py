"""A third person, and a game that tests of refusals share: none of them changes it."""

from dataclasses import replace

import pytest
from flask import Flask

from kontor.service.http.app import create_app
from kontor.service.settings import Settings
from tests.support.callers import Caller, a_game, opened


@pytest.fixture
def carla(app: Flask) -> Caller:
    return opened(app, "Carla")


@pytest.fixture(scope="module")
def table(app: Flask) -> tuple[Caller, str]:
    """Anna and a game of hers."""
    anna = opened(app)
    return anna, a_game(anna)


@pytest.fixture(scope="session")
def shipped_app(roomy: Settings) -> Flask:
    """The application with the rulesets that come with it: their answers are longer than those of the smallest one."""
    return create_app(replace(roomy, rulesets=Settings().rulesets))


@pytest.fixture(scope="session")
def other_shipped_app(roomy: Settings) -> Flask:
    """Another process of the same."""
    return create_app(replace(roomy, rulesets=Settings().rulesets))
