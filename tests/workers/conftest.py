"""Fixtures of workers: settings whose relay is quick, their Redis, and this process as one of the workers."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
import redis

from kontor.service.clock import stamp
from kontor.service.engine import moves, undo
from kontor.service.http.games import create
from kontor.service.settings import Settings
from kontor.workers import bots
from kontor.workers.context import context
from tests.support.bot_games import environment


@pytest.fixture
def worker_settings(own_settings: Settings) -> Settings:
    """A database and a Redis of one's own, and a relay that is quick."""
    return replace(
        own_settings,
        rulesets=("tests.support.slow_bots:RULESET",),
        redis_url=own_settings.redis_url.replace("db=0", "db=7"),
        relay_seconds=0.1,
        debt_grace_seconds=0.5,
        bot_seconds=0.1,
        audit_hour=(datetime.now(UTC).hour + 12) % 24,  # no run falls due while a test asks for one
        bot_niceness=0,  # other tests may want the processors at the same time
    )


@pytest.fixture
def client(worker_settings: Settings) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(worker_settings.redis_url) as client:
        client.flushdb()
        yield client


@pytest.fixture
def here(worker_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Settings]:
    """Jobs run in this process."""
    for key, value in environment(worker_settings).items():
        monkeypatch.setenv(key, value)
    context.cache_clear()
    yield worker_settings
    context().store.pool.close()
    context.cache_clear()


class Hands:
    """A clock that moves by a millisecond with each commit. Commits are written by it, and bots wait by it. `back`:
    seconds by which the time of the next commits is earlier than that of the bots."""

    def __init__(self) -> None:
        self.at = datetime.now(UTC)
        self.back = 0.0

    def now(self) -> str:
        self.at += timedelta(milliseconds=1)
        return stamp(self.at - timedelta(seconds=self.back))


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    hands = Hands()
    monkeypatch.setattr(bots, "utc_now", lambda: hands.at)
    for module in (moves, undo, create):
        monkeypatch.setattr(module, "now", hands.now)
    return hands
