"""Answers about accounts, rulesets, invitations and webhooks, like those of `kontor.client.answers`.

`make client-types` generates this file from openapi/openapi.json: do not edit it.
"""

from dataclasses import dataclass

from kontor.client.answers import Body, OpenedAccount, Outcome, Summary


@dataclass(frozen=True, slots=True)
class Key:
    id: str
    # The first characters of the key.
    prefix: str
    label: str
    scopes: tuple[str, ...]
    created_at: str
    revoked_at: str | None
    # When the key expires; null: never.
    expires_at: str | None
    # Shown once, never again.
    api_key: str | None = None


@dataclass(frozen=True, slots=True)
class StreamTicket:
    # Shown once, never again.
    ticket: str
    # The address of the stream that it opens.
    stream: str
    # The address of the stream with the ticket in it.
    href: str
    # Use the ticket for the first time before then.
    expires_at: str


@dataclass(frozen=True, slots=True)
class RulesetLine:
    name: str
    title: str
    version: int
    href: str


@dataclass(frozen=True, slots=True)
class Rule:
    id: str
    # Markdown.
    text: str
    href: str


@dataclass(frozen=True, slots=True)
class StoredBoard:
    # Use it as `"board"` of a new game.
    hash: str


@dataclass(frozen=True, slots=True)
class Seed:
    # The newest checkpoint of the transparency log. Keep one with the receipt.
    checkpoint_href: str
    # The id that the game will have.
    id: str
    commitment: str
    expires_at: str
    receipt: Body


@dataclass(frozen=True, slots=True)
class Token:
    # Shown once. It can play this seat and do nothing else.
    token: str
    game: str
    seat: int


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation to one seat. The server shows its token only once, when it is created."""

    id: str
    game: str
    seat: int
    status: str
    # True if the holder of the seat passes it on; false if the seat is free.
    passes_on: bool
    created_at: str
    expires_at: str
    # Its creator can revoke it here, with DELETE.
    href: str
    # The only account that may use it. Left out: any account with the token.
    account: str | None = None
    # Shown once. Left out if the invitation is for an account.
    token: str | None = None
    # For a browser. The token follows `#`, which browsers do not send to the server.
    link: str | None = None
    # The summary of the game, also of a private one.
    summary: Summary | None = None


@dataclass(frozen=True, slots=True)
class Accepted:
    """The seat that you have now. `account`: the new account and its key, if you sent no key."""

    game: str
    seat: int
    outcome: Outcome
    account: OpenedAccount | None = None


@dataclass(frozen=True, slots=True)
class Webhook:
    id: str
    url: str
    types: tuple[str, ...]
    format: str
    game: str | None
    created_at: str
    failing_since: str | None
    disabled_at: str | None
    disabled_why: str | None
    # Signs messages (Standard Webhooks). Shown once, never again.
    secret: str | None = None


@dataclass(frozen=True, slots=True)
class Attempt:
    number: int
    at: str
    status: int | None
    error: str | None
    milliseconds: int


@dataclass(frozen=True, slots=True)
class Delivery:
    id: str
    type: str
    status: str
    attempts: int
    created_at: str
    # The time of the next attempt; null if the delivery has succeeded or failed for good.
    next_at: str | None
    # The exact text of the message.
    body: str
    tried: tuple[Attempt, ...] = ()
