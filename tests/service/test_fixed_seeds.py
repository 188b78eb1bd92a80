"""The games of tests have fixed seeds, also in processes that tests start (tests.support.fixed_seeds)."""

import httpx
import pytest
from flask import Flask

from tests.support import fixed_seeds
from tests.support.callers import Caller, a_game, asked, finish, opened


def seed_of(caller: Caller, game: str) -> str:
    """Return the seed that a finished game publishes."""
    events = caller.get(f"{game}/events?limit=200").json["items"]
    return str(events[-1]["envelope"]["data"]["seed"])


@pytest.mark.parametrize("again", [False, True])
def test_the_nth_game_of_a_test_has_a_fixed_seed(app: Flask, again: bool, request: pytest.FixtureRequest) -> None:
    anna = opened(app)
    a_game(anna)
    second = a_game(anna)
    finish(app, anna, second)
    label = request.node.nodeid.partition("@")[0]
    assert seed_of(anna, second) == fixed_seeds.seed(label, 2).hex()


def test_a_started_server_draws_from_the_same_seeds(app: Flask, front: str, request: pytest.FixtureRequest) -> None:
    anna = opened(app)
    made = httpx.post(f"{front}/v1/games", json=asked("me", "me"), headers=anna.headers({}))
    game = f"/v1/games/{made.json()['id']}"
    finish(app, anna, game)
    assert seed_of(anna, game) == fixed_seeds.seed(request.node.nodeid.partition("@")[0], 1).hex()
