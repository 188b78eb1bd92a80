"""Wake-ups: from this process, from another one through Redis, and from Postgres while Redis is away."""

import threading
from collections.abc import Callable, Collection, Mapping
from uuid import UUID, uuid4

import pytest
from redis import Redis

from kontor.service.jobs import wakeups
from kontor.service.jobs.after_commit import AfterCommit, connect
from kontor.service.jobs.wakeups import Wakeups
from kontor.service.settings import Settings

GAME, OTHER = uuid4(), uuid4()


def nothing(games: Collection[UUID]) -> Mapping[UUID, int]:
    return {}


def woken(waiting: Wakeups, happens: Callable[[], object], seconds: float = 10.0) -> bool:
    """Whether somebody who waits for GAME is woken by what happens."""
    before = waiting.count([GAME])
    threading.Timer(0.1, happens).start()
    return waiting.wait([GAME], before, seconds)


def test_a_commit_of_this_process_wakes_those_who_wait_for_its_game() -> None:
    waiting = Wakeups(None, nothing)
    assert woken(waiting, lambda: waiting.notify(GAME))
    assert not woken(waiting, lambda: waiting.notify(OTHER), seconds=0.3)


def test_what_happened_between_count_and_wait_is_not_missed() -> None:
    waiting = Wakeups(None, nothing)
    before = waiting.count([GAME])
    waiting.notify(GAME)
    assert waiting.wait([GAME], before, 0)


def test_a_commit_of_another_process_wakes_through_redis(settings: Settings) -> None:
    client = connect(settings.redis_url)
    assert client is not None
    waiting = Wakeups(client, nothing)
    waiting.count([GAME])
    assert waiting.wait([GAME], 0, 10)  # the listener has begun to listen
    assert woken(waiting, lambda: AfterCommit(client).committed(GAME, 7, None))


def test_while_redis_is_away_postgres_is_asked_where_games_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wakeups, "POLL", 0.05)
    stands: dict[UUID, int] = {}
    away = Redis.from_url("unix:///nonexistent/redis.sock")
    waiting = Wakeups(away, lambda games: {game: stands[game] for game in games if game in stands})
    assert woken(waiting, lambda: stands.update({GAME: 2}))
    assert not waiting.wait([OTHER], waiting.count([OTHER]), 0.3)
