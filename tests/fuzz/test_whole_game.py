"""Whole games over HTTP, made up by Hypothesis: no order of calls makes the server contradict itself."""

import httpx
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.fuzz.length import LONG
from tests.fuzz.whole_game import WholeGame
from tests.support.api_processes import Serve

GAMES, STEPS = (150, 60) if LONG else (8, 20)


@pytest.mark.xdist_group("fuzz")
def test_no_answer_is_ever_contradicted(house: Serve, key: str, other_key: str) -> None:
    def client(key: str) -> httpx.Client:
        said = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
        return httpx.Client(base_url=house.url, headers=said, timeout=60)

    with client(key) as anna, client(other_key) as ben:
        players = type("Game", (WholeGame,), {"anna": anna, "ben": ben})
        run_state_machine_as_test(
            players,
            settings=settings(
                max_examples=GAMES,
                stateful_step_count=STEPS,
                deadline=None,
                database=None,
                phases=[Phase.generate],  # to shrink a story that is told over HTTP takes minutes
                derandomize=not LONG,
                suppress_health_check=list(HealthCheck),
            ),
        )
