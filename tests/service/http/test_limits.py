"""How many requests a caller may make, and how many may wait."""

from dataclasses import replace

import pytest
from flask import Flask

from kontor.service.http.app import create_app
from kontor.service.settings import Settings
from tests.support.callers import Caller, a_game, next_command, opened, problem
from tests.support.limit_clock import LimitClock, stop_limit_clock

NOWHERE = "redis://127.0.0.1:1/0"


@pytest.fixture(scope="module")
def strict(settings: Settings) -> Flask:
    """Few requests a minute."""
    return create_app(replace(settings, limit_reads=5, limit_commands=3, limit_accounts=0, limit_creates=0))


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> LimitClock:
    return stop_limit_clock(monkeypatch)


def test_limits_are_announced_and_enforced(strict: Flask) -> None:
    anna = opened(strict)
    first = anna.get("/v1/me")
    assert first.headers["RateLimit-Policy"] == '"reads";q=5;w=60'
    assert first.headers["RateLimit"].startswith('"reads";r=4;t=')
    while (answer := anna.get("/v1/me")).status_code == 200:
        pass
    problem(answer, 429, "too-many-requests")
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    assert opened(strict).get("/v1/me").status_code == 200  # another account has its own


def test_a_seat_that_must_decide_may_always_send_a_command(strict: Flask, app: Flask, clock: LimitClock) -> None:
    anna = opened(strict)
    game = a_game(anna)
    reader = anna.at(app)
    accepted = 0
    for _ in range(5):  # two more than the limit, a second apart
        answer = anna.post(f"{game}/commands", next_command(reader, game))
        accepted += answer.status_code == 201
        clock.now += 1
    assert accepted == 5
    burst = [anna.post(f"{game}/commands", next_command(reader, game)).status_code for _ in range(4)]
    assert 429 in burst


def test_accounts_are_limited_by_address(settings: Settings) -> None:
    app = create_app(replace(settings, redis_url="", limit_accounts=2))
    answers = [Caller(app).post("/v1/accounts", {"name": "Anna"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]


def test_limits_hold_without_redis(settings: Settings) -> None:
    alone = create_app(replace(settings, redis_url=NOWHERE, limit_reads=3, limit_accounts=0))
    anna = opened(alone)
    assert [anna.get("/v1/me").status_code for _ in range(5)] == [200, 200, 200, 429, 429]
