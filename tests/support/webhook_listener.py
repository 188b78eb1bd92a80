"""A person who plays in games of a store and has a webhook."""

import json
from typing import Any
from uuid import UUID

from kontor.service.api_keys import KEY_PREFIX, mint
from kontor.service.clock import new_id
from kontor.service.store.accounts import Accounts
from kontor.service.store.append_values import Alongside, Projection
from kontor.service.store.participants import Seated
from kontor.service.store.store import Store
from kontor.service.store.webhooks import Webhook, Webhooks
from kontor.service.webhooks.announce import announce
from kontor.service.webhooks.deliver import deliver_one
from kontor.service.webhooks.messages import TYPES
from kontor.service.webhooks.sender import new_secret
from tests.support.playing import participant_of
from tests.support.stored_games import Standing, stored_game


class Listener:
    """A person on seat 1 of a game who wants notifications."""

    def __init__(self, store: Store, url: str) -> None:
        self.account = an_account(store)
        self.webhooks = Webhooks(store.pool)
        added = self.webhooks.add(new_id(), self.account, None, url, TYPES, new_secret())
        assert added is not None
        self.webhook: Webhook = added

    def messages(self) -> list[dict[str, Any]]:
        """Return the messages that the person's webhook got, oldest first."""
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
    shows = Projection("running", awaiting, decisions=("turn",) * len(awaiting))
    return stored_game(store, Alongside(shows, seated=seated))


def read_all(store: Store) -> None:
    while announce(store.pool):
        pass


def deliver(webhooks: Webhooks, loopback: bool, limit: int = 50) -> int:
    """Try each due message once, and return the number of messages."""
    claimed = webhooks.claim(limit)
    for due in claimed:
        deliver_one(webhooks, due, loopback)
    return len(claimed)
