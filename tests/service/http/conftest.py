"""A third person, and a game that tests of refusals share: none of them changes it."""

import pytest
from flask import Flask

from tests.support.callers import Caller, a_game, opened


@pytest.fixture
def carla(app: Flask) -> Caller:
    return opened(app, "Carla")


@pytest.fixture(scope="module")
def table(app: Flask) -> tuple[Caller, str]:
    """Anna and a game of hers."""
    anna = opened(app)
    return anna, a_game(anna)
