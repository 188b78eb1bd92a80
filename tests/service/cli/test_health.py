"""`kontor server health`: the health check of a container."""

import time
from dataclasses import replace

import pytest
from redis import Redis

from kontor.service.jobs.liveness import FOLLOWERS, KEY, MAY_TAKE, beat
from kontor.service.settings import Settings
from tests.support.api_processes import free_port
from tests.support.commands import call
from tests.support.own_redis import a_redis_of_its_own, fill
from tests.support.running_up import Up


@pytest.fixture
def client(settings: Settings) -> Redis:
    client = Redis.from_url(settings.redis_url)
    client.delete(KEY)
    return client


@pytest.mark.xdist_group("up")
def test_an_api_that_answers_is_healthy(shared_up: Up) -> None:
    for host in ("0.0.0.0", "127.0.0.1"):
        result = call("server", "health", env={"KONTOR_PORT": shared_up.url.rpartition(":")[2], "KONTOR_HOST": host})
        assert (result.exit_code, result.output) == (0, "")


def test_an_api_that_does_not_answer_is_not_healthy() -> None:
    port = free_port()
    result = call("server", "health", env={"KONTOR_PORT": str(port)})
    assert result.exit_code == 1
    assert f"No answer at 127.0.0.1:{port}" in result.output


def test_workers_are_healthy_when_every_follower_has_reported(settings: Settings, client: Redis) -> None:
    for name in FOLLOWERS:
        result = call("server", "health", "--worker", env=dict(settings.environment()))
        assert (result.exit_code, f"{name} has not reported yet." in result.output) == (1, True)
        beat(client, name)
    assert call("server", "health", "--worker", env=dict(settings.environment())).exit_code == 0


@pytest.mark.parametrize("silent", FOLLOWERS)
def test_a_follower_that_is_silent_for_too_long_is_not_healthy(settings: Settings, client: Redis, silent: str) -> None:
    for name in FOLLOWERS:
        beat(client, name)
    beat(client, silent, time.time() - MAY_TAKE - settings.checkpoint_seconds - 1)
    result = call("server", "health", "--worker", env=dict(settings.environment()))
    assert (result.exit_code, f"{silent} has not reported for" in result.output) == (1, True)


def test_the_transparency_log_may_be_silent_between_two_checkpoints(settings: Settings, client: Redis) -> None:
    for name in FOLLOWERS:
        beat(client, name)
    beat(client, "tlog", time.time() - MAY_TAKE - 1)
    assert call("server", "health", "--worker", env=dict(settings.environment())).exit_code == 0


def test_workers_without_redis_are_not_healthy(settings: Settings) -> None:
    away = replace(settings, redis_url="unix:///nonexistent/redis.sock")
    assert call("server", "health", "--worker", env=dict(away.environment())).exit_code == 1
    missing = call("server", "health", "--worker", env=dict(replace(settings, redis_url="").environment()))
    assert "set KONTOR_REDIS_URL" in missing.output


def test_workers_of_a_full_redis_are_not_healthy(settings: Settings) -> None:
    with a_redis_of_its_own() as url:
        with Redis.from_url(url) as client:
            for name in FOLLOWERS:
                beat(client, name)
        assert (
            call("server", "health", "--worker", env=dict(replace(settings, redis_url=url).environment())).exit_code
            == 0
        )
        fill(url)
        result = call("server", "health", "--worker", env=dict(replace(settings, redis_url=url).environment()))
    assert (result.exit_code, "Redis is full" in result.output) == (1, True)
