"""From a message to somebody's server: delivered, tried again, given up; on a real database."""

import json
import threading

import pytest

from kontor.service.clock import new_id
from kontor.service.store.store import Store
from kontor.service.store.webhooks import Attempt, Due
from kontor.service.webhooks import deliver as module
from kontor.service.webhooks.deliver import RETRIES, wait_after
from tests.support.webhook_listener import Listener, a_game, deliver, read_all
from tests.support.webhook_receiver import Receiver, plain


@pytest.fixture
def listener(own_store: Store, receiver: Receiver) -> Listener:
    return Listener(own_store, receiver.url)


def test_messages_arrive_and_their_attempts_are_kept(own_store: Store, listener: Listener, receiver: Receiver) -> None:
    a_game(own_store, listener.account)
    read_all(own_store)
    assert deliver(listener.webhooks, loopback=True) == 5
    assert deliver(listener.webhooks, loopback=True) == 0
    assert sorted(json.loads(body)["type"] for _, body in receiver.got) == [
        "decision.pending",
        "game.started",
        "seat.changed",
        "seat.changed",
        "turn.started",
    ]
    (newest, *_) = listener.webhooks.deliveries(listener.webhook.webhook_id, None, 10)
    assert (newest.status, newest.attempts) == ("delivered", 1)
    (tried,) = listener.webhooks.tried(newest.delivery_id)
    assert (tried.status, tried.error) == (204, None)
    ids = {headers["webhook-id"] for headers, _ in receiver.got}
    assert len(ids) == 5


def test_a_failure_is_tried_again_later_and_by_hand(own_store: Store, listener: Listener, receiver: Receiver) -> None:
    a_game(own_store, listener.account)
    read_all(own_store)
    receiver.answer = lambda handler: plain(handler, 500)
    deliver(listener.webhooks, loopback=True)
    webhook = listener.webhook.webhook_id
    (failed, *_) = listener.webhooks.deliveries(webhook, None, 10)
    assert (failed.status, failed.attempts) == ("pending", 1)
    assert failed.next_at > failed.created_at
    assert listener.webhooks.of(listener.account)[0].failing_since is not None
    receiver.answer = lambda handler: plain(handler, 200)
    assert listener.webhooks.again(webhook, failed.delivery_id) is not None
    assert deliver(listener.webhooks, loopback=True) == 1
    assert listener.webhooks.of(listener.account)[0].failing_since is None


def test_a_receiver_that_answers_410_is_not_called_again(
    own_store: Store, listener: Listener, receiver: Receiver
) -> None:
    a_game(own_store, listener.account)
    read_all(own_store)
    receiver.answer = lambda handler: plain(handler, 410)
    deliver(listener.webhooks, loopback=True, limit=1)
    (webhook,) = listener.webhooks.of(listener.account)
    assert webhook.disabled_why == "the receiver answered 410 Gone"
    assert deliver(listener.webhooks, loopback=True) == 0
    assert listener.webhooks.enable(listener.account, webhook.webhook_id) is not None
    assert deliver(listener.webhooks, loopback=True) == 4


def test_two_workers_never_send_the_same_message(own_store: Store, listener: Listener, receiver: Receiver) -> None:
    for _ in range(5):
        a_game(own_store, listener.account)
    read_all(own_store)
    threads = [threading.Thread(target=deliver, args=(listener.webhooks, True)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(receiver.got) == 25


def test_waits_grow_and_end() -> None:
    failure = Attempt(500, None, 1)
    waits = [wait_after(_due(n), failure) for n in range(len(RETRIES) + 1)]
    assert waits[-1] is None
    for wait, planned in zip(waits, RETRIES, strict=False):
        assert wait is not None
        assert 0.8 * planned <= wait <= 1.2 * planned
    assert wait_after(_due(0), Attempt(200, None, 1)) is None


def test_a_message_that_breaks_us_is_noted_and_tried_later(
    own_store: Store, listener: Listener, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would come back for ever, before all others."""
    monkeypatch.setattr(module, "send", lambda *_: 1 / 0)
    a_game(own_store, listener.account)
    read_all(own_store)
    assert deliver(listener.webhooks, loopback=True) == 5
    for each in listener.webhooks.deliveries(listener.webhook.webhook_id, None, 10):
        (tried,) = listener.webhooks.tried(each.delivery_id)
        assert (each.status, tried.error) == (
            "pending",
            "Internal error of this server. The operator can find the error in the log.",
        )


def _due(attempts: int) -> Due:
    return Due(new_id(), new_id(), new_id(), "", "cloudevents", "", attempts, [])
