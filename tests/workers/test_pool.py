"""The worker pool as an operator runs it: games come to their end, whatever happens to its processes."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import IO

import redis

from kontor.service.jobs.queues import BOT_KINDS, KINDS, URGENT, Job, enqueue, queue
from kontor.service.settings import Settings
from kontor.service.store.store import Store
from kontor.workers.pool import LOOPS, roles
from tests.support.bot_games import (
    environment,
    game_of_bots,
    processes_of,
    status_of,
    version_of,
    wait_until,
    worker_pool,
)
from tests.support.own_redis import a_redis_of_its_own, fill, make_room
from tests.support.paths import ROOT

LOWEST = 19  # priority of a process


def test_bots_play_a_game_to_its_scored_end(worker_settings: Settings, own_store: Store, client: redis.Redis) -> None:
    """Nothing was queued: the relay finds the debt, the jobs pay it, the last one is the scoring."""
    game = game_of_bots(own_store, "random", "random", "slow")
    with worker_pool(worker_settings):
        wait_until(lambda: status_of(own_store, game) == "finished")
    events = own_store.events.page(game, 0, 10_000)
    last = [each for each in events if each.cause][-1].cause
    assert last is not None
    assert (last[0].actor, last[0].body) == ("system", {"type": "score"})
    assert own_store.debts.find(game) is None


def test_a_game_ends_although_its_worker_is_killed_on_the_way(
    worker_settings: Settings, own_store: Store, client: redis.Redis
) -> None:
    game = game_of_bots(own_store, "slow", "slow", rounds=4)
    begun = version_of(own_store, game)
    with worker_pool(worker_settings) as pool:
        for steps in (2, 8):  # the replacement is killed as well
            wait_until(lambda steps=steps: version_of(own_store, game) >= begun + steps)  # type: ignore[misc]
            for pid in processes_of(pool.pid, "bots"):
                os.kill(pid, signal.SIGKILL)
            assert status_of(own_store, game) == "running"
        wait_until(lambda: status_of(own_store, game) == "finished")
    assert own_store.debts.find(game) is None


def test_a_worker_waits_while_redis_is_full_and_continues_when_it_has_room(
    worker_settings: Settings, own_store: Store, tmp_path: Path
) -> None:
    game = game_of_bots(own_store, "slow", "slow", rounds=4)
    begun, said = version_of(own_store, game), tmp_path / "said"
    with a_redis_of_its_own() as url, redis.Redis.from_url(url) as client:
        enqueue(client, Job("bots", game, begun, 0))
        with said.open("wb") as log, a_worker(replace(worker_settings, redis_url=url), log) as worker:
            wait_until(lambda: version_of(own_store, game) > begun)
            fill(url)
            wait_until(lambda: b"worker tries again" in said.read_bytes())
            assert worker.poll() is None
            played = version_of(own_store, game)
            make_room(url)
            for kind in ("score", "late"):  # what the relay would send
                enqueue(client, Job(kind, game, played, 1))
            wait_until(lambda: status_of(own_store, game) == "finished")
            assert worker.poll() is None


@contextmanager
def a_worker(settings: Settings, log: IO[bytes]) -> Iterator[subprocess.Popen[bytes]]:
    """One process of the pool, for bots."""
    command = [sys.executable, "-m", "kontor.workers.pool", "bots"]
    process = subprocess.Popen(command, env=environment(settings), cwd=ROOT, stdout=log, stderr=log)
    try:
        yield process
    finally:
        process.terminate()
        assert process.wait(60) == 0


def test_a_stop_lets_the_decision_in_hand_come_to_its_end(
    worker_settings: Settings, own_store: Store, client: redis.Redis
) -> None:
    game = game_of_bots(own_store, "slow", "slow", rounds=9)
    begun = version_of(own_store, game)
    with worker_pool(worker_settings):
        wait_until(lambda: version_of(own_store, game) > begun + 2)
    assert status_of(own_store, game) == "running"
    assert all(queue(client, kind).started_job_registry.get_job_count(cleanup=False) == 0 for kind in KINDS)
    assert f"long-{game}-{version_of(own_store, game)}-0" in queue(client, "long").job_ids  # it goes on from here


def test_bots_give_way_to_all_other_processes(worker_settings: Settings, client: redis.Redis) -> None:
    with worker_pool(replace(worker_settings, bot_niceness=10), processes=2) as pool:
        wait_until(lambda: all(processes_of(pool.pid, role) for role in ("urgent", "bots")))
        (bots,), (urgent,) = processes_of(pool.pid, "bots"), processes_of(pool.pid, "urgent")
        ours = os.getpriority(os.PRIO_PROCESS, 0)
        wait_until(lambda: os.getpriority(os.PRIO_PROCESS, bots) == min(ours + 10, LOWEST))
        assert os.getpriority(os.PRIO_PROCESS, urgent) == ours
        session = Path(f"/proc/{bots}/autogroup")
        if session.exists():
            wait_until(lambda: session.read_text().endswith("nice 10\n"))


LOADING = """
import os, sys, threading
from pathlib import Path
from kontor.service.settings import Settings
from kontor.service.stack.forking import load
from kontor.workers.pool import MODULES
load(MODULES, Settings(bots=("tests.support.own_bots:first",)).rulesets)
held = [str(each.readlink()) for each in Path("/proc/self/fd").iterdir() if each.exists()]
assert threading.active_count() == len(os.listdir("/proc/self/task")) == 1, threading.enumerate()
assert not any(each.startswith("socket:") for each in held), held
assert {"kontor.workers.bots", "kontor.workers.jobs", "kontor.domain.hansa", "rq", "psycopg"} <= set(sys.modules)
assert "tests.support.own_bots" not in sys.modules
"""


def test_the_modules_of_the_pool_are_safe_to_fork() -> None:
    """No thread, no socket: a fork takes along neither the one nor the other as it is. Bots of one's own are loaded by
    the fork."""
    subprocess.run([sys.executable, "-c", LOADING], cwd=ROOT, check=True)


def test_of_several_workers_one_is_never_busy_with_bots() -> None:
    assert roles(1) == [*LOOPS, "bots"]
    assert roles(2) == [*LOOPS, "urgent", "bots"]
    assert roles(4) == [*LOOPS, "urgent", "prompt", "bots", "bots"]
    assert not set(BOT_KINDS) & set(URGENT)
