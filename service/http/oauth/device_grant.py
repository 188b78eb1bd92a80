"""The exchange of a device code for tokens (RFC 8628). Authlib checks the protocol."""

from typing import Any

from authlib.oauth2.rfc6749.errors import InvalidGrantError
from authlib.oauth2.rfc8628 import DeviceAuthorizationEndpoint, DeviceCodeGrant

from kontor.service.api_keys import CODE_PREFIX, hash_of, mint
from kontor.service.http.oauth.clients import App
from kontor.service.http.oauth.grants import PUBLIC, exchange, new_family
from kontor.service.http.problems import too_much
from kontor.service.store.apps import Code
from kontor.service.store.device_codes import PAUSE, SECONDS

PAGE = "/device"


class Waiting:
    """A device code that waits for the person's answer, with the methods that Authlib calls."""

    def __init__(self, code: Code) -> None:
        self.code = code

    def get_client_id(self) -> str:
        return self.code.client_id

    def get_scope(self) -> str:
        return self.code.get_scope()

    def get_user_code(self) -> Code:
        return self.code  # `query_user_grant` needs no further look-up

    def is_expired(self) -> bool:
        return self.code.is_expired


class DeviceGrant(DeviceCodeGrant):
    """The exchange of a device code for tokens. The device asks again until the person has answered."""

    TOKEN_ENDPOINT_AUTH_METHODS = PUBLIC

    def query_device_credential(self, device_code: str) -> Any:
        found: Code | None = self.server.apps.code(hash_of(device_code))
        if found is not None and found.grant_id is not None:
            self.server.apps.end(found.grant_id)
        if found is None or found.redirect_uri is not None or found.grant_id is not None:
            raise InvalidGrantError
        return Waiting(found)

    def query_user_grant(self, user_code: Any) -> Any:
        code: Code = user_code
        return None if code.account_id is None else (new_family(), not code.denied)

    def should_slow_down(self, credential: Any) -> bool:
        return bool(self.server.device_codes.is_too_fast(credential.code.hash))

    def save_token(self, token: dict[str, Any]) -> None:
        exchange(self.server.apps, self.request.credential.code, token)  # type: ignore[union-attr]


class DeviceEndpoint(DeviceAuthorizationEndpoint):
    """The endpoint at which a device gets its codes."""

    CLIENT_AUTH_METHODS = PUBLIC
    EXPIRES_IN = SECONDS
    INTERVAL = PAUSE

    def generate_device_code(self) -> str:
        return mint(CODE_PREFIX).text

    def get_verification_uri(self) -> str:
        return f"{self.server.base}{PAGE}"

    def save_device_credential(self, client_id: str, scope: str | None, data: dict[str, Any]) -> None:
        app = self.server.query_client(client_id)
        assert isinstance(app, App)
        scopes = app.get_allowed_scope(scope).split()
        facts = (client_id, app.name, scopes)
        new = Code(hash_of(data["device_code"]), *facts, None, None, None, False, None, False)
        if not self.server.device_codes.add(new, hash_of(plain(data["user_code"]))):
            raise too_much("Too many devices wait for an answer. Try again in a minute.")


def plain(user_code: str) -> str:
    """Return a code in the form in which it is stored. People may type lower-case letters, and leave out the hyphen."""
    return user_code.upper().replace("-", "").replace(" ", "")
