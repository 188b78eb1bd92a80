"""The webhook process: a receiver that does not answer keeps nobody waiting but its owner, a flaw ends no sender, and
whether senders come round is told."""

import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from uuid import UUID

import pytest
import redis

from kontor.service.clock import new_id
from kontor.service.jobs.liveness import KEY
from kontor.service.settings import Settings
from kontor.service.stop_event import StopEvent
from kontor.service.store.store import Store
from kontor.service.store.webhooks import Due, Webhooks
from kontor.service.webhooks.deliver import PER_ACCOUNT
from kontor.workers import webhooks
from kontor.workers.webhooks import SENDERS, run
from tests.support.bot_games import wait_until
from tests.support.webhook_listener import Listener
from tests.support.webhook_receiver import Receiver, listening, plain


@contextmanager
def at_work(settings: Settings) -> Iterator[None]:
    stop = StopEvent()
    working = threading.Thread(target=run, args=(replace(settings, webhooks_loopback=True), stop))
    working.start()
    try:
        yield
    finally:
        stop.set()
        working.join()


@contextmanager
def holding() -> Iterator[Receiver]:
    """A receiver who keeps whoever calls it."""
    over = StopEvent()
    with listening() as receiver:
        receiver.answer = lambda handler: plain(handler, 204) if over.wait(30) else None
        try:
            yield receiver
        finally:
            over.set()


def ping(listener: Listener, times: int = 1) -> None:
    for _ in range(times):
        delivery = new_id()
        listener.webhooks.owe(delivery, listener.webhook.webhook_id, f"ping/{delivery}", "ping", "{}")


def test_a_slow_receiver_delays_only_its_own_account(
    worker_settings: Settings, own_store: Store, client: redis.Redis
) -> None:
    with holding() as slow, listening() as quick, at_work(worker_settings):
        ping(Listener(own_store, slow.url), times=2 * SENDERS)
        wait_until(lambda: len(slow.got) == PER_ACCOUNT)
        ping(Listener(own_store, quick.url))
        wait_until(lambda: len(quick.got) == 1)
        assert len(slow.got) == PER_ACCOUNT  # the slow receiver still holds these: others would follow them


def test_an_internal_error_ends_no_sender(
    worker_settings: Settings, own_store: Store, client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim, flawed = Webhooks.claim, []

    def broken(self: Webhooks, limit: int, passed_over: Collection[UUID]) -> list[Due]:
        if len(flawed) < 2 * SENDERS:
            flawed.append(1)
            raise RuntimeError("nobody foresaw this")
        return claim(self, limit, passed_over)

    monkeypatch.setattr(Webhooks, "claim", broken)
    with listening() as receiver, at_work(worker_settings):
        ping(Listener(own_store, receiver.url))
        wait_until(lambda: len(receiver.got) == 1)


def test_whether_senders_come_round_is_noted(
    worker_settings: Settings, own_store: Store, client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of them: one that hangs is not hidden by the others."""

    def heard(of: str) -> float:
        return float(client.hget(KEY, of) or 0)

    def come_round() -> None:
        before = heard("senders")
        wait_until(lambda: heard("senders") > before)

    def heard_of_senders_later() -> float:
        for _ in range(5):  # meanwhile all others come round
            before = heard("webhooks")
            wait_until(lambda before=before: heard("webhooks") > before)  # type: ignore[misc]
        return heard("senders")

    def hangs(*_: object) -> None:
        held.set()
        over.wait(30)

    held, over = StopEvent(), StopEvent()
    monkeypatch.setattr(webhooks, "deliver_one", hangs)
    with at_work(worker_settings):
        come_round()
        ping(Listener(own_store, "https://example.org/"))
        assert held.wait(30)
        assert heard_of_senders_later() == heard_of_senders_later()
        over.set()
        come_round()
