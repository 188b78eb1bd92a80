"""From a commit to messages: who is told what, and only once; on a real database."""

import json
import threading

import pytest

from kontor.service.clock import new_id
from kontor.service.store import Alongside, Projection, Store
from kontor.service.webhooks.announce import remind
from kontor.service.webhooks.sender import new_secret
from tests.support.stored_games import head_after
from tests.support.webhook_listener import Listener, a_game, read_all
from tests.support.webhook_receiver import Receiver


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
        assert own_store.append(game.id, head, [made], Alongside(Projection("running", awaiting)))
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
