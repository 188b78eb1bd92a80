"""The relay: what is owed is queued again under another name, and the calendar's jobs once."""

from datetime import UTC, datetime, timedelta

import pytest
import redis

from kontor.service import clock
from kontor.service.jobs.queues import Job, enqueue, queue
from kontor.service.settings import Settings
from kontor.service.store.pool import open_pool
from kontor.service.store.store import Store
from kontor.workers.relay import Calendar, Waits, relay_once
from tests.support.bot_games import game_of_bots, version_of, work
from tests.support.own_redis import a_redis_of_its_own, fill, make_room

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def test_pending_work_is_queued_again_under_another_name(own_store: Store, client: redis.Redis) -> None:
    """rq keeps an id taken after a job ended: without the attempt, the second try would be lost."""
    game = game_of_bots(own_store, "random", "random")
    at = version_of(own_store, game)
    assert relay_once(own_store, client) == 1
    assert relay_once(own_store, client) == 1  # the store's grace is 0: it is due again at once
    assert queue(client, "late").job_ids == [f"late-{game}-{at}-1", f"late-{game}-{at}-2"]


def test_no_attempt_is_used_up_while_redis_is_full(own_store: Store) -> None:
    game = game_of_bots(own_store, "random", "random")
    at = version_of(own_store, game)
    with a_redis_of_its_own() as url, redis.Redis.from_url(url) as client:
        fill(url)
        with pytest.raises(redis.OutOfMemoryError):
            relay_once(own_store, client)
        make_room(url)
        assert relay_once(own_store, client) == 1
        assert queue(client, "late").job_ids == [f"late-{game}-{at}-1"]


def test_two_relays_queue_a_calendar_job_once(
    here: Settings, client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rq.cron.now", lambda: NOON)
    calendars = [Calendar(), Calendar()]
    for calendar in calendars:
        calendar.send_due(client)
    assert queue(client, "maintenance").count == 0  # not its hour
    monkeypatch.setattr("rq.cron.now", lambda: NOON + timedelta(hours=1))
    for calendar in calendars:
        calendar.send_due(client)
        calendar.send_due(client)
    assert queue(client, "maintenance").count == 1
    work(client, monkeypatch)
    assert queue(client, "maintenance").failed_job_registry.count == 0


def test_jobs_that_redis_has_lost_are_queued_again(own_settings: Settings, client: redis.Redis) -> None:
    with open_pool(own_settings.database_url, 2) as pool:
        store, waits = Store(pool, debt_grace_seconds=60.0), Waits(client)
        waits.end_if_vain(store)
        game_of_bots(store, "random", "random")
        waits.end_if_vain(store)
        assert relay_once(store, client) == 0  # the job that was sent with the commit has its time first
        client.flushdb()
        waits.end_if_vain(store)
        assert relay_once(store, client) == 1
        waits.end_if_vain(store)
        assert relay_once(store, client) == 0


def test_a_clock_that_was_set_back_delays_no_work(
    own_settings: Settings, client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_pool(own_settings.database_url, 2) as pool:
        store, waits = Store(pool, debt_grace_seconds=60.0), Waits(client)
        waits.end_if_vain(store)
        game_of_bots(store, "random", "random")
        real = clock.CLOCK.steady
        for ahead, queued in ((3600.0, 0), (3600.5, 0), (3600.0, 0), (-30.0, 1), (-30.0, 0)):
            monkeypatch.setattr(clock.CLOCK, "steady", lambda ahead=ahead: real() - ahead)
            waits.end_if_vain(store)
            assert relay_once(store, client) == queued, ahead


def test_lost_bot_turns_are_played_before_new_ones(
    here: Settings, own_store: Store, client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Redis was emptied while games waited, and new ones come faster than the worker plays."""
    lost = [game_of_bots(own_store, "random", "random") for _ in range(5)]
    before = {game: version_of(own_store, game) for game in lost}
    client.flushdb()
    for n in range(20):
        game = game_of_bots(own_store, "random", "random")
        enqueue(client, Job("bots", game, version_of(own_store, game), 0))
        if n == 10:
            relay_once(own_store, client)
    work(client, monkeypatch, ("late", "bots"), jobs=2 * len(lost))  # by turns
    assert [game for game in lost if version_of(own_store, game) == before[game]] == []
