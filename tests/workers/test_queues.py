"""rq as we use it: order of queues, retries, the calendar, what failed, and what is measured."""

import time
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
import redis
from click.testing import CliRunner

from kontor.service.cli.main import kontor
from kontor.service.jobs import queues
from kontor.service.jobs.queues import KINDS, URGENT, Job, enqueue, queue
from kontor.service.settings import Settings
from kontor.service.store import Store
from kontor.workers import context as rooms
from kontor.workers import jobs
from kontor.workers.pool import roles
from kontor.workers.relay import Calendar, Retries
from kontor.workers.worker import Hand, hand
from tests.support.bot_games import game_of_bots, wait_until

NOBODY = UUID(int=0)


def work(client: redis.Redis, monkeypatch: pytest.MonkeyPatch, kinds: tuple[str, ...] = KINDS) -> None:
    """Run what is queued in this process, as a worker would."""
    monkeypatch.setattr(Hand, "_install_signal_handlers", lambda self: None)
    hand(client, kinds).work(burst=True, logging_level="CRITICAL")


def shown(*words: str) -> str:
    done = CliRunner().invoke(kontor, ["jobs", *words])
    assert done.exit_code in (0, 1), done.output
    return done.output


def a_poisoned_job(client: redis.Redis, monkeypatch: pytest.MonkeyPatch) -> Job:
    monkeypatch.setattr(jobs, "score", lambda game_id, version: 1 / 0)
    job = Job("score", NOBODY, 7, 0)
    assert enqueue(client, job)
    return job


def test_scores_come_first_and_games_with_slow_bots_last(
    here: Settings, client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[int] = []
    for name in ("play_bots", "score", "time_out"):
        monkeypatch.setattr(jobs, name, lambda game_id, version: ran.append(version))
    for version, kind in enumerate(("long", "bots", "clock", "score")):
        enqueue(client, Job(kind, NOBODY, version, 0))
    work(client, monkeypatch)
    assert ran == [3, 2, 1, 0]


def test_of_several_workers_one_is_never_busy_with_bots() -> None:
    assert roles(1) == ["relay", "messages", "bots"]
    assert roles(3) == ["relay", "messages", "urgent", "bots", "bots"]
    assert not {"bots", "long"} & set(URGENT)


def test_a_slice_ends_and_the_game_goes_on_behind_others(
    here: Settings, own_store: Store, client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """200 decisions or five seconds, and also when the process is asked to stop."""
    game = game_of_bots(own_store, "random", "random", rounds=9)
    monkeypatch.setattr(jobs, "DECISIONS", 3)
    begun, _ = own_store.debt(game) or (0, None)
    jobs.play_bots(str(game), begun)
    later = own_store.debt(game)
    assert later is not None
    assert queue(client, "long").job_ids == [f"long-{game}-{later[0]}-0"]
    commits = [each for each in own_store.events(game, begun, 999) if each.cause]
    assert len(commits) == 3
    rooms.stopping.set()
    try:
        jobs.play_bots(str(game), later[0])
    finally:
        rooms.stopping.clear()
    assert own_store.debt(game) == later


def test_a_poisoned_job_is_tried_again_fails_and_is_seen(
    here: Settings, client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queues, "RETRIES", (1,))
    assert shown() == "Nothing waits, nothing runs, nothing has failed.\n"
    assert shown("--failed") == "No job has failed.\n"
    job = a_poisoned_job(client, monkeypatch)
    work(client, monkeypatch)
    assert queue(client, "score").scheduled_job_registry.count == 1
    time.sleep(1.1)
    Retries(client).send_due()
    work(client, monkeypatch)
    assert queue(client, "score").failed_job_registry.count == 1
    assert f"failed    {job.id} at " in shown()
    assert shown("--failed").endswith(": ZeroDivisionError: division by zero\n")
    ttl = client.ttl(f"rq:job:{job.id}")
    assert ttl > 6 * 24 * 3600  # type: ignore[operator]  # not async
    assert "No job nonsense has failed" in shown("--requeue", "nonsense")
    assert shown("--requeue", job.id) == "1 queued again.\n"
    monkeypatch.setattr(jobs, "score", lambda game_id, version: None)
    work(client, monkeypatch)
    assert shown("--failed") == "No job has failed.\n"


def test_jobs_without_redis_are_a_sentence(here: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    from kontor.service.cli.main import sentence_for

    monkeypatch.setenv("KONTOR_REDIS_URL", "unix:///nonexistent/redis.sock")
    done = CliRunner().invoke(kontor, ["jobs"])
    assert isinstance(done.exception, redis.RedisError)
    assert str(sentence_for(done.exception)).startswith("Redis cannot be used: ")


def test_what_the_calendar_asks_for_is_queued_once_by_two_relays(
    here: Settings, client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    calendars = [Calendar(), Calendar()]
    for calendar in calendars:
        calendar.send_due(client)
    assert queue(client, "house").count == 0  # not its hour
    soon = datetime.now(UTC) + timedelta(hours=1, minutes=1)
    monkeypatch.setattr("rq.cron.now", lambda: soon)
    for calendar in calendars:
        calendar.send_due(client)
        calendar.send_due(client)
    assert queue(client, "house").count == 1
    work(client, monkeypatch)
    assert queue(client, "house").failed_job_registry.count == 0


def test_queues_lag_and_debts_are_measured(
    here: Settings, own_store: Store, client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kontor.service.jobs.queue_metrics import measured

    monkeypatch.setattr(queues, "RETRIES", (1,))
    game_of_bots(own_store, "random", "random")
    enqueue(client, Job("bots", NOBODY, 1, 0))
    a_poisoned_job(client, monkeypatch)
    work(client, monkeypatch, ("score",))
    wait_until(lambda: b'kontor_queue_jobs{queue="bots"} 1.0' in measured(own_store.pool, client))
    told = measured(own_store.pool, client).decode()
    assert "kontor_debts 1.0" in told
    assert 'kontor_job_lag_seconds_count{queue="score"} 1.0' in told
    assert 'kontor_job_lag_seconds_bucket{le="+Inf",queue="score"} 1.0' in told
    assert 'kontor_failed_jobs{queue="score"} 0.0' in told  # it waits for its second try
    assert "kontor_deliveries_pending 0.0" in told
    age = next(line for line in told.splitlines() if line.startswith("kontor_oldest_debt_seconds "))
    assert 0 < float(age.split()[1]) < 60
    away = redis.Redis.from_url("unix:///nonexistent/redis.sock")
    told = measured(own_store.pool, away).decode()
    assert 'kontor_up{server="redis"} 0.0' in told
    assert 'kontor_up{server="postgres"} 1.0' in told


def test_a_job_that_lasts_makes_way_for_new_ones(
    here: Settings, own_store: Store, client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of_bots(own_store, "slow", "slow", rounds=9)
    monkeypatch.setattr(jobs, "POLITE", 0.1)
    enqueue(client, Job("bots", NOBODY, 1, 0))
    begun, _ = own_store.debt(game) or (0, None)
    jobs.play_bots(str(game), begun)
    commits = [each for each in own_store.events(game, begun, 999) if each.cause]
    assert 1 <= len(commits) < 12
    assert queue(client, "long").count == 1


def test_the_relay_is_patient_while_a_bot_thinks(here: Settings, own_store: Store, client: redis.Redis) -> None:
    """The time to think and the grace, so that two hands do not think about one decision."""
    game = game_of_bots(own_store, "random", "random")
    version, _ = own_store.debt(game) or (0, None)
    own_store.postpone(game, version - 1, 60)
    assert len(own_store.claim_debts(9)) == 1  # another version's patience is nobody's
    own_store.postpone(game, version, 60)
    assert own_store.claim_debts(9) == []
