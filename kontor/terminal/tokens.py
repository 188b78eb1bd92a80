"""The tokens that `kontor login` gets with a code (OAuth, RFC 8628): get, renew and revoke them."""

import os
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from kontor.terminal.config import Config, Tokens, config_file

if TYPE_CHECKING:
    import httpx

SCOPES = "game:read game:play game:create"
DEVICE = "urn:ietf:params:oauth:grant-type:device_code"
EARLY = 60.0  # seconds before the end of an access token at which it is renewed
SECONDS = 30.0  # to wait for an answer


class NotAllowed(Exception):
    """The server does not issue tokens. The message says why."""


def sign_in(url: str, show: Callable[[Mapping[str, Any]], None]) -> Tokens:
    """Ask the server for a device code, show it, and wait until the person has typed it on a page of the server."""
    with _client(url) as http:
        name = {"client_name": f"kontor on {socket.gethostname()[:60]}"}
        app = str(_read(http.post("/v1/oauth/register", json=name))["client_id"])
        codes = _read(http.post("/v1/oauth/device", data={"client_id": app, "scope": SCOPES}))
        show(codes)
        asked = {"grant_type": DEVICE, "client_id": app, "device_code": codes["device_code"]}
        while True:
            time.sleep(codes["interval"])
            answer = http.post("/v1/oauth/token", data=asked)
            if answer.is_success or answer.json().get("error") not in ("authorization_pending", "slow_down"):
                return _tokens(app, _read(answer))


def fresh_key(url: str) -> str | None:
    """Return the stored key for a server. Renew it first if it is a token that ends soon.

    A refresh token is valid once, so only one process may use it at a time."""
    key, tokens = _load_stored(url)
    if tokens is None or time.time() < tokens.until - EARLY:
        return key
    with _alone():
        key, tokens = _load_stored(url)
        if tokens is None or time.time() < tokens.until - EARLY:
            return key  # another process has just renewed it
        asked = {"grant_type": "refresh_token", "client_id": tokens.client_id, "refresh_token": tokens.refresh}
        with _client(url) as http:
            new = _tokens(tokens.client_id, _read(http.post("/v1/oauth/token", data=asked)))
        Config.read().with_tokens(url, new).write()
        return new.access


def give_back(url: str, tokens: Tokens) -> None:
    with _client(url) as http:
        _read(http.post("/v1/oauth/revoke", data={"client_id": tokens.client_id, "token": tokens.refresh}))


def _load_stored(url: str) -> tuple[str | None, Tokens | None]:
    config = Config.read()
    tokens = config.tokens.get(url)
    return (config.keys.get(url), None) if tokens is None else (tokens.access, tokens)


def _client(url: str) -> "httpx.Client":
    import httpx

    return httpx.Client(base_url=url, timeout=SECONDS)


def _tokens(client_id: str, answer: Mapping[str, Any]) -> Tokens:
    until = time.time() + float(answer["expires_in"])
    return Tokens(client_id, str(answer["access_token"]), str(answer["refresh_token"]), until)


def _read(answer: "httpx.Response") -> Mapping[str, Any]:
    """Return the JSON of an answer. Raise `NotAllowed` if the server refuses."""
    try:
        found: Mapping[str, Any] = answer.json()
    except ValueError:
        raise NotAllowed(f"{answer.url.host} does not support sign-in with a device code.") from None
    if not answer.is_success:
        words = {
            "access_denied": "The request was refused on the page.",
            "expired_token": "The code has expired. Start again.",
            "invalid_grant": "The permission has ended. Log in again.",
        }
        told = found.get("error_description") or found.get("detail") or "no reason given"
        raise NotAllowed(words.get(str(found.get("error")), f"The server refuses: {told}"))
    return found


@contextmanager
def _alone() -> Iterator[None]:
    """Hold a lock, so that only one process of this user renews tokens at a time. Windows has no such lock: if two
    processes renew at the same moment there, the person must log in again."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    path = config_file().with_suffix(".lock")
    with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
