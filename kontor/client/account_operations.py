"""Calls about accounts, rulesets and webhooks, as methods of both clients.

`make client-types` generates this file from the OpenAPI documents: do not edit it.
"""

from collections.abc import Sequence

from kontor.client import account_answers, answers
from kontor.client.answers import Body, Page
from kontor.client.exchange import Id, Request, at, without_none
from kontor.client.readers import an, as_bytes, as_json, as_nothing, as_text, items_of, page_of
from kontor.client.shells import call, pages


class AccountOperations:
    @call
    def open_account(
        self, name: str, *, bot: bool | None = None, token: str | None = None
    ) -> Request[answers.OpenedAccount]:
        """Open an account."""
        return Request(
            "POST", "/v1/accounts", an(answers.OpenedAccount), without_none(name=name, bot=bot, token=token), once=True
        )

    @call
    def recover_account(
        self, recovery_code: str, *, revoke_keys: bool | None = None
    ) -> Request[account_answers.SignedIn]:
        """Get a new key for a recovery code."""
        return Request(
            "POST",
            "/v1/accounts/recover",
            an(account_answers.SignedIn),
            without_none(recovery_code=recovery_code, revoke_keys=revoke_keys),
            once=True,
        )

    @call
    def delete_me(self) -> Request[None]:
        """Delete your account."""
        return Request("DELETE", "/v1/me", as_nothing)

    @call
    def me(self) -> Request[answers.Me]:
        """Get your account and the scopes of your key."""
        return Request("GET", "/v1/me", an(answers.Me))

    @call
    def change_me(
        self, *, name: str | None = None, named: bool | None = None, bot: bool | None = None
    ) -> Request[answers.Me]:
        """Change your name, show or hide it, or mark your account as a bot."""
        return Request("PATCH", "/v1/me", an(answers.Me), without_none(name=name, named=named, bot=bot))

    @call
    def apps(self) -> Request[tuple[account_answers.App, ...]]:
        """List the apps that may use your account."""
        return Request("GET", "/v1/me/apps", items_of(account_answers.App))

    @call
    def allow_app(self, request: str) -> Request[account_answers.Consent]:
        """Allow an app to use your account."""
        return Request("POST", "/v1/me/apps", an(account_answers.Consent), without_none(request=request), once=True)

    @call
    def waiting_device(self, user_code: str) -> Request[account_answers.WaitingDevice]:
        """Find the app that waits for an answer to a device code."""
        return Request("GET", at("/v1/me/apps/devices/{}", user_code), an(account_answers.WaitingDevice))

    @call
    def answer_device(self, user_code: str, allow: bool) -> Request[None]:
        """Allow or refuse the app that waits for an answer to a device code."""
        return Request(
            "POST", at("/v1/me/apps/devices/{}", user_code), as_nothing, without_none(allow=allow), once=True
        )

    @call
    def revoke_app(self, app: Id) -> Request[None]:
        """Revoke an app."""
        return Request("DELETE", at("/v1/me/apps/{}", app), as_nothing)

    @call
    def export_me(self) -> Request[bytes]:
        """Get everything that the server stores about your account."""
        return Request("GET", "/v1/me/export", as_bytes)

    @call
    def keys(self) -> Request[tuple[account_answers.Key, ...]]:
        """List your keys, including revoked ones."""
        return Request("GET", "/v1/me/keys", items_of(account_answers.Key))

    @call
    def add_key(
        self, *, label: str | None = None, scopes: Sequence[str] | None = None, expires_at: str | None = None
    ) -> Request[account_answers.Key]:
        """Create another key."""
        return Request(
            "POST",
            "/v1/me/keys",
            an(account_answers.Key),
            without_none(label=label, scopes=scopes, expires_at=expires_at),
            once=True,
        )

    @call
    def revoke_key(self, key: Id) -> Request[None]:
        """Revoke a key."""
        return Request("DELETE", at("/v1/me/keys/{}", key), as_nothing)

    @call
    def passkeys(self) -> Request[tuple[account_answers.Passkey, ...]]:
        """List your passkeys."""
        return Request("GET", "/v1/me/passkeys", items_of(account_answers.Passkey))

    @call
    def add_passkey(
        self, credential: str, client_data: str, attestation: str, *, label: str | None = None
    ) -> Request[account_answers.Passkey]:
        """Add a passkey to your account."""
        return Request(
            "POST",
            "/v1/me/passkeys",
            an(account_answers.Passkey),
            without_none(credential=credential, client_data=client_data, attestation=attestation, label=label),
            once=True,
        )

    @call
    def passkey_creation_options(self) -> Request[Body]:
        """Get the options with which a page creates a passkey."""
        return Request("POST", "/v1/me/passkeys/options", as_json, once=True)

    @call
    def remove_passkey(self, passkey: Id) -> Request[None]:
        """Remove a passkey."""
        return Request("DELETE", at("/v1/me/passkeys/{}", passkey), as_nothing)

    @call
    def recovery_codes(self) -> Request[account_answers.RecoveryCodesLeft]:
        """Get the number of your unused recovery codes."""
        return Request("GET", "/v1/me/recovery-codes", an(account_answers.RecoveryCodesLeft))

    @call
    def replace_recovery_codes(self) -> Request[account_answers.NewRecoveryCodes]:
        """Replace your recovery codes."""
        return Request("POST", "/v1/me/recovery-codes", an(account_answers.NewRecoveryCodes), once=True)

    @call
    def create_stream_ticket(self, stream: str) -> Request[account_answers.StreamTicket]:
        """Create a ticket for one stream, for browsers."""
        return Request(
            "POST", "/v1/me/stream-tickets", an(account_answers.StreamTicket), without_none(stream=stream), once=True
        )

    @call
    def rulesets(self) -> Request[tuple[account_answers.RulesetLine, ...]]:
        """List the rulesets."""
        return Request("GET", "/v1/rulesets", items_of(account_answers.RulesetLine))

    @call
    def ruleset(self, ruleset: str) -> Request[Body]:
        """Get a ruleset: seats, boards, bots, commands and options."""
        return Request("GET", at("/v1/rulesets/{}", ruleset), as_json)

    @call
    def store_board(self, ruleset: str, body: Body) -> Request[account_answers.StoredBoard]:
        """Check and store a custom board."""
        return Request("POST", at("/v1/rulesets/{}/boards", ruleset), an(account_answers.StoredBoard), body, once=True)

    @call
    def board(self, ruleset: str, board: str) -> Request[Body]:
        """Get a board, by its name or hash."""
        return Request("GET", at("/v1/rulesets/{}/boards/{}", ruleset, board), as_json)

    @call
    def empty_board_svg(self, ruleset: str, board: str, *, theme: str | None = None) -> Request[str]:
        """Get a picture of a board, by its name or hash."""
        return Request(
            "GET", at("/v1/rulesets/{}/boards/{}/board.svg", ruleset, board), as_text, query={"theme": theme}
        )

    @call
    def empty_board_text(
        self,
        ruleset: str,
        board: str,
        *,
        ansi: bool | None = None,
        columns: int | None = None,
        legend: bool | None = None,
    ) -> Request[str]:
        """Get a board as text, by its name or hash."""
        return Request(
            "GET",
            at("/v1/rulesets/{}/boards/{}/board.txt", ruleset, board),
            as_text,
            query={"ansi": ansi, "columns": columns, "legend": legend},
        )

    @call
    def ruleset_labels(self, ruleset: str, *, language: str | None = None, board: str | None = None) -> Request[Body]:
        """Get the labels of commands, fields and values: what players read."""
        return Request(
            "GET", at("/v1/rulesets/{}/labels", ruleset), as_json, query={"language": language, "board": board}
        )

    @call
    def rules(self, ruleset: str) -> Request[tuple[account_answers.Rule, ...]]:
        """List all rules with their texts."""
        return Request("GET", at("/v1/rulesets/{}/rules", ruleset), items_of(account_answers.Rule))

    @call
    def ruleset_schemas(self, ruleset: str) -> Request[Body]:
        """Get the JSON Schemas of commands, events, options and states."""
        return Request("GET", at("/v1/rulesets/{}/schemas", ruleset), as_json)

    @call
    def webhooks(self) -> Request[tuple[account_answers.Webhook, ...]]:
        """List your webhooks."""
        return Request("GET", "/v1/webhooks", items_of(account_answers.Webhook))

    @call
    def add_webhook(
        self, url: str, *, types: Sequence[str] | None = None, game: str | None = None, format: str | None = None
    ) -> Request[account_answers.Webhook]:
        """Add a webhook."""
        return Request(
            "POST",
            "/v1/webhooks",
            an(account_answers.Webhook),
            without_none(url=url, types=types, game=game, format=format),
            once=True,
        )

    @call
    def remove_webhook(self, webhook: Id) -> Request[None]:
        """Remove a webhook and its pending deliveries."""
        return Request("DELETE", at("/v1/webhooks/{}", webhook), as_nothing)

    @call
    def webhook(self, webhook: Id) -> Request[account_answers.Webhook]:
        """Get one of your webhooks."""
        return Request("GET", at("/v1/webhooks/{}", webhook), an(account_answers.Webhook))

    @pages
    def deliveries(
        self, webhook: Id, *, limit: int | None = None, cursor: str | None = None
    ) -> Request[Page[account_answers.Delivery]]:
        """List deliveries, newest first."""
        return Request(
            "GET",
            at("/v1/webhooks/{}/deliveries", webhook),
            page_of(account_answers.Delivery),
            query={"limit": limit, "cursor": cursor},
        )

    @call
    def delivery(self, webhook: Id, delivery: Id) -> Request[account_answers.Delivery]:
        """Get a delivery with all its attempts."""
        return Request("GET", at("/v1/webhooks/{}/deliveries/{}", webhook, delivery), an(account_answers.Delivery))

    @call
    def redeliver(self, webhook: Id, delivery: Id) -> Request[account_answers.Delivery]:
        """Send a message again."""
        return Request(
            "POST",
            at("/v1/webhooks/{}/deliveries/{}/redeliver", webhook, delivery),
            an(account_answers.Delivery),
            once=True,
        )

    @call
    def enable_webhook(self, webhook: Id) -> Request[account_answers.Webhook]:
        """Enable a webhook that was disabled after failures."""
        return Request("POST", at("/v1/webhooks/{}/enable", webhook), an(account_answers.Webhook), once=True)

    @call
    def ping_webhook(self, webhook: Id) -> Request[account_answers.Delivery]:
        """Send a test message of type `ping`."""
        return Request("POST", at("/v1/webhooks/{}/ping", webhook), an(account_answers.Delivery), once=True)

    @call
    def rotate_webhook_secret(self, webhook: Id) -> Request[account_answers.Webhook]:
        """Rotate the secret."""
        return Request("POST", at("/v1/webhooks/{}/rotate", webhook), an(account_answers.Webhook), once=True)
