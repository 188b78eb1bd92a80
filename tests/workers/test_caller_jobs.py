"""Jobs of callers in the worker pool as an operator runs it: judged whatever happens to processes and Redis, and no
file of a stranger takes more than a job may have."""

import gzip
import json
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import redis
from flask import Flask

from kontor.service.http.app import create_app
from kontor.service.settings import Settings
from kontor.service.stop_event import StopEvent
from kontor.service.store.caller_jobs import GIVEN_UP, MOST_ATTEMPTS, CallerJobs
from kontor.workers import caller_jobs, hint_jobs
from kontor.workers.caller_jobs import KINDS, work_off
from kontor.workers.pool import roles
from tests.support.api_processes import children, command_line, is_gone
from tests.support.bot_games import processes_of, worker_pool
from tests.support.bot_games import wait_until as wait_until_within
from tests.support.caller_jobs import outcome, sent, work
from tests.support.callers import Caller, a_game, finish, opened
from tests.support.paths import IMPORT_PATH

wait_until = partial(wait_until_within, seconds=120.0)  # whole pools are started here, on a machine that may be busy


GATED = """
from pathlib import Path
from tests.support.slow_rules import slow_rules
RULESET = slow_rules(Path({gate!r}))
"""


@pytest.fixture
def gate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file: while it exists, a check that is `gated` stops in the middle."""
    file = tmp_path / "gate"
    file.touch()
    (tmp_path / "gated_rules.py").write_text(GATED.format(gate=str(file)))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((IMPORT_PATH, str(tmp_path))))
    return file


@pytest.fixture
def gated(gate: Path, worker_settings: Settings) -> Settings:
    return replace(worker_settings, rulesets=("gated_rules:RULESET",), job_progress_seconds=0.1)


@pytest.fixture
def app(own_settings: Settings, worker_settings: Settings) -> Iterator[Flask]:
    """The API on the database and the Redis of the workers; its own rules are quick."""
    quick = replace(worker_settings, rulesets=own_settings.rulesets, limit_reads=0)
    app = create_app(replace(quick, limit_accounts=0, limit_commands=0, limit_creates=0, limit_jobs=0))
    yield app
    app.extensions["kontor"].pool.close()


@pytest.fixture
def anna(app: Flask) -> Caller:
    return opened(app)


@pytest.fixture
def bundle(app: Flask, anna: Caller) -> bytes:
    game = a_game(anna)
    finish(app, anna, game)
    return anna.get(f"{game}/audit").data


@contextmanager
def working(run: Callable[[Settings, StopEvent], None], settings: Settings) -> Iterator[None]:
    """A process of the pool, as a thread of this one."""
    stop = StopEvent()
    process = threading.Thread(target=run, args=(settings, stop))
    process.start()
    try:
        yield
    finally:
        stop.set()
        process.join(60)
    assert not process.is_alive()


def is_(status: str, caller: Caller, job: str) -> bool:
    return bool(outcome(caller, job)["status"] == status)


def is_under_way(caller: Caller, job: str) -> bool:
    """Somewhere in the middle: some of it was decided again, and some was not."""
    progress = outcome(caller, job)["progress"]
    return bool(progress["step"] == "deciding again" and 0 < progress["done"] < progress["of"])


def checks_of(worker: int) -> list[int]:
    """The children of a process that check a bundle."""
    return [pid for pid in children(worker) if KINDS["audit"].program in command_line(pid)]


def test_a_job_is_judged_although_redis_has_forgotten_everything(
    worker_settings: Settings, client: redis.Redis, anna: Caller, bundle: bytes
) -> None:
    job = sent(anna, bundle)
    client.flushall()
    with worker_pool(worker_settings):
        wait_until(lambda: is_("done", anna, job))
    assert outcome(anna, job)["result"]["good"]


def test_a_job_is_judged_without_any_redis(worker_settings: Settings, anna: Caller, bundle: bytes) -> None:
    job = sent(anna, bundle)
    with working(caller_jobs.run, replace(worker_settings, redis_url="")):
        wait_until(lambda: is_("done", anna, job))


def test_its_progress_is_stored_and_a_killed_worker_is_replaced(
    gate: Path, gated: Settings, client: redis.Redis, anna: Caller, bundle: bytes
) -> None:
    """The check dies with its worker; the pool starts another one, which takes the job once the lease has run out."""
    job = sent(anna, bundle)
    with worker_pool(gated) as pool:
        wait_until(lambda: is_under_way(anna, job))
        (worker,) = processes_of(pool.pid, "callers")
        (check,) = checks_of(worker)
        os.kill(worker, signal.SIGKILL)
        wait_until(lambda: is_gone(check))
        assert is_("running", anna, job)  # as far as anybody can know
        gate.unlink()
        wait_until(lambda: is_("done", anna, job))
    found = outcome(anna, job)
    assert found["result"]["good"]
    assert found["progress"]["step"] == "checked"
    assert 0 < found["progress"]["done"] == found["progress"]["of"]


def kill_check() -> None:
    """Kill the check that this process runs as a worker, as soon as there is one."""
    wait_until(lambda: len(checks_of(os.getpid())) == 1)
    (check,) = checks_of(os.getpid())
    os.kill(check, signal.SIGKILL)
    wait_until(lambda: is_gone(check))


def test_a_check_that_dies_is_tried_again_but_not_for_ever(gated: Settings, anna: Caller, bundle: bytes) -> None:
    """Its worker lives: other jobs are done as ever."""
    job = sent(anna, bundle)
    with working(caller_jobs.run, gated):
        for _ in range(MOST_ATTEMPTS):
            kill_check()
        wait_until(lambda: is_("failed", anna, job))
        assert outcome(anna, job)["why"] == GIVEN_UP
        assert_still_works(anna)


def assert_still_works(anna: Caller) -> None:
    other = sent(anna, b"no bundle")
    wait_until(lambda: is_("failed", anna, other))
    assert outcome(anna, other)["why"] != GIVEN_UP


def test_a_job_that_is_cancelled_ends_its_check(gated: Settings, anna: Caller, bundle: bytes) -> None:
    job = sent(anna, bundle)
    with working(caller_jobs.run, gated):
        wait_until(lambda: is_under_way(anna, job))
        (check,) = checks_of(os.getpid())
        assert anna.delete(job).status_code == 204
        wait_until(lambda: is_gone(check))
        assert_still_works(anna)


def test_a_hint_waits_for_no_other_job(app: Flask, anna: Caller, bundle: bytes) -> None:
    """Whoever asks for one is playing. Its process leaves everything else to the one that may take long."""
    earlier = sent(anna, bundle)
    hint = anna.post(f"{a_game(anna, 'me', 'bot', practice=True)}/hints").json["href"]
    with working(hint_jobs.run, app.extensions["kontor"].settings):
        wait_until(lambda: is_("done", anna, hint))
    assert is_("waiting", anna, earlier)
    assert "hints" in roles(1)


def test_a_stop_puts_the_job_back_for_the_next_worker(gated: Settings, app: Flask, anna: Caller, bundle: bytes) -> None:
    job = sent(anna, bundle)
    with working(caller_jobs.run, gated):
        wait_until(lambda: is_under_way(anna, job))
        (check,) = checks_of(os.getpid())
    assert is_gone(check)
    assert is_("waiting", anna, job)
    claimed = CallerJobs(app.extensions["kontor"].pool).claim(KINDS)
    assert claimed is not None
    assert claimed.attempt == 1  # the one before was not its fault


# ---------------------------------------------------------------- what a stranger's file may use


def packed(item: bytes) -> bytes:
    """A few kilobytes that unpack to a bundle whose board is a list of four million of these."""
    header = b'{"format":"kontor-bundle/1"}\n{"board":{"a":['
    return gzip.compress(header + b",".join([item] * 4_000_000) + b"]}}\n", compresslevel=1)


def limited(app: Flask, **changes: int) -> Settings:
    return replace(app.extensions["kontor"].settings, **changes)


def attempt(app: Flask, settings: Settings) -> None:
    jobs = CallerJobs(app.extensions["kontor"].pool, 60.0)
    claimed = jobs.claim(KINDS)
    assert claimed is not None
    work_off(jobs, claimed, settings, StopEvent())


def test_a_check_has_so_much_of_a_processor_and_no_more(
    app: Flask, anna: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kontor.workers.caller_jobs.PATIENCE", 500)  # a busy machine takes long for a CPU second
    job = sent(anna, packed(b"0"))
    attempt(app, limited(app, job_cpu_seconds=1))
    found = outcome(anna, job)
    assert (found["status"], found["result"]) == ("failed", None)
    assert found["why"].startswith("The job needs more than 1 seconds of CPU time")


def test_a_check_has_so_much_memory_and_no_more(app: Flask, anna: Caller, bundle: bytes) -> None:
    """And the next one has as much."""
    bad, good = sent(anna, packed(b"{}")), sent(anna, bundle)
    attempt(app, limited(app, job_memory_bytes=250 * 2**20))
    work(app)
    assert outcome(anna, bad)["why"].startswith("The job needs more than 250 MiB of memory")
    assert outcome(anna, good)["result"]["good"]


def test_a_check_knows_no_address_and_no_secret(worker_settings: Settings) -> None:
    """Whoever found a way out of it would have nothing in hand."""
    given = caller_jobs.environment(KINDS["audit"], worker_settings)
    for secret in (worker_settings.database_url, worker_settings.redis_url, worker_settings.signing_keys):
        assert secret
        assert secret not in json.dumps(dict(given))
    assert {name for name in given if name.startswith("KONTOR_")} == {
        "KONTOR_RULESETS",
        "KONTOR_JOB_CPU_SECONDS",
        "KONTOR_JOB_MEMORY_BYTES",
        "KONTOR_MAX_UNPACKED_BYTES",
    }
