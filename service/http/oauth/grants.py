"""Issue tokens for a code or for a refresh token, and revoke them. Authlib checks the protocol.

A refresh token has two parts, `family.rest`. The family is the same for all refresh tokens of a grant. If a caller
sends an existing family with a wrong rest, the token is old or stolen. Then the server revokes the grant with all its
tokens. It does the same if a code is used twice.
"""

from collections.abc import Mapping
from typing import Any

from authlib.oauth2.rfc6749 import ClientMixin, OAuth2Request
from authlib.oauth2.rfc6749.errors import InvalidGrantError, InvalidRequestError
from authlib.oauth2.rfc6749.grants import AuthorizationCodeGrant, RefreshTokenGrant
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc7636 import CodeChallenge

from kontor.service.api_keys import CODE_PREFIX, REFRESH_PREFIX, Minted, hash_of, mint
from kontor.service.http.oauth.clients import App
from kontor.service.http.problems import Problem
from kontor.service.store.apps import MOST_GRANTS, Apps, Code, Grant, NewTokens

PUBLIC = ("none",)  # how clients authenticate: not at all


class OnlyS256(CodeChallenge):
    """A check that allows PKCE with SHA-256 only. Authlib alone would also accept a request without a challenge, and
    the method `plain`."""

    SUPPORTED_CODE_CHALLENGE_METHOD = ["S256"]  # noqa: RUF012  # as the base class declares it

    def validate_code_challenge(self, grant: Any, redirect_uri: str) -> None:
        values = grant.request.payload.data
        if not values.get("code_challenge") or values.get("code_challenge_method") != "S256":
            raise InvalidRequestError("code_challenge is needed, with code_challenge_method=S256.")
        super().validate_code_challenge(grant, redirect_uri)

    def get_authorization_code_challenge(self, authorization_code: Code) -> str:
        return str(authorization_code.challenge)

    def get_authorization_code_challenge_method(self, authorization_code: Code) -> str:
        return "S256"


class CodeGrant(AuthorizationCodeGrant):
    """The authorization code flow. `grant_user` is the account, with the hash of the key that allows it."""

    TOKEN_ENDPOINT_AUTH_METHODS = PUBLIC

    def generate_authorization_code(self) -> str:
        return mint(CODE_PREFIX).text

    def save_authorization_code(self, code: str, request: OAuth2Request) -> None:
        app, values = request.client, self.request.payload.data  # type: ignore[union-attr]
        assert isinstance(app, App)
        account, key = request.user  # type: ignore[misc]
        scopes = request.scope.split()
        facts = (app.client_id, app.name, scopes, values["redirect_uri"], values["code_challenge"])
        new = Code(hash_of(code), *facts, account_id=account, denied=False, grant_id=None, is_expired=False)
        if not self.server.apps.add_code(new, account, key):
            raise too_many_apps()

    def query_authorization_code(self, code: str, client: ClientMixin) -> Any:
        found: Code | None = self.server.apps.code(hash_of(code))
        if found is None or found.redirect_uri is None:
            return None
        return found if is_usable(self.server.apps, found, client) else None

    def authenticate_user(self, authorization_code: Code) -> Any:
        return new_family()

    def save_token(self, token: Mapping[str, Any]) -> None:
        code: Any = self.request.authorization_code
        exchange(self.server.apps, code, token)

    def delete_authorization_code(self, authorization_code: Code) -> None:
        pass  # `save_token` has used it


class RefreshGrant(RefreshTokenGrant):
    """The exchange of a refresh token for new tokens."""

    TOKEN_ENDPOINT_AUTH_METHODS = PUBLIC
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_refresh_token(self, refresh_token: str) -> Any:
        found = grant_of_refresh_token(self.server.apps, refresh_token)
        if found is None:
            return None
        if found.grant.refresh != hash_of(refresh_token):
            self.server.apps.end(found.grant.id)
        return found if found.grant.is_valid and found.grant.refresh == hash_of(refresh_token) else None

    def authenticate_user(self, refresh_token: "Known") -> Any:
        return refresh_token.family

    def save_token(self, token: Mapping[str, Any]) -> None:
        grant: Grant = self.request.refresh_token.grant  # type: ignore[union-attr]
        if not self.server.apps.rotate(grant, hashes_of(token)):
            self.server.apps.end(grant.id)  # another request has just used the token
            raise InvalidGrantError

    def revoke_old_credential(self, refresh_token: Any) -> None:
        pass  # `save_token` has replaced it


class Revocation(RevocationEndpoint):
    """The endpoint that revokes tokens (RFC 7009). Each of the two tokens revokes the whole grant, because an app that
    signs out wants to revoke both."""

    CLIENT_AUTH_METHODS = PUBLIC

    def check_params(self, request: OAuth2Request, client: ClientMixin) -> None:
        if "token" not in request.form:  # an unknown token_type_hint is ignored
            raise InvalidRequestError("token is missing.")

    def query_token(self, token_string: str, token_type_hint: str | None) -> Any:
        found = grant_of_refresh_token(self.server.apps, token_string)
        if found is not None:
            return found
        grant = self.server.apps.of_token(hash_of(token_string))
        return None if grant is None else Known(grant, "")

    def revoke_token(self, token: "Known", request: OAuth2Request) -> None:
        self.server.apps.end(token.grant.id)


class Known:
    """A grant that was found by one of its tokens, and the family of its refresh tokens."""

    def __init__(self, grant: Grant, family: str) -> None:
        self.grant = grant
        self.family = family

    def check_client(self, client: ClientMixin) -> bool:
        return self.grant.client_id == client.get_client_id()

    def get_scope(self) -> str:
        return " ".join(self.grant.scopes)


def new_family() -> str:
    return mint(REFRESH_PREFIX).text


def grant_of_refresh_token(apps: Apps, text: str) -> Known | None:
    family, _, _ = text.partition(".")
    grant = apps.of_family(hash_of(family))
    return None if grant is None else Known(grant, family)


def is_usable(apps: Apps, code: Code, client: ClientMixin) -> bool:
    """Return whether this client may use a code. If the code was used before, revoke the grant."""
    if code.client_id != client.get_client_id():
        return False
    if code.grant_id is not None:
        apps.end(code.grant_id)
    return code.grant_id is None and not code.is_expired


def exchange(apps: Apps, code: Code, token: Mapping[str, Any]) -> None:
    """Store the first tokens of a grant. Raise `InvalidGrantError` if another request has just used the code, and
    revoke the grant of that request."""
    family, _, _ = str(token["refresh_token"]).partition(".")
    if apps.exchange(code.hash, hash_of(family), hashes_of(token)):
        return
    used = apps.code(code.hash)
    if used is not None and used.grant_id is not None:
        apps.end(used.grant_id)
    raise InvalidGrantError


def hashes_of(token: Mapping[str, Any]) -> NewTokens:
    access = Minted(str(token["access_token"]))
    return NewTokens(access.hash, access.shown, hash_of(str(token["refresh_token"])), str(token["scope"]).split())


def too_many_apps() -> Problem:
    return Problem("forbidden", f"An account can have at most {MOST_GRANTS} authorised apps. Revoke one first.")
