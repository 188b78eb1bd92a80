"""Fixtures of workers: a house whose relay is quick, its Redis, and this process as one of its workers."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
import redis

from kontor.service.settings import Settings
from kontor.workers import context as rooms
from tests.support.bot_games import environment


@pytest.fixture
def house(own_settings: Settings) -> Settings:
    """A house of its own whose relay is quick."""
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
def client(house: Settings) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(house.redis_url) as client:
        client.flushdb()
        yield client


@pytest.fixture
def here(house: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Settings]:
    """Jobs of the house run in this process."""
    for key, value in environment(house).items():
        monkeypatch.setenv(key, value)
    kept = (rooms.settings, rooms.store, rooms.redis, rooms.games)
    for room in kept:
        room.cache_clear()
    yield house
    rooms.store().pool.close()
    for room in kept:
        room.cache_clear()
