"""`kontor server doctor`."""

import re
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask
from redis import Redis

from kontor.service.http.app import create_app
from kontor.service.jobs.liveness import FOLLOWERS, KEY, MAY_TAKE, beat
from kontor.service.settings import Settings
from kontor.service.store.store import Store
from kontor.service.webhooks.announce import announce
from kontor.workers.tlog import sign_once
from tests.support import damage
from tests.support.callers import a_game, opened, version_of
from tests.support.commands import call
from tests.support.own_redis import a_redis_of_its_own, fill
from tests.support.stored_games import stored_game


@pytest.fixture(autouse=True)
def alive(settings: Settings) -> Iterator[Redis]:
    """Where followers are noted: nobody yet, and nobody afterwards."""
    with Redis.from_url(settings.redis_url) as client:
        client.delete(KEY)
        yield client
        client.delete(KEY)


def test_doctor_finds_everything_in_order(own_settings: Settings) -> None:
    result = call("server", "doctor", env=dict(own_settings.environment()))
    assert result.exit_code == 0, result.output
    assert "problem" not in result.output
    assert "Kontor's role cannot alter the log" in result.output


def test_doctor_says_what_is_wrong(settings: Settings) -> None:
    wrong = {"KONTOR_DATABASE_URL": settings.migrate_url, "KONTOR_REDIS_URL": "unix:///nonexistent/redis.sock"}
    result = call("server", "doctor", env={**settings.environment(), **wrong})
    assert result.exit_code == 1
    assert "problem  database: The database role kontor_owner is the owner of the log" in result.output
    assert "problem  Redis: " in result.output


def test_doctor_reports_a_redis_that_is_full_or_nearly_so(own_settings: Settings) -> None:
    with a_redis_of_its_own() as url, Redis.from_url(url) as client:
        given = dict(replace(own_settings, redis_url=url).environment())
        client.config_set("maxmemory", int(1.1 * client.info("memory")["used_memory"]))
        assert "problem  Redis: Redis is nearly full: it uses " in call("server", "doctor", env=given).output
        fill(url)
        result = call("server", "doctor", env=given)
    assert result.exit_code == 1
    assert "problem  Redis: Redis is full: it uses " in result.output


def test_doctor_notices_that_nothing_is_signed(own_settings: Settings, own_store: Store) -> None:
    """A change that has waited for a checkpoint since a winter's day; then the worker is back."""
    stored_game(own_store)
    result = call("server", "doctor", env=dict(own_settings.environment()))
    assert result.exit_code == 1
    assert "problem  checkpoints: A change of a game has waited " in result.output
    assert "(no checkpoint yet)" in result.output
    sign_once(own_store.pool, own_settings)
    announce(own_store.pool)
    result = call("server", "doctor", env=dict(own_settings.environment()))
    assert result.exit_code == 0, result.output
    assert "ok       checkpoints: newest checkpoint " in result.output


@pytest.mark.parametrize("how", ["envelope", "head", "gone"])
def test_doctor_finds_games_that_do_not_end_as_they_were_written(own_settings: Settings, how: str) -> None:
    app: Flask = create_app(own_settings)
    anna = opened(app)
    sound, game = a_game(anna), a_game(anna)
    last = version_of(anna, game)
    assert (
        "ok       logs: the newest 2 games are intact"
        in call("server", "doctor", env=dict(own_settings.environment())).output
    )
    if how == "envelope":
        damage.alter(own_settings, game, last)
    else:
        damage.damage(own_settings, damage.HEAD if how == "head" else damage.GONE, game, last, b"\1" * 32)
    result = call("server", "doctor", env=dict(own_settings.environment()))
    app.extensions["kontor"].pool.close()
    assert result.exit_code == 1
    assert "problem  logs: 1 of the newest 2 games are damaged at their end: " in result.output
    assert str(damage.id_of(game)) in result.output
    assert str(damage.id_of(sound)) not in result.output


def test_doctor_notices_who_has_stopped_following_the_log(own_settings: Settings, own_store: Store) -> None:
    env = dict(own_settings.environment())
    stored_game(own_store)  # made long ago, as its ids say
    sign_once(own_store.pool, own_settings)
    result = call("server", "doctor", env=env)
    assert result.exit_code == 1
    assert "problem  followers of the log: webhooks is " in result.output
    while announce(own_store.pool):
        pass
    told = "ok       followers of the log: relay is 0 s behind and has never reported; webhooks is 0 s behind"
    assert told in call("server", "doctor", env=env).output


@pytest.mark.parametrize("follower", FOLLOWERS)
def test_doctor_notices_who_is_silent_though_nothing_happens(
    own_settings: Settings, alive: Redis, follower: str
) -> None:
    """Nobody is behind a log that rests."""
    env = dict(own_settings.environment())
    for each in FOLLOWERS:
        beat(alive, each)
    result = call("server", "doctor", env=env)
    assert result.exit_code == 0, result.output
    assert re.search(r"webhooks is 0 s behind and reported \d s ago; senders reported \d s ago", result.output)
    beat(alive, follower, time.time() - MAY_TAKE - own_settings.checkpoint_seconds - 1)
    result = call("server", "doctor", env=env)
    assert result.exit_code == 1
    assert re.search(rf"problem  followers of the log: {follower} .*reported 9\d s ago. Is `kontor", result.output)


def test_doctor_notices_that_the_disk_is_nearly_full(own_settings: Settings) -> None:
    env = dict(own_settings.environment())
    assert "MB are free\n" in call("server", "doctor", env=env).output
    result = call("server", "doctor", env={**env, "KONTOR_MIN_FREE_BYTES": "999000000000"})
    assert result.exit_code == 1
    assert "Free some space." in result.output
