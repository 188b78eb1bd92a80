"""Wake-ups of the streams process: from Redis, and from Postgres while Redis is away or answers nobody."""

import asyncio
import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from redis.asyncio.client import PubSub

from kontor.service.front.streams import wakeups
from kontor.service.front.streams.admission import Slots
from kontor.service.jobs import present_seats
from kontor.service.jobs.after_commit import AfterCommit, connect
from kontor.service.settings import Settings
from kontor.service.stack import data_directory, redis
from kontor.service.stack.data_directory import DataDirectory
from tests.support.servers import OTHER_REDIS

GAME = uuid4()


class Heard:
    """Whatever is told."""

    def __init__(self) -> None:
        self.told: list[object] = []

    def moved(self, game_id: UUID) -> None:
        self.told.append(game_id)

    def all_moved(self) -> None:
        self.told.append("all")

    def found_damaged(self, game_id: UUID, version: int) -> None:
        self.told.append((game_id, version))

    async def look(self) -> None:
        self.told.append("look")

    async def hears(self, what: object, happens: Callable[[], object] = lambda: None) -> None:
        """Wait until it is told once more, while something happens."""
        before = self.told.count(what)
        async with asyncio.timeout(30):
            while self.told.count(what) == before:
                await asyncio.to_thread(happens)
                await asyncio.sleep(0.05)


@pytest.fixture
def directory() -> Iterator[DataDirectory]:
    found = data_directory.prepare(Path(tempfile.mkdtemp(prefix="kontor-")))
    yield found
    shutil.rmtree(found.path)


class Waiting:
    """One who waits in this process, for the second seat of a game."""

    def __init__(self) -> None:
        self.slots = Slots(Settings())
        self.listening = {present_seats.seat_name(GAME, 2)}


def test_the_listening_seats_are_recorded_until_their_streams_end(
    directory: DataDirectory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wakeups, "NOTE_SECONDS", 0.05)
    monkeypatch.setattr(present_seats, "FRESH_SECONDS", 0.5)
    server = redis.start(directory, OTHER_REDIS)
    client = connect(redis.url(directory))

    async def heard(waiting: Waiting, seats: set[int]) -> None:
        noting = asyncio.create_task(wakeups.note(redis.url(directory), "here", waiting))
        async with asyncio.timeout(30):
            while await asyncio.to_thread(present_seats.listening, client, GAME, (1, 2)) != seats:
                await asyncio.sleep(0.05)
        noting.cancel()
        await asyncio.gather(noting, return_exceptions=True)

    try:
        waiting = Waiting()
        asyncio.run(heard(waiting, {2}))
        waiting.listening.clear()
        asyncio.run(heard(waiting, set()))
    finally:
        server.stop(5)
    assert present_seats.listening(client, GAME, (1, 2)) == frozenset()  # nobody can say: Redis is away
    if client is not None:
        client.close()


def test_the_task_that_records_listeners_ends_at_any_moment(
    directory: DataDirectory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in the middle of a question to Redis: a process that is to stop waits for this task."""
    monkeypatch.setattr(wakeups, "NOTE_SECONDS", 0.0)
    server = redis.start(directory, OTHER_REDIS)

    async def ended_after(turns: int) -> None:
        noting = asyncio.create_task(wakeups.note(redis.url(directory), "here", Waiting()))
        for _ in range(turns):
            await asyncio.sleep(0)
        noting.cancel()
        ended, _ = await asyncio.wait([noting], timeout=60)
        assert ended, f"it goes on when cancelled after {turns} turns of the loop"

    async def at_any_moment() -> None:
        for turns in range(1, 200):
            await ended_after(turns)

    try:
        asyncio.run(at_any_moment())
    finally:
        server.stop(5)


def test_redis_reports_changed_games_and_without_it_they_are_polled(
    directory: DataDirectory, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, seconds in (("POLL", 0.05), ("RECONNECT", 0.1), ("QUIET", 0.5)):
        monkeypatch.setattr(wakeups, name, seconds)
    asked, is_asked_again, ping = [], asyncio.Event(), PubSub.ping

    async def counted(self: PubSub) -> object:
        asked.append(self)
        if len(asked) == 2:  # so the first question was answered
            is_asked_again.set()
        return await ping(self)

    monkeypatch.setattr(PubSub, "ping", counted)
    server = redis.start(directory, OTHER_REDIS)
    client = connect(redis.url(directory))
    after = AfterCommit(client)

    async def listen() -> None:
        heard = Heard()
        following = asyncio.create_task(wakeups.follow(redis.url(directory), heard, check_seconds=600.0))
        await heard.hears("all")
        await heard.hears(GAME, lambda: after.committed(GAME, 7, None))
        await heard.hears((GAME, 4), lambda: after.damaged(GAME, 4))
        assert "look" not in heard.told
        await asyncio.wait_for(
            is_asked_again.wait(), 30
        )  # silent for longer than Redis may be: it is asked, and answers
        assert "look" not in heard.told
        os.kill(server.process.pid, signal.SIGSTOP)
        await heard.hears("look")
        os.kill(server.process.pid, signal.SIGCONT)
        await heard.hears("all")  # whatever was missed is read
        server.stop(5)
        await heard.hears("look")
        following.cancel()

    try:
        asyncio.run(listen())
    finally:
        server.stop(5)
        if client is not None:
            client.close()
