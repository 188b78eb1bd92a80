"""The authorization server: Authlib checks the protocol, `service.store.apps` stores codes and grants."""

import logging
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast
from uuid import UUID

from authlib.common.urls import add_params_to_uri
from authlib.oauth2.base import OAuth2Error
from authlib.oauth2.rfc6749 import AuthorizationServer, ClientMixin, OAuth2Request
from authlib.oauth2.rfc6749.errors import InvalidClientError
from flask import Response

from kontor.service.api_keys import APP_PREFIX, OF_APPS, mint
from kontor.service.http.oauth.clients import App, read_client
from kontor.service.http.oauth.device_grant import DeviceEndpoint, DeviceGrant
from kontor.service.http.oauth.grants import CodeGrant, OnlyS256, RefreshGrant, Revocation
from kontor.service.http.oauth.requests import ReadRequest, answer
from kontor.service.store.apps import TOKEN_SECONDS
from kontor.service.store.store import Store

DESCRIPTIONS = {  # of the errors about which the library says nothing
    "invalid_grant": (
        "The code or token is not valid: the server does not know it, or it has expired, was revoked, or was used "
        "before."
    ),
    "authorization_pending": "The person has not answered yet. Ask again after `interval` seconds.",
    "slow_down": "You have asked too often. Wait `interval` seconds before you ask again.",
    "expired_token": "The code has expired. Ask for a new one.",
    "access_denied": "The person did not allow it.",
    "invalid_scope": "The app asks for a scope that it cannot get, or that the person did not allow.",
    "unsupported_grant_type": "`grant_type` is missing, or the server does not support it.",
    "unauthorized_client": "The code belongs to another app.",
}

logging.getLogger("authlib").setLevel(logging.WARNING)  # it would log tokens at the level DEBUG


class Server(AuthorizationServer):
    """The authorization server for one request. `base`: its address, which is also its name as issuer."""

    def __init__(self, store: Store, base: str) -> None:
        super().__init__(scopes_supported=OF_APPS)
        self.apps = store.apps
        self.device_codes = store.device_codes
        self.base = base
        self.register_grant(CodeGrant, [OnlyS256()])
        self.register_grant(RefreshGrant)
        self.register_grant(DeviceGrant)
        self.register_endpoint(Revocation)
        self.register_endpoint(DeviceEndpoint)  # type: ignore[arg-type]  # the library calls it like an endpoint

    def query_client(self, client_id: str) -> ClientMixin:
        found = read_client(client_id)
        if found is None:
            raise InvalidClientError("The client does not exist on this server. Register it again.")
        return found

    def generate_token(
        self,
        grant_type: str,
        client: ClientMixin,
        user: Any = None,
        scope: str | None = None,
        expires_in: int | None = None,
        include_refresh_token: bool = True,
    ) -> dict[str, str | int]:
        """Return new tokens. `user`: the family of their refresh token (`grants`)."""
        refresh = f"{user}.{secrets.token_urlsafe(32)}"
        told: dict[str, str | int] = {"access_token": mint(APP_PREFIX).text, "refresh_token": refresh}
        return {**told, "token_type": "Bearer", "expires_in": TOKEN_SECONDS, "scope": scope or ""}

    def create_oauth2_request(self, request: Any) -> OAuth2Request:
        assert isinstance(request, ReadRequest)
        return request

    def handle_response(self, status: int, body: Any, headers: Any) -> Response:
        if isinstance(body, dict) and body.get("error") in DESCRIPTIONS:
            body = {"error_description": DESCRIPTIONS[body["error"]], **body}
        return answer(status, body, headers)

    def send_signal(self, name: str, *args: object, **kwargs: object) -> None:
        pass  # nothing listens

    def consent_grant(self, request: ReadRequest) -> CodeGrant:
        """Check the request of an app before the consent page shows it. Raise `OAuth2Error` if the request is not
        valid."""
        found: CodeGrant = self.get_consent_grant(request)  # type: ignore[no-untyped-call]  # its types are incomplete
        return found

    def give_tokens(self, request: ReadRequest) -> Response:
        answered: Any = self.create_token_response(request)  # what `handle_response` returns
        return cast(Response, answered)

    def call_endpoint(self, name: str, request: ReadRequest) -> Response:
        answered: Any = self.create_endpoint_response(name, request)  # type: ignore[no-untyped-call]  # as above
        return cast(Response, answered)

    def redirect(self, response: Any) -> str:
        """Return the address to which the browser takes an answer of the authorization endpoint. The address names this
        server (RFC 9207), so that an app that uses several servers notices an answer of the wrong server."""
        return str(add_params_to_uri(response.location, {"iss": self.base}))

    def redirect_of_error(self, error: OAuth2Error) -> str | None:
        """Return the address that the browser opens to report an error to the app. Return None if the app is unknown or
        has not registered the address."""
        return self.redirect(self.handle_response(*error())) if error.redirect_uri else None


@dataclass(frozen=True, slots=True)
class Asked:
    """A valid request of an app. `deny`: the address that the browser opens to report a refusal to the app."""

    app: App
    scopes: Sequence[str]
    redirect_uri: str
    deny: str


def ask(server: Server, request: ReadRequest) -> Asked:
    """Read and check the request of an app. Raise `OAuth2Error` if the request is not valid."""
    grant = server.consent_grant(request)
    app = request.client
    assert isinstance(app, App)
    deny = server.redirect(server.create_authorization_response(request, None, grant))
    return Asked(app, request.scope.split(), grant.redirect_uri, deny)


def allow(server: Server, request: ReadRequest, account: UUID, key: bytes) -> str:
    """Let an app use an account. Return the address that the browser opens to deliver the code to the app."""
    grant = server.consent_grant(request)
    return server.redirect(server.create_authorization_response(request, (account, key), grant))
