"""Calls about jobs, audits, the transparency log and the server, as methods of both clients.

`make client-types` generates this file from the OpenAPI documents: do not edit it.
"""

from collections.abc import Sequence

from kontor.client import account_answers, audit_answers
from kontor.client.answers import Body
from kontor.client.exchange import Id, Request, at, form_content, without_none
from kontor.client.readers import an, as_bytes, as_json, as_nothing, as_text
from kontor.client.shells import call


class ServiceOperations:
    @call
    def public_keys(self) -> Request[Body]:
        """List the public keys that verify receipts, including old ones."""
        return Request("GET", "/.well-known/kontor-keys.json", as_json)

    @call
    def sign_in_metadata(self) -> Request[Body]:
        """Get the addresses and abilities of the authorization server."""
        return Request("GET", "/.well-known/oauth-authorization-server", as_json)

    @call
    def resource_metadata(self) -> Request[Body]:
        """Get the authorization server of this API."""
        return Request("GET", "/.well-known/oauth-protected-resource", as_json)

    @call
    def path_metadata(self, resource: str) -> Request[Body]:
        """Get the authorization server of one path of this server."""
        return Request("GET", at("/.well-known/oauth-protected-resource/{}", resource), as_json)

    @call
    def health(self) -> Request[Body]:
        """Check that the process answers."""
        return Request("GET", "/healthz", as_json)

    @call
    def metrics(self) -> Request[str]:
        """Get metrics of this process for Prometheus."""
        return Request("GET", "/metrics", as_text)

    @call
    def readiness(self) -> Request[Body]:
        """Check that the server is ready."""
        return Request("GET", "/readyz", as_json)

    @call
    def directory(self) -> Request[Body]:
        """List all addresses and their operations."""
        return Request("GET", "/v1", as_json)

    @call
    def games_for_audit(
        self,
        *,
        cursor: str | None = None,
        since: str | None = None,
        imported: bool | None = None,
        limit: int | None = None,
    ) -> Request[audit_answers.AuditGames]:
        """List all games, in the order of their last commit."""
        return Request(
            "GET",
            "/v1/audit/games",
            an(audit_answers.AuditGames),
            query={"cursor": cursor, "since": since, "imported": imported, "limit": limit},
        )

    @call
    def start_audit(self, content: bytes) -> Request[audit_answers.Job]:
        """Check an audit bundle, or a log in NDJSON."""
        return Request(
            "POST",
            "/v1/audits",
            an(audit_answers.Job),
            content,
            once=True,
            headers={"Content-Type": "application/octet-stream"},
        )

    @call
    def start_export(
        self,
        *,
        since: str | None = None,
        cursor: str | None = None,
        ruleset: str | None = None,
        status: str | None = None,
        imported: bool | None = None,
    ) -> Request[audit_answers.Job]:
        """Start an export: the bundles of many games in one archive."""
        return Request(
            "POST",
            "/v1/exports",
            an(audit_answers.Job),
            without_none(since=since, cursor=cursor, ruleset=ruleset, status=status, imported=imported),
            once=True,
        )

    @call
    def cancel_job(self, job: Id) -> Request[None]:
        """Cancel a job, or delete a finished one."""
        return Request("DELETE", at("/v1/jobs/{}", job), as_nothing)

    @call
    def job(self, job: Id) -> Request[audit_answers.Job]:
        """Get the progress and the result of your job."""
        return Request("GET", at("/v1/jobs/{}", job), an(audit_answers.Job))

    @call
    def job_file(self, job: Id) -> Request[bytes]:
        """Get the archive of your export."""
        return Request("GET", at("/v1/jobs/{}/file", job), as_bytes)

    @call
    def start_device_sign_in(self, client_id: str, *, scope: str | None = None) -> Request[account_answers.DeviceCodes]:
        """Get a code to sign in on a device without a browser."""
        return Request(
            "POST",
            "/v1/oauth/device",
            an(account_answers.DeviceCodes),
            form_content(client_id=client_id, scope=scope),
            once=True,
            headers={"Content-Type": "application/x-www-form-urlencoded"},
        )

    @call
    def register_app(
        self, client_name: str, *, redirect_uris: Sequence[str] | None = None
    ) -> Request[account_answers.RegisteredApp]:
        """Register an app."""
        return Request(
            "POST",
            "/v1/oauth/register",
            an(account_answers.RegisteredApp),
            without_none(client_name=client_name, redirect_uris=redirect_uris),
            once=True,
        )

    @call
    def revoke_app_tokens(self, client_id: str, token: str, *, token_type_hint: str | None = None) -> Request[Body]:
        """Revoke the tokens of an app."""
        return Request(
            "POST",
            "/v1/oauth/revoke",
            as_json,
            form_content(client_id=client_id, token=token, token_type_hint=token_type_hint),
            once=True,
            headers={"Content-Type": "application/x-www-form-urlencoded"},
        )

    @call
    def app_tokens(
        self,
        grant_type: str,
        client_id: str,
        *,
        code: str | None = None,
        redirect_uri: str | None = None,
        code_verifier: str | None = None,
        refresh_token: str | None = None,
        scope: str | None = None,
        device_code: str | None = None,
        resource: str | None = None,
    ) -> Request[account_answers.Tokens]:
        """Exchange a code or a refresh token for tokens."""
        return Request(
            "POST",
            "/v1/oauth/token",
            an(account_answers.Tokens),
            form_content(
                grant_type=grant_type,
                client_id=client_id,
                code=code,
                redirect_uri=redirect_uri,
                code_verifier=code_verifier,
                refresh_token=refresh_token,
                scope=scope,
                device_code=device_code,
                resource=resource,
            ),
            once=True,
            headers={"Content-Type": "application/x-www-form-urlencoded"},
        )

    @call
    def passkey_sign_in_options(self) -> Request[Body]:
        """Get the options with which a page asks for a passkey."""
        return Request("POST", "/v1/passkeys/options", as_json, once=True)

    @call
    def sign_in_with_passkey(
        self,
        credential: str,
        client_data: str,
        authenticator_data: str,
        signature: str,
        *,
        revoke_keys: bool | None = None,
    ) -> Request[account_answers.SignedIn]:
        """Get a new key for a passkey."""
        return Request(
            "POST",
            "/v1/passkeys/sign-in",
            an(account_answers.SignedIn),
            without_none(
                credential=credential,
                client_data=client_data,
                authenticator_data=authenticator_data,
                signature=signature,
                revoke_keys=revoke_keys,
            ),
            once=True,
        )

    @call
    def reserve_seed(self) -> Request[account_answers.Seed]:
        """Reserve a seed before the players choose their nonces."""
        return Request("POST", "/v1/seeds", an(account_answers.Seed), once=True)

    @call
    def checkpoint(self) -> Request[str]:
        """Get the newest signed checkpoint with its cosignatures."""
        return Request("GET", "/v1/tlog/checkpoint", as_text)

    @call
    def add_cosignatures(self, content: bytes) -> Request[str]:
        """Add the cosignatures of witnesses to a checkpoint."""
        return Request(
            "POST", "/v1/tlog/cosignatures", as_text, content, once=True, headers={"Content-Type": "text/plain"}
        )

    @call
    def tile_entries(self, path: str) -> Request[bytes]:
        """Get the entries of a tile of level 0."""
        return Request("GET", at("/v1/tlog/tile/entries/{}", path), as_bytes)

    @call
    def tile(self, path: str) -> Request[bytes]:
        """Get a tile of the tree: up to 256 hashes of 32 bytes."""
        return Request("GET", at("/v1/tlog/tile/{}", path), as_bytes)
