"""Deadlines follow the clock of PostgreSQL, also if the clock of another machine is an hour off."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
import redis

from kontor.service.settings import Settings
from tests.faults.stepped_clock import SteppedClock
from tests.support.api_processes import serve
from tests.support.bot_games import wait_until, worker_pool
from tests.support.plain_http import NO_TLS

HOUR = 3600.0
OFF = pytest.mark.parametrize("seconds", [-HOUR, HOUR], ids=["slow", "fast"])


def stepped(home: Path, seconds: float) -> Mapping[str, str]:
    """Return the environment of a process whose wall clock is that far ahead."""
    clock = SteppedClock.made(home)
    if clock is None:
        pytest.skip("needs a C compiler")
    clock.step(seconds)
    return clock.environment()


@contextmanager
def anna_at(url: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=url, verify=NO_TLS, timeout=30) as anna:
        key = anna.post("/v1/accounts", json={"name": "Anna"}).json()["api_key"]
        anna.headers["Authorization"] = f"Bearer {key}"
        yield anna


def a_clocked_game(anna: httpx.Client, per_decision: str) -> dict[str, Any]:
    """Create a game of one person at both seats."""
    clock = {"per_decision": per_decision, "bank": "PT0S", "on_timeout": "abort"}
    body = {"ruleset": "tiny", "board": "square", "seats": [{"kind": "me"}] * 2, "clock": clock}
    made = anna.post("/v1/games", json=body)
    assert made.status_code == 201, made.text
    return dict(made.json())


def deadline(game: Mapping[str, Any]) -> datetime:
    return datetime.fromisoformat(game["deadlines"][0]["at"])


@OFF
def test_a_deadline_passes_in_time_although_the_clock_of_the_worker_is_wrong(
    worker_settings: Settings, client: redis.Redis, tmp_path: Path, seconds: float
) -> None:
    wrong = stepped(tmp_path, seconds)
    with serve(worker_settings) as front, worker_pool(worker_settings, more=wrong), anna_at(front.url) as anna:
        long, short = a_clocked_game(anna, "PT30M"), a_clocked_game(anna, "PT1S")
        wait_until(lambda: anna.get(f"/v1/games/{short['id']}").json()["status"] == "aborted")
        last = anna.get(f"/v1/games/{short['id']}/events").json()["items"][-1]["envelope"]
        assert abs(datetime.fromisoformat(last["at"]) - deadline(short)) < timedelta(minutes=10)
        assert anna.get(f"/v1/games/{long['id']}").json()["status"] == "running"


@OFF
def test_a_deadline_is_set_by_the_right_time_although_the_clock_of_the_api_is_wrong(
    worker_settings: Settings, client: redis.Redis, tmp_path: Path, seconds: float
) -> None:
    with serve(worker_settings, more=stepped(tmp_path, seconds)) as front, anna_at(front.url) as anna:
        game = a_clocked_game(anna, "PT30M")
        assert abs(deadline(game) - datetime.now(UTC) - timedelta(minutes=30)) < timedelta(minutes=10)
        moved = anna.post(f"/v1/games/{game['id']}/commands", json={"type": "roll"})
        assert moved.status_code == 201, moved.text
        after = anna.get(f"/v1/games/{game['id']}").json()
        assert abs(deadline(after) - datetime.now(UTC) - timedelta(minutes=30)) < timedelta(minutes=10)
