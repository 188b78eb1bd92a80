"""The lock of a cached game: only some threads wait for a holder that is slow."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from threading import Event

import pytest

from kontor.service.engine import game_lock
from kontor.service.engine.game_lock import Contention, GameLock
from kontor.service.store import request_deadline
from tests.support.bot_games import wait_until

pytestmark = pytest.mark.unit


def take(lock: GameLock) -> str:
    with lock:
        return "taken"


def take_in_a_request(lock: GameLock) -> str:
    request_deadline.start()
    return take(lock)


@contextmanager
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(8) as pool:
        yield pool


def submit(pool: ThreadPoolExecutor, lock: GameLock) -> Future[str]:
    return pool.submit(copy_context().run, take_in_a_request, lock)


@contextmanager
def held(pool: ThreadPoolExecutor, lock: GameLock) -> Iterator[None]:
    """Let another thread hold the lock."""
    has_it, may_end = Event(), Event()

    def hold() -> None:
        with lock:
            has_it.set()
            may_end.wait()

    holding = pool.submit(hold)
    has_it.wait()
    try:
        yield
    finally:
        may_end.set()
        holding.result()


def test_some_threads_wait_for_a_slow_holder_and_the_rest_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_lock, "QUICK", 0.0)
    lock = GameLock(most_waiting=1)
    with threads() as pool:
        with held(pool, lock):
            first = submit(pool, lock)
            wait_until(lambda: lock._waiting == 1)
            for _ in range(3):
                with pytest.raises(Contention, match="not changed anything"):
                    submit(pool, lock).result()
            assert not first.done()
        assert first.result() == "taken"


def test_any_number_waits_for_a_quick_holder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_lock, "QUICK", 600.0)
    monkeypatch.setattr(request_deadline, "SECONDS", 600.0)
    lock = GameLock(most_waiting=0)
    with threads() as pool:
        with held(pool, lock):
            waiting = [submit(pool, lock) for _ in range(5)]
        assert [each.result() for each in waiting] == ["taken"] * 5


def test_a_worker_waits_for_as_long_as_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_lock, "QUICK", 0.0)
    lock = GameLock(most_waiting=0)
    with threads() as pool:
        with held(pool, lock):
            waiting = pool.submit(take, lock)
            with pytest.raises(Contention):
                submit(pool, lock).result()
            assert not waiting.done()
        assert waiting.result() == "taken"


def test_a_thread_may_take_it_twice() -> None:
    lock = GameLock(most_waiting=0)
    with lock:
        assert take(lock) == "taken"
    with threads() as pool:
        assert submit(pool, lock).result() == "taken"
