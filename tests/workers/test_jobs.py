"""Bots play and games are scored, whatever happens to jobs and workers."""

import os
import signal
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import pytest
import redis

from kontor.service.jobs.after_commit import Afterwards, connect
from kontor.service.jobs.queues import KINDS, Job, enqueue, queue
from kontor.service.settings import Settings
from kontor.service.store import Debt, Store
from kontor.workers import jobs
from kontor.workers.relay import relay_once
from tests.support.bot_games import game_of_bots, processes_of, wait_until, worker_pool


def status(store: Store, game_id: UUID) -> str:
    row = store.row(game_id)
    assert row is not None
    return row.status


def version(store: Store, game_id: UUID) -> int:
    head = store.head(game_id)
    assert head is not None
    return head.version


def test_bots_play_a_game_to_its_scored_end(house: Settings, own_store: Store, client: redis.Redis) -> None:
    """Nothing was queued: the relay finds the debt, the jobs pay it, the last one is the scoring."""
    game = game_of_bots(own_store, "random", "random", "slow")
    with worker_pool(house):
        wait_until(lambda: status(own_store, game) == "finished")
    events = own_store.events(game, 0, 10_000)
    last = [each for each in events if each.cause][-1].cause
    assert last is not None
    assert (last[0].actor, last[0].body) == ("system", {"type": "score"})
    assert own_store.debt(game) is None


def test_a_game_ends_although_its_worker_is_killed_on_the_way(
    house: Settings, own_store: Store, client: redis.Redis
) -> None:
    game = game_of_bots(own_store, "slow", "slow", rounds=4)
    begun = version(own_store, game)
    with worker_pool(house) as pool:
        for steps in (2, 8):  # the replacement is killed as well
            wait_until(lambda steps=steps: version(own_store, game) >= begun + steps)  # type: ignore[misc]
            for pid in processes_of(pool.pid, "bots"):
                os.kill(pid, signal.SIGKILL)
            assert status(own_store, game) == "running"
        wait_until(lambda: status(own_store, game) == "finished")
    assert own_store.debt(game) is None


def test_a_stop_lets_the_decision_in_hand_come_to_its_end(
    house: Settings, own_store: Store, client: redis.Redis
) -> None:
    game = game_of_bots(own_store, "slow", "slow", rounds=9)
    begun = version(own_store, game)
    with worker_pool(house):
        wait_until(lambda: version(own_store, game) > begun + 2)
    assert status(own_store, game) == "running"
    assert all(queue(client, kind).started_job_registry.get_job_count(cleanup=False) == 0 for kind in KINDS)
    assert f"long-{game}-{version(own_store, game)}-0" in queue(client, "long").job_ids  # it goes on from here


def test_bots_step_back_behind_all_others(house: Settings, client: redis.Redis) -> None:
    with worker_pool(replace(house, bot_niceness=10), processes=2) as pool:
        wait_until(lambda: all(processes_of(pool.pid, role) for role in ("urgent", "bots")))
        (bots,), (urgent,) = processes_of(pool.pid, "bots"), processes_of(pool.pid, "urgent")
        wait_until(lambda: os.getpriority(os.PRIO_PROCESS, bots) == 10)
        assert os.getpriority(os.PRIO_PROCESS, urgent) == os.getpriority(os.PRIO_PROCESS, 0)
        session = Path(f"/proc/{bots}/autogroup")
        if session.exists():
            wait_until(lambda: session.read_text().endswith("nice 10\n"))


@pytest.mark.parametrize("name", ["broken", "cheat", "lazy"])
def test_a_bot_that_fails_does_not_stop_the_game(
    here: Settings, own_store: Store, client: redis.Redis, name: str
) -> None:
    """Its seat is played by `random` where it must decide; where it is only invited, it has passed."""
    game = game_of_bots(own_store, name, "random", rounds=1)
    for _ in range(200):
        if (owed := own_store.debt(game)) is None:
            break
        (jobs.score if owed[1].score else jobs.play_bots)(str(game), owed[0])
    assert status(own_store, game) == "finished"


def test_a_debt_is_queued_again_under_another_name(own_store: Store, client: redis.Redis) -> None:
    """rq keeps an id taken after a job ended: without the attempt, the second try would be lost."""
    game = game_of_bots(own_store, "random", "random")
    at = version(own_store, game)
    assert relay_once(own_store, client) == 1
    assert relay_once(own_store, client) == 1  # the store's grace is 0: it is due again at once
    assert queue(client, "long").job_ids == [f"long-{game}-{at}-1", f"long-{game}-{at}-2"]


def test_the_same_job_is_queued_once(own_store: Store, client: redis.Redis) -> None:
    game = game_of_bots(own_store, "random", "random")
    job = Job("bots", game, version(own_store, game), 0)
    assert enqueue(client, job)
    assert not enqueue(client, job)


def test_without_redis_a_commit_is_told_to_nobody_and_nothing_fails() -> None:
    Afterwards(connect("unix:///nonexistent/redis.sock")).committed(UUID(int=1), 1, Debt(score=True))
    Afterwards(None).committed(UUID(int=1), 1, Debt(score=True))
