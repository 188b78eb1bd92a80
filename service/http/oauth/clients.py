"""Apps as OAuth clients. All are public clients in the sense of OAuth: an app on a person's device cannot keep a
secret.

A client id contains the name and the redirect addresses of the app, so a registration stores nothing. An app with the
same name and addresses has the same client id. The name proves nothing, because any app may choose it. So the consent
page also shows which host or program receives the answer.
"""

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from authlib.oauth2.rfc6749 import ClientMixin

from kontor.service.http.visible_text import name_flaw

PREFIX = "app_"
LONGEST_NAME = 80  # characters
MOST_ADDRESSES = 5
LONGEST_ADDRESS = 250  # characters
LONGEST_ID = 2000  # characters

_REST = r"(?:[/?][A-Za-z0-9._~!$&'()*+,;=:@%/?-]*)?"
_HTTPS = re.compile(rf"https://([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[0-9]{{1,5}})?){_REST}")
_LOOPBACK = re.compile(rf"http://(127\.0\.0\.1|\[::1\]|localhost)(?::[0-9]{{1,5}})?({_REST})")
# A scheme of an app must be a domain name backwards (RFC 8252): so it is none that a browser runs, as javascript:
_OWN_SCHEME = re.compile(r"([a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+):/[A-Za-z0-9._~!$&'()*+,;=:@%/?-]*")

ADDRESS_RULE = (
    f"A redirect address has at most {LONGEST_ADDRESS} characters and no fragment. It is https://…, or for an app on "
    "the person's computer http://127.0.0.1/… with any port, or a scheme of the app with a dot, such as "
    "org.example.app:/…"
)


@dataclass(frozen=True, slots=True)
class App(ClientMixin):
    """An app that asks people for permission to use their account."""

    name: str
    redirect_uris: tuple[str, ...] = ()

    @property
    def client_id(self) -> str:
        text = json.dumps([self.name, *self.redirect_uris], ensure_ascii=False, separators=(",", ":"))
        return PREFIX + urlsafe_b64encode(text.encode()).decode().rstrip("=")

    def get_client_id(self) -> str:
        return self.client_id

    def get_default_redirect_uri(self) -> str:
        return ""  # a request must name its address

    def get_allowed_scope(self, scope: Collection[str] | str | None) -> str:
        asked = scope.split() if isinstance(scope, str) else scope
        return " ".join(sorted(set(asked or ["game:read"])))

    def check_redirect_uri(self, redirect_uri: str) -> bool:
        return any(_is_same(each, redirect_uri) for each in self.redirect_uris)

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:
        return method == "none"

    def check_response_type(self, response_type: str) -> bool:
        return response_type == "code"

    def check_grant_type(self, grant_type: str) -> bool:
        return True


def read_client(client_id: str) -> App | None:
    """Return the app of a client id, or None if this is not a client id."""
    if not client_id.startswith(PREFIX) or len(client_id) > LONGEST_ID:
        return None
    packed = client_id.removeprefix(PREFIX)
    try:
        found = json.loads(urlsafe_b64decode(packed + "=" * (-len(packed) % 4)))
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, list) or not found or not all(isinstance(each, str) for each in found):
        return None
    app = App(found[0], tuple(found[1:]))
    return app if app.client_id == client_id and not flaws(app) else None


def flaws(app: App) -> Sequence[str]:
    """Return the reasons why an app cannot be registered. Return no reasons if it can."""
    is_named = 1 <= len(app.name) <= LONGEST_NAME and app.name == app.name.strip() and name_flaw(app.name) is None
    found = [] if is_named else [f"client_name must have 1 to {LONGEST_NAME} visible characters on one line."]
    if len(app.redirect_uris) > MOST_ADDRESSES:
        found.append(f"redirect_uris may have at most {MOST_ADDRESSES} addresses.")
    if not all(map(is_address, app.redirect_uris)):
        found.append(ADDRESS_RULE)
    return found


def is_address(uri: str) -> bool:
    """Return whether the server may redirect a browser to this address of an app. The check is strict, so that no
    browser finds another host in the text than this module does."""
    return len(uri) <= LONGEST_ADDRESS and any(form.fullmatch(uri) for form in (_HTTPS, _LOOPBACK, _OWN_SCHEME))


def receiver(uri: str) -> str:
    """Return the receiver of the answer: a host, or the URL scheme of an app. Return an empty text for a program on the
    person's computer."""
    found = _HTTPS.fullmatch(uri) or _OWN_SCHEME.fullmatch(uri)
    return "" if found is None else found[1]


def _is_same(registered: str, asked: str) -> bool:
    """Compare two addresses, except for the port of a loopback address: a program gets a free port when it starts."""
    before, now = _LOOPBACK.fullmatch(registered), _LOOPBACK.fullmatch(asked)
    return registered == asked or (before is not None and now is not None and before.groups() == now.groups())
