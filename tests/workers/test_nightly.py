"""The nightly audit: once a night, by one of several nodes, whatever happens to Redis or to a run on the way."""

import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
import redis
from structlog.testing import capture_logs

from kontor.service.clock import new_id
from kontor.service.settings import Settings
from kontor.service.stop_event import StopEvent
from kontor.service.store.audit_runs import AuditRuns, Run
from kontor.service.store.pool import connection
from kontor.service.store.store import Store
from kontor.workers import nightly
from kontor.workers.nightly import audit_if_due, last_struck, run
from tests.support import damage
from tests.support.bot_games import game_of_bots, wait_until, worker_pool

NOON = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def stop() -> StopEvent:
    return StopEvent()


def last_run(store: Store) -> Run | None:
    return AuditRuns(store.pool).last()


def claimed(store: Store, since: datetime, rest: float = 3600.0) -> bool:
    return AuditRuns(store.pool).claim(new_id(), since, rest)


def test_it_is_due_once_since_the_hour_last_struck() -> None:
    assert last_struck(3, NOON) == NOON.replace(hour=3)
    assert last_struck(12, NOON) == NOON
    assert last_struck(13, NOON) == NOON.replace(hour=13) - timedelta(days=1)


def test_it_audits_once_and_writes_down_what_it_found(
    own_store: Store, worker_settings: Settings, client: redis.Redis, stop: StopEvent
) -> None:
    sound, game = game_of_bots(own_store, "random", "random"), game_of_bots(own_store, "random", "random")
    damage.damage(worker_settings, "UPDATE games SET status = 'aborted' WHERE game_id = %(game)s", f"/{game}")
    with capture_logs() as said:
        assert audit_if_due(own_store.pool, worker_settings, stop)
    found = last_run(own_store)
    assert found is not None
    assert (found.games, found.flaws) == (2, 1)
    assert found.found[0].startswith(f"game {game}: version ")
    assert [(each["event"], each["game"]) for each in said if each["log_level"] == "error"] == [
        ("audit found a flaw", str(game))
    ]
    client.flushdb()
    assert not audit_if_due(own_store.pool, worker_settings, stop)
    assert str(sound) not in "".join(found.found)


def test_of_two_nodes_one_does_it(own_store: Store) -> None:
    """Both ask at the same moment, and again while the first is at work."""
    since = datetime.now(UTC) - timedelta(hours=1)
    begun, answers = threading.Barrier(8), list[bool]()

    def ask() -> None:
        begun.wait(10)
        answers.append(claimed(own_store, since))

    nodes = [threading.Thread(target=ask) for _ in range(8)]
    for each in nodes:
        each.start()
    for each in nodes:
        each.join(20)
    assert sorted(answers) == [*[False] * 7, True]


def test_a_run_that_was_ended_on_the_way_is_done_again_after_a_rest(
    own_store: Store, worker_settings: Settings, stop: StopEvent
) -> None:
    game_of_bots(own_store, "random", "random")
    stop.set()  # asked to end after its first task
    assert not audit_if_due(own_store.pool, worker_settings, stop)
    assert last_run(own_store) is None
    since = datetime.now(UTC) - timedelta(hours=1)
    assert not claimed(own_store, since, rest=3600)
    assert claimed(own_store, since, rest=0)


def test_the_night_after_it_is_due_again(own_store: Store, worker_settings: Settings, stop: StopEvent) -> None:
    assert audit_if_due(own_store.pool, worker_settings, stop)
    assert not claimed(own_store, datetime.now(UTC) - timedelta(hours=1))
    assert claimed(own_store, datetime.now(UTC))


def test_without_an_hour_there_is_none(own_store: Store, worker_settings: Settings, stop: StopEvent) -> None:
    stop.set()
    with capture_logs() as said:
        run(replace(worker_settings, audit_hour=24), stop)
    assert "nightly audit disabled" in said[0]["event"]
    assert last_run(own_store) is None


@pytest.fixture
def away(monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection is cut off, once, when a run is about to be claimed."""
    claim, cut = AuditRuns.claim, list[int]()

    def cut_off(runs: AuditRuns, run_id: UUID, since: datetime, rest: float) -> bool:
        if not cut:
            cut.append(1)
            with connection(runs._pool) as conn:
                conn.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        return claim(runs, run_id, since, rest)

    monkeypatch.setattr(AuditRuns, "claim", cut_off)
    monkeypatch.setattr(nightly, "ASK_SECONDS", 0.05)


@pytest.mark.usefixtures("away")
def test_a_database_that_is_away_is_asked_again(own_store: Store, worker_settings: Settings, stop: StopEvent) -> None:
    process = threading.Thread(target=run, args=(worker_settings, stop))
    process.start()
    try:
        wait_until(lambda: last_run(own_store) is not None)
    finally:
        stop.set()
        process.join(10)
    assert not process.is_alive()


def test_the_pool_of_workers_does_it(own_store: Store, worker_settings: Settings, client: redis.Redis) -> None:
    with worker_pool(worker_settings):
        wait_until(lambda: last_run(own_store) is not None)
