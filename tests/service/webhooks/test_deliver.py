"""From a commit to a message at somebody's server: told once, retried, given up; on a real database."""

import json
import threading
from typing import Any
from uuid import UUID

import pytest

from kontor.service.api_keys import KEY_PREFIX, mint
from kontor.service.clock import new_id
from kontor.service.store import Aside, Projection, Seated, Store
from kontor.service.store.accounts import Accounts
from kontor.service.store.webhooks import MOST_WEBHOOKS, Due, Webhook, Webhooks
from kontor.service.webhooks.announce import announce, remind
from kontor.service.webhooks.deliver import RETRIES, deliver, wait_after
from kontor.service.webhooks.messages import TYPES
from kontor.service.webhooks.sender import Attempt, new_secret
from tests.support.playing import participant_of
from tests.support.stored_games import Standing, head_after, stored_game
from tests.support.webhook_receiver import Receiver, plain


class Listener:
    """Somebody who sits on seat 1 of a game and wants to be told."""

    def __init__(self, store: Store, url: str) -> None:
        self.account = an_account(store)
        self.webhooks = Webhooks(store.pool)
        added = self.webhooks.add(new_id(), self.account, None, url, TYPES, new_secret())
        assert added is not None
        self.webhook: Webhook = added

    def messages(self) -> list[dict[str, Any]]:
        """Oldest first."""
        rows = self.webhooks.deliveries(self.webhook.webhook_id, None, 100)
        return [json.loads(row.body) for row in reversed(rows)]

    def types(self) -> list[str]:
        return [message["type"] for message in self.messages()]


def an_account(store: Store) -> UUID:
    account = new_id()
    Accounts(store.pool).open(account, "Anna", new_id(), mint(KEY_PREFIX), ["webhook:write"])
    return account


def a_game(store: Store, account: UUID, awaiting: tuple[int, ...] = (1,)) -> Standing:
    seated = (Seated(participant_of(1) + new_id().hex, 1, account),)
    return stored_game(store, Aside(Projection("running", awaiting), seated=seated))


def read_all(store: Store) -> None:
    while announce(store.pool):
        pass


@pytest.fixture
def listener(own_store: Store, receiver: Receiver) -> Listener:
    return Listener(own_store, receiver.url)


def test_a_start_a_turn_and_a_decision_are_told(own_store: Store, listener: Listener) -> None:
    game = a_game(own_store, listener.account)
    read_all(own_store)
    assert listener.types() == ["game.started", "turn.started", "decision.pending"]
    pending = listener.messages()[-1]
    assert pending["subject"] == "seat:1"
    assert pending["data"]["legal_href"] == f"/v1/games/{game.id}/legal-commands?seat=1"
    assert pending["specversion"] == "1.0"


def test_what_was_told_is_not_told_again(own_store: Store, listener: Listener) -> None:
    a_game(own_store, listener.account)
    for _ in range(3):
        read_all(own_store)
    assert len(listener.types()) == 3


def test_two_announcers_tell_everything_once(own_store: Store, listener: Listener) -> None:
    games = [a_game(own_store, listener.account) for _ in range(5)]
    threads = [threading.Thread(target=read_all, args=(own_store,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    read_all(own_store)
    assert len(listener.types()) == 3 * len(games)


def test_only_the_seat_that_is_waited_for_is_asked(own_store: Store, listener: Listener) -> None:
    a_game(own_store, listener.account, awaiting=(2,))
    read_all(own_store)
    assert "decision.pending" not in listener.types()


def test_a_seat_is_asked_again_only_after_it_was_not_waited_for(own_store: Store, listener: Listener) -> None:
    game = a_game(own_store, listener.account)
    read_all(own_store)
    head = game.head
    for awaiting in ((1,), (2,), (1,)):
        made = game.next_commit()
        assert own_store.append(game.id, head, [made], Aside(Projection("running", awaiting)))
        head = head_after(made)
        read_all(own_store)
    assert listener.types().count("decision.pending") == 2


def test_strangers_are_told_nothing(own_store: Store, listener: Listener, receiver: Receiver) -> None:
    stranger = Listener(own_store, receiver.url)
    a_game(own_store, listener.account)
    read_all(own_store)
    assert stranger.types() == []


def test_a_webhook_for_one_game_hears_of_no_other(own_store: Store, listener: Listener, receiver: Receiver) -> None:
    game, _ = (a_game(own_store, listener.account) for _ in range(2))
    narrow = listener.webhooks.add(new_id(), listener.account, game.id, receiver.url, ["game.started"], new_secret())
    assert narrow is not None
    read_all(own_store)
    told = listener.webhooks.deliveries(narrow.webhook_id, None, 10)
    assert [json.loads(each.body)["data"]["game"] for each in told] == [str(game.id)]


def test_a_late_seat_is_reminded_once(own_store: Store, listener: Listener) -> None:
    a_game(own_store, listener.account)
    read_all(own_store)
    assert remind(own_store.pool, 3600) == 0
    assert remind(own_store.pool, 0) == 1
    assert remind(own_store.pool, 0) == 0
    assert listener.types()[-1] == "decision.reminder"


def test_messages_arrive_and_their_attempts_are_kept(own_store: Store, listener: Listener, receiver: Receiver) -> None:
    a_game(own_store, listener.account)
    read_all(own_store)
    assert deliver(listener.webhooks, loopback=True) == 3
    assert deliver(listener.webhooks, loopback=True) == 0
    assert sorted(json.loads(body)["type"] for _, body in receiver.got) == [
        "decision.pending",
        "game.started",
        "turn.started",
    ]
    (newest, *_) = listener.webhooks.deliveries(listener.webhook.webhook_id, None, 10)
    assert (newest.status, newest.attempts) == ("delivered", 1)
    (tried,) = listener.webhooks.tried(newest.delivery_id)
    assert (tried.status, tried.error) == (204, None)
    ids = {headers["webhook-id"] for headers, _ in receiver.got}
    assert len(ids) == 3


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


def test_who_says_gone_is_not_called_again(own_store: Store, listener: Listener, receiver: Receiver) -> None:
    a_game(own_store, listener.account)
    read_all(own_store)
    receiver.answer = lambda handler: plain(handler, 410)
    deliver(listener.webhooks, loopback=True, limit=1)
    (webhook,) = listener.webhooks.of(listener.account)
    assert webhook.disabled_why == "the receiver answered 410 Gone"
    assert deliver(listener.webhooks, loopback=True) == 0
    assert listener.webhooks.enable(listener.account, webhook.webhook_id) is not None
    assert deliver(listener.webhooks, loopback=True) == 2


def test_two_workers_never_send_the_same_message(own_store: Store, listener: Listener, receiver: Receiver) -> None:
    for _ in range(5):
        a_game(own_store, listener.account)
    read_all(own_store)
    threads = [threading.Thread(target=deliver, args=(listener.webhooks, True)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(receiver.got) == 15


def test_waits_grow_and_end() -> None:
    failure = Attempt(500, None, 1)
    waits = [wait_after(Due(new_id(), new_id(), "", "", n, []), failure) for n in range(len(RETRIES) + 1)]
    assert waits[-1] is None
    for wait, planned in zip(waits, RETRIES, strict=False):
        assert wait is not None
        assert 0.8 * planned <= wait <= 1.2 * planned
    assert wait_after(Due(new_id(), new_id(), "", "", 0, []), Attempt(200, None, 1)) is None


def test_an_account_has_a_bounded_number_of_webhooks(own_store: Store, listener: Listener) -> None:
    made = [
        listener.webhooks.add(new_id(), listener.account, None, "https://example.org", ["ping"], new_secret())
        for _ in range(MOST_WEBHOOKS)
    ]
    assert made[-1] is None
    assert all(made[:-1])


def test_a_rotated_secret_signs_along(own_store: Store, listener: Listener) -> None:
    a_game(own_store, listener.account)
    read_all(own_store)
    fresh = new_secret()
    assert listener.webhooks.rotate(listener.account, listener.webhook.webhook_id, fresh) is not None
    (due,) = listener.webhooks.claim(1)
    assert due.keys[0] == fresh
    assert len(due.keys) == 2
