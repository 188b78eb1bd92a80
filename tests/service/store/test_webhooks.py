"""Webhooks in the store: how many there may be, and what signs while secrets rotate."""

import pytest

from kontor.service.clock import new_id
from kontor.service.store.accounts import Accounts
from kontor.service.store.store import Store
from kontor.service.store.webhooks import MOST_WEBHOOKS, Webhooks
from kontor.service.webhooks.sender import new_secret
from tests.support.begun_pool import begun
from tests.support.webhook_listener import Listener, a_game, read_all


@pytest.fixture
def listener(own_store: Store) -> Listener:
    return Listener(own_store, "https://example.org/hook")


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


def test_nothing_is_sent_for_a_blocked_account_until_it_is_let_in(own_store: Store, listener: Listener) -> None:
    accounts = Accounts(own_store.pool)
    a_game(own_store, listener.account)
    read_all(own_store)
    waiting = len(listener.messages())
    accounts.block(listener.account, True)
    assert listener.webhooks.claim(10) == []
    a_game(own_store, listener.account)
    read_all(own_store)
    assert len(listener.messages()) == waiting > 0  # what happens meanwhile is not told later either
    accounts.block(listener.account, False)
    assert len(listener.webhooks.claim(10)) == waiting


def test_a_message_is_not_later_by_what_the_clock_went_back(own_store: Store, listener: Listener) -> None:
    """What was to be sent in a minute at the latest, and is now due in an hour."""
    a_game(own_store, listener.account)
    read_all(own_store)
    waiting = len(listener.messages())
    with own_store.pool.connection() as conn:
        conn.execute("UPDATE deliveries SET next_at = now() + interval '50 seconds'")
    assert listener.webhooks.claim(10) == []
    with own_store.pool.connection() as conn:
        conn.execute("UPDATE deliveries SET next_at = now() + interval '1 hour'")
    assert len(listener.webhooks.claim(10)) == waiting > 0
    with own_store.pool.connection() as conn:  # after the seventh attempt an hour is no long time
        conn.execute("UPDATE deliveries SET next_at = now() + interval '1 hour', attempts = 7")
    assert listener.webhooks.claim(10) == []


def test_a_claim_that_began_earlier_does_not_get_what_another_has(own_store: Store, listener: Listener) -> None:
    a_game(own_store, listener.account)
    read_all(own_store)
    with begun(own_store.pool) as earlier:
        assert len(listener.webhooks.claim(10)) == 5
        assert Webhooks(earlier).claim(10) == []
