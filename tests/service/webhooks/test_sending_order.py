"""Whose message is sent next: of many who have something to be told, nobody waits for another's receiver."""

from contextlib import ExitStack

import pytest

from kontor.service.clock import new_id
from kontor.service.store.store import Store
from kontor.service.webhooks import deliver
from kontor.service.webhooks.deliver import PER_ACCOUNT, Turns
from tests.support.webhook_listener import Listener


def listener(store: Store, messages: int) -> Listener:
    found = Listener(store, "https://example.org/hook")
    for number in range(messages):
        found.webhooks.owe(new_id(), found.webhook.webhook_id, f"ping/{number}", "ping", "{}")
    return found


def test_an_account_has_so_many_messages_under_way_and_the_next_one_is_anothers(own_store: Store) -> None:
    many, one = listener(own_store, PER_ACCOUNT + 2), listener(own_store, 1)
    waiting = Turns(one.webhooks)
    with ExitStack() as under_way:
        taken = [under_way.enter_context(waiting.next()) for _ in range(PER_ACCOUNT + 2)]
        whose = [None if due is None else due.account_id for due in taken]
        assert whose == [many.account] * PER_ACCOUNT + [one.account, None]
    with waiting.next() as due:
        assert due is not None
        assert due.account_id == many.account


def test_senders_for_the_quick_pass_over_who_was_slow(own_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    slow, quick = listener(own_store, 2), listener(own_store, 1)
    waiting = Turns(quick.webhooks)
    monkeypatch.setattr(deliver, "SLOW_SECONDS", -1.0)
    with waiting.next(quick_only=True) as first:
        assert first is not None
        assert first.account_id == slow.account
    monkeypatch.undo()
    with waiting.next(quick_only=True) as next_, waiting.next(quick_only=True) as none:
        assert next_ is not None
        assert (next_.account_id, none) == (quick.account, None)
    with waiting.next() as due:
        assert due is not None
        assert due.account_id == slow.account
