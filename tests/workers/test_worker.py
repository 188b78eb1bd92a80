"""rq as we use it: order of queues, retries, what failed, and what is measured."""

from pathlib import Path
from typing import Any

import pytest
import redis
from click.testing import CliRunner
from rq import Callback
from rq.job import Job as RqJob
from rq.serializers import JSONSerializer

from kontor.service.cli.main import kontor
from kontor.service.jobs import queues
from kontor.service.jobs.queue_metrics import render_metrics
from kontor.service.jobs.queues import Job, enqueue, queue
from kontor.service.settings import Settings
from kontor.service.store.store import Store
from kontor.workers import bots, jobs
from kontor.workers.relay import Retries
from tests.support.bot_games import NOBODY, game_of_bots, wait_until, work


def shown(*words: str) -> str:
    done = CliRunner().invoke(kontor, ["server", "jobs", *words])
    assert done.exit_code in (0, 1), done.output
    return done.output


def a_poisoned_job(client: redis.Redis, monkeypatch: pytest.MonkeyPatch) -> Job:
    monkeypatch.setattr(jobs, "score", lambda game_id, version: 1 / 0)
    job = Job("score", NOBODY, 7, 0)
    assert enqueue(client, job)
    return job


def let_pauses_pass(client: redis.Redis) -> None:
    """As if all scheduled jobs had waited long enough."""
    scheduled = queue(client, "score").scheduled_job_registry
    client.zadd(scheduled.key, dict.fromkeys(scheduled.get_job_ids(), 0))


def test_scores_come_first_and_games_with_slow_bots_last(
    here: Settings, client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[int] = []
    for module, name in ((bots, "play_bots"), (jobs, "score"), (jobs, "time_out")):
        monkeypatch.setattr(module, name, lambda game_id, version: ran.append(version))
    for version, kind in enumerate(("long", "bots", "clock", "score")):
        enqueue(client, Job(kind, NOBODY, version, 0))
    work(client, monkeypatch)
    assert ran == [3, 2, 1, 0]


def test_a_poisoned_job_is_tried_again_fails_and_is_seen(
    here: Settings, client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queues, "RETRIES", (60,))
    assert shown() == "No job is waiting, running or failed.\n"
    assert shown("--failed") == "No job has failed.\n"
    job = a_poisoned_job(client, monkeypatch)
    work(client, monkeypatch)
    assert queue(client, "score").scheduled_job_registry.count == 1
    let_pauses_pass(client)
    Retries(client).send_due()
    work(client, monkeypatch)
    assert queue(client, "score").failed_job_registry.count == 1
    assert f"failed    {job.id} at " in shown()
    assert shown("--failed").endswith(": ZeroDivisionError: division by zero\n")
    ttl = client.ttl(f"rq:job:{job.id}")
    assert ttl > 6 * 24 * 3600
    assert "There is no failed job nonsense" in shown("--requeue", "nonsense")
    assert shown("--requeue", job.id) == "Jobs queued again: 1.\n"
    monkeypatch.setattr(jobs, "score", lambda game_id, version: None)
    work(client, monkeypatch)
    assert shown("--failed") == "No job has failed.\n"


def test_a_job_that_is_done_leaves_nothing_behind(
    here: Settings, client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 120 jobs a second, what is kept of each for some minutes fills Redis."""
    monkeypatch.setattr(bots, "play_bots", lambda game_id, version: None)
    for version in range(5):
        assert enqueue(client, Job("bots", NOBODY, version, 0))
    work(client, monkeypatch)
    assert list(client.scan_iter("rq:job:*")) == list(client.scan_iter("rq:results:*")) == []
    assert queue(client, "bots").finished_job_registry.count == 0


def test_the_newest_failed_jobs_are_kept_and_their_reasons_are_short(
    here: Settings, client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queues, "RETRIES", (0,))
    monkeypatch.setattr(queues, "MOST_FAILED", 2)

    def fail(game_id: str, version: int) -> None:
        raise ValueError("x" * 100_000 + "the end")

    monkeypatch.setattr(jobs, "score", fail)
    for version in range(5):
        enqueue(client, Job("score", NOBODY, version, 0))
        work(client, monkeypatch)
    kept = [f"score-{NOBODY}-{version}-0" for version in (3, 4)]
    assert queue(client, "score").failed_job_registry.get_job_ids() == kept
    assert sorted(client.scan_iter("rq:job:*")) == [f"rq:job:{name}".encode() for name in kept]
    for name in kept:
        result = RqJob.fetch(name, client, JSONSerializer).latest_result()
        assert result is not None
        assert result.exc_string is not None
        assert len(result.exc_string) <= queues.LONGEST_REASON
        assert result.exc_string.strip().endswith("the end")


def test_a_queue_holds_so_many_jobs(here: Settings, client: redis.Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queues, "MOST_WAITING", 2)
    assert [enqueue(client, Job("bots", NOBODY, version, 0)) for version in range(4)] == [True, True, False, False]
    assert queue(client, "bots").count == 2


def test_queues_lag_and_pending_work_are_measured(
    here: Settings, own_store: Store, client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queues, "RETRIES", (1,))
    game_of_bots(own_store, "random", "random")
    with own_store.pool.connection() as conn:
        conn.execute("UPDATE games SET changed_at = now()")  # its log says that it was played long ago
    enqueue(client, Job("bots", NOBODY, 1, 0))
    a_poisoned_job(client, monkeypatch)
    work(client, monkeypatch, ("score",))
    wait_until(lambda: b'kontor_queue_jobs{queue="bots"} 1.0' in render_metrics(own_store.pool, client))
    told = render_metrics(own_store.pool, client).decode()
    assert "kontor_debts 1.0" in told
    assert 'kontor_job_lag_seconds_count{queue="score"} 1.0' in told
    assert 'kontor_job_lag_seconds_bucket{le="+Inf",queue="score"} 1.0' in told
    assert 'kontor_failed_jobs{queue="score"} 0.0' in told  # it waits for its second try
    assert "kontor_deliveries_pending 0.0" in told
    age = next(line for line in told.splitlines() if line.startswith("kontor_oldest_debt_seconds "))
    assert 0 < float(age.split()[1]) < 60
    away = redis.Redis.from_url("unix:///nonexistent/redis.sock")
    told = render_metrics(own_store.pool, away).decode()
    assert 'kontor_up{server="redis"} 0.0' in told
    assert 'kontor_up{server="postgres"} 1.0' in told


@pytest.mark.parametrize("hidden", [{}, {"on_success": Callback("os.mkdir")}], ids=["its function", "a callback"])
def test_a_worker_runs_only_our_functions(
    here: Settings, client: redis.Redis, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, hidden: dict[str, Any]
) -> None:
    """Whoever can write to Redis chooses no function."""
    function = "kontor.workers.jobs.score" if hidden else "os.mkdir"
    queue(client, "score").enqueue(function, str(tmp_path / "made"), **hidden)
    work(client, monkeypatch)
    assert not (tmp_path / "made").exists()
    assert queue(client, "score").count == queue(client, "score").failed_job_registry.count == 0
