"""Answers about accounts, rulesets, invitations and webhooks, like those of `kontor.client.answers`.

`make client-types` generates this file from openapi/openapi.json: do not edit it.
"""

from dataclasses import dataclass

from kontor.client.answers import Body, OpenedAccount, Outcome, Summary


@dataclass(frozen=True, slots=True)
class Key:
    id: str  # The id of an API key, not the key itself.
    prefix: str  # The first characters of the key.
    label: str  # Your name for the key.
    scopes: tuple[str, ...]  # What the key may do.
    created_at: str  # When the key was created.
    revoked_at: str | None  # When the key was revoked; null: it is valid.
    expires_at: str | None  # When the key expires; null: never.
    api_key: str | None = None  # The key, which is shown only once.


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A new key with all basic scopes, and its account."""

    id: str  # The id of an account.
    name: str  # The name of the account.
    api_key: str  # The key, which is shown only once.
    scopes: tuple[str, ...]  # What the key may do.


@dataclass(frozen=True, slots=True)
class RecoveryCodesLeft:
    left: int  # How many unused recovery codes the account has.
    created_at: str | None  # When the server created the codes; null: there are none.


@dataclass(frozen=True, slots=True)
class NewRecoveryCodes:
    recovery_codes: tuple[str, ...]  # The key, which is shown only once.


@dataclass(frozen=True, slots=True)
class Passkey:
    id: str  # The id of a passkey.
    label: str  # The name that you gave the passkey.
    host: str  # The passkey works on pages of this host.
    created_at: str  # When you added the passkey.
    used_at: str | None  # When the passkey was last used; null: never.


@dataclass(frozen=True, slots=True)
class App:
    id: str  # The id of this permission.
    app: str  # The name that the app has chosen.
    client_id: str  # The id with which the app has registered itself.
    scopes: tuple[str, ...]  # What the app may do.
    created_at: str  # When you allowed the app.
    used_at: str  # When the app last got an access token.
    expires_at: str  # When the permission ends, unless the app uses it before.


@dataclass(frozen=True, slots=True)
class Consent:
    redirect_to: str  # The address of the app, with the code. Open it in the browser.


@dataclass(frozen=True, slots=True)
class RegisteredApp:
    client_id: str  # The client id, with up to 2,000 characters. The same name and addresses give the same id.
    client_id_issued_at: int  # The time of this answer, in seconds since 1970.
    client_name: str  # The registered name of the app.
    redirect_uris: tuple[str, ...]  # The registered addresses of the app.
    token_endpoint_auth_method: str  # none: the app has no secret.
    grant_types: tuple[str, ...]  # The grants that the app may use.
    response_types: tuple[str, ...]  # Always `code`.


@dataclass(frozen=True, slots=True)
class DeviceCodes:
    device_code: str  # The code for the token endpoint. Keep it secret.
    user_code: str  # The code that the person types.
    verification_uri: str  # The page on which the person types the code.
    verification_uri_complete: str  # The same page with the code filled in.
    expires_in: int  # Seconds for which the codes are valid.
    interval: int  # Seconds to wait between two requests for the tokens.


@dataclass(frozen=True, slots=True)
class WaitingDevice:
    app: str  # The name that the app has chosen.
    client_id: str  # The id with which the app has registered itself.
    scopes: tuple[str, ...]  # The scopes that the app asks for.


@dataclass(frozen=True, slots=True)
class Tokens:
    access_token: str  # The access token. Send it as `Authorization: Bearer …`.
    refresh_token: str  # The refresh token, which can be used once. Each exchange returns another one.
    token_type: str  # Always `Bearer`.
    expires_in: int  # Seconds for which the access token is valid.
    scope: str  # The scopes of the access token, separated by spaces.


@dataclass(frozen=True, slots=True)
class StreamTicket:
    ticket: str  # Shown once, never again.
    stream: str  # The address of the stream that it opens.
    href: str  # The address of the stream with the ticket in it.
    expires_at: str  # Use the ticket for the first time before then.


@dataclass(frozen=True, slots=True)
class RulesetLine:
    name: str  # The name, as in addresses and in `ruleset` of a new game.
    title: str  # The name of the game for people.
    version: int  # The version of the rules with which new games are decided.
    href: str  # The address of the ruleset.


@dataclass(frozen=True, slots=True)
class Rule:
    id: str  # The id of a rule, such as HT-PLACE-1.
    text: str  # Markdown.
    href: str  # The address of the rule.


@dataclass(frozen=True, slots=True)
class StoredBoard:
    hash: str  # The name of the board. Use it as `"board"` of a new game.


@dataclass(frozen=True, slots=True)
class Seed:
    # The address of the newest checkpoint of the transparency log. Store a checkpoint together with the receipt.
    checkpoint_href: str
    id: str  # The id that the game will have.
    commitment: str  # The SHA-256 of the seed.
    expires_at: str  # Until when you can create a game with the seed.
    receipt: Body  # The signature of the commitment. Keep it until you have checked the game.


@dataclass(frozen=True, slots=True)
class Token:
    token: str  # The token, which is shown only once. It can play this seat and do nothing else.
    game: str  # The id of a game.
    seat: int  # The number of a seat, from 1.


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation to one seat. The server shows its token only once, when it is created."""

    id: str  # The id of an invitation.
    game: str  # The id of a game.
    seat: int  # The number of a seat, from 1.
    status: str  # Whether the invitation can still be used.
    passes_on: bool  # True if the holder of the seat passes it on; false if the seat is free.
    created_at: str  # When the invitation was created.
    expires_at: str  # Until when the invitation can be used.
    href: str  # The address of the invitation. Its creator can revoke it there with DELETE.
    # The only account that may use the invitation. Without this field, any account with the token may use it.
    account: str | None = None
    token: str | None = None  # The token, which is shown only once. Left out if the invitation is for an account.
    # The link for a browser. The token follows `#`; browsers do not send this part to the server.
    link: str | None = None
    summary: Summary | None = None  # The summary of the game, also of a private one.


@dataclass(frozen=True, slots=True)
class Accepted:
    """The seat that you have now."""

    game: str  # The id of a game.
    seat: int  # The number of a seat, from 1.
    outcome: Outcome  # The events that the holder of the seat may see.
    account: OpenedAccount | None = None  # The new account and its key, if you sent no key.


@dataclass(frozen=True, slots=True)
class Webhook:
    id: str  # The id of a webhook.
    url: str  # The address that gets the messages.
    types: tuple[str, ...]  # The types of messages that it gets.
    format: str  # The format of the messages.
    game: str | None  # Only messages about this game; null: about all your games.
    created_at: str  # When the webhook was added.
    failing_since: str | None  # Since when all deliveries have failed; null: the newest delivery succeeded.
    disabled_at: str | None  # When the server disabled the webhook after failures; null: it is enabled.
    disabled_why: str | None  # Why the server disabled the webhook; null: it is enabled.
    secret: str | None = None  # The secret that signs messages (Standard Webhooks). It is shown only once.


@dataclass(frozen=True, slots=True)
class Attempt:
    number: int  # The number of the attempt, counted from 1.
    at: str  # When it began.
    status: int | None  # The HTTP status of your answer; null: there was no answer.
    error: str | None  # The error; null: the attempt succeeded.
    milliseconds: int  # How long the attempt took. It is 0 if the server could not connect.


@dataclass(frozen=True, slots=True)
class Delivery:
    id: str  # The id of a delivery.
    type: str  # The type of the message.
    status: str  # `pending`: it will be tried (again). `failed`: it will not be tried again.
    attempts: int  # How often the server has tried.
    created_at: str  # When the message was created.
    next_at: str | None  # The time of the next attempt; null if the delivery has succeeded or failed for good.
    body: str  # The exact text of the message.
    tried: tuple[Attempt, ...] = ()  # All attempts, the first one first.
