"""Fixtures of workers: settings whose relay is quick, their Redis, and this process as one of the workers."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
import redis

from kontor.service.settings import Settings
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
