"""What follows a commit is best effort."""

from uuid import UUID

import pytest
from redis.client import PubSub

from kontor.service.jobs.after_commit import CHANNEL, AfterCommit, connect
from kontor.service.jobs.queues import queue
from kontor.service.store.debts import Debt
from tests.support.bot_games import wait_until
from tests.support.own_redis import a_redis_of_its_own, fill, make_room


def test_without_redis_a_commit_notifies_no_process_and_nothing_fails() -> None:
    AfterCommit(connect("unix:///nonexistent/redis.sock")).committed(UUID(int=1), 1, Debt(score=True))
    AfterCommit(None).committed(UUID(int=1), 1, Debt(score=True))


@pytest.mark.service
def test_a_full_redis_still_wakes_readers_and_takes_jobs_when_it_has_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kontor.service.jobs.after_commit.PAUSE", 600.0)  # no wake-up waits for that
    with a_redis_of_its_own() as url:
        client = connect(url)
        assert client is not None
        heard = client.pubsub(ignore_subscribe_messages=True)
        heard.subscribe(CHANNEL)
        after = AfterCommit(client)
        fill(url)
        for version in (1, 2):
            after.committed(UUID(int=1), version, Debt(score=True))
            wait_until(lambda version=version: _moved_to(heard, version))  # type: ignore[misc]
        make_room(url)
        assert queue(client, "score").count == 0
        AfterCommit(client).committed(UUID(int=1), 3, Debt(score=True))  # one that has met no full Redis
        wait_until(lambda: queue(client, "score").count == 1)


def _moved_to(heard: PubSub, version: int) -> bool:
    message = heard.get_message(timeout=0.1)
    return message is not None and message["data"].endswith(f":{version}".encode())
