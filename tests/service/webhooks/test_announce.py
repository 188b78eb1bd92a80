"""From a commit to messages: who is told what, and only once; on a real database."""

import json
import threading
from datetime import UTC, datetime, timedelta

import pytest

from kontor.service.clock import new_id
from kontor.service.store.append_values import Alongside, Projection
from kontor.service.store.invitations import Invitation, Invitations
from kontor.service.store.store import Store
from kontor.service.store.webhooks import Webhooks
from kontor.service.webhooks.announce import remind, tell_what_waits
from kontor.service.webhooks.messages import TYPES
from kontor.service.webhooks.sender import new_secret
from tests.support.stored_games import appended
from tests.support.webhook_listener import Listener, a_game, an_account, read_all
from tests.support.webhook_receiver import Receiver


@pytest.fixture
def listener(own_store: Store, receiver: Receiver) -> Listener:
    return Listener(own_store, receiver.url)


def test_messages_for_a_start_a_turn_and_a_decision(own_store: Store, listener: Listener) -> None:
    game = a_game(own_store, listener.account)
    read_all(own_store)
    assert listener.types() == ["seat.changed", "seat.changed", "game.started", "turn.started", "decision.pending"]
    pending = listener.messages()[-1]
    assert pending["subject"] == "seat:1"
    assert pending["data"] == {
        "game": str(game.id),
        "ruleset": "tiny",
        "version": game.head.version,
        "seat": 1,
        "kind": "turn",
        "deadline": None,
        "legal_href": f"/v1/games/{game.id}/legal-commands?seat=1",
    }
    assert pending["specversion"] == "1.0"


def test_a_message_is_not_made_twice(own_store: Store, listener: Listener) -> None:
    a_game(own_store, listener.account)
    for _ in range(3):
        read_all(own_store)
    assert len(listener.types()) == 5


def test_two_announcers_make_each_message_once(own_store: Store, listener: Listener) -> None:
    games = [a_game(own_store, listener.account) for _ in range(5)]
    threads = [threading.Thread(target=read_all, args=(own_store,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    read_all(own_store)
    assert len(listener.types()) == 5 * len(games)


def test_only_the_seat_that_is_waited_for_is_asked(own_store: Store, listener: Listener) -> None:
    a_game(own_store, listener.account, awaiting=(2,))
    read_all(own_store)
    assert "decision.pending" not in listener.types()


def test_every_decision_gets_one_message_also_in_the_same_turn(own_store: Store, listener: Listener) -> None:
    game = a_game(own_store, listener.account)
    read_all(own_store)
    versions = [game.head.version]
    for shows in (
        Projection("running", (1,), decisions=("turn",)),  # another one
        Projection("running", (1, 2), decisions=("turn", "turn"), standing=(1,)),  # the same one
        Projection("running", (2,), decisions=("turn",)),
        Projection("running", (1,), decisions=("bid",)),
    ):
        last = appended(own_store, game, Alongside(shows)).last
        for _ in range(2):
            read_all(own_store)
        versions += [last] if shows.awaiting == (1,) else []
    told = [each["data"] for each in listener.messages() if each["type"] == "decision.pending"]
    assert [each["version"] for each in told] == versions
    assert [each["kind"] for each in told] == ["turn", "turn", "bid"]


def test_an_unchanged_decision_keeps_its_version_while_other_seats_decide(own_store: Store, listener: Listener) -> None:
    """Also if nobody was told of it before: then of the version at which it arose."""
    game = a_game(own_store, listener.account)
    first = appended(own_store, game, Alongside(Projection("running", (1, 2), decisions=("bid", "bid")))).last
    appended(own_store, game, Alongside(Projection("running", (1,), decisions=("bid",), standing=(1,))))
    read_all(own_store)
    assert listener.messages()[-1]["data"]["version"] == first


def test_a_new_webhook_gets_pending_decisions(own_store: Store, receiver: Receiver) -> None:
    account = an_account(own_store)
    game = a_game(own_store, account)
    read_all(own_store)  # nobody listens
    webhooks = Webhooks(own_store.pool)
    added = webhooks.add(new_id(), account, None, receiver.url, TYPES, new_secret())
    assert added is not None
    for _ in range(2):
        tell_what_waits(own_store.pool, account, None, "")
    read_all(own_store)
    (told,) = webhooks.deliveries(added.webhook_id, None, 10)
    assert json.loads(told.body)["data"]["version"] == game.head.version


def test_other_accounts_get_no_messages(own_store: Store, listener: Listener, receiver: Receiver) -> None:
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


def test_an_invited_account_gets_one_message(own_store: Store, listener: Listener) -> None:
    other = a_game(own_store, an_account(own_store))
    at = datetime.now(UTC)
    new = Invitation(new_id(), other.id, 2, new_id(), listener.account, None, at, at + timedelta(hours=1))
    assert Invitations(own_store.pool).add(new, None) is not None
    for _ in range(2):
        read_all(own_store)
    (told,) = listener.messages()
    assert (told["type"], told["subject"], told["data"]["invitation"]) == ("seat.invited", "seat:2", str(new.id))
    assert told["data"]["expires_at"] > told["time"]


def test_a_late_seat_is_reminded_once(own_store: Store, listener: Listener) -> None:
    a_game(own_store, listener.account)
    read_all(own_store)
    assert remind(own_store.pool, 3600) == 0
    assert remind(own_store.pool, 0) == 1
    assert remind(own_store.pool, 0) == 0
    assert listener.types()[-1] == "decision.reminder"
    assert listener.messages()[-1]["data"]["kind"] == "turn"
