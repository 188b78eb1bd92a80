"""Read the parameters of OAuth requests, and write Authlib's answers."""

import json
import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any
from urllib.parse import parse_qsl

from authlib.oauth2.base import OAuth2Error
from authlib.oauth2.rfc6749 import OAuth2Payload, OAuth2Request
from authlib.oauth2.rfc6749.errors import InvalidRequestError
from flask import Response

LONGEST = 4000  # characters of all parameters of an authorization request
# Authlib refuses http, but TLS ends before this process (docs/how-to/run-behind-a-proxy.md).
OVER_TLS = "https://kontor/"
# RFC 6749 allows no other characters. Authlib quotes parameters in errors, and cannot quote others.
_PLAIN = re.compile(r"[ !#-\[\]-~]*")
_STATE = re.compile(r"[ -~]*")


class InvalidTargetError(OAuth2Error):
    """The token is for another server (RFC 8707)."""

    error = "invalid_target"


class Parameters(OAuth2Payload):
    """The parameters of an OAuth request. Each has exactly one value."""

    def __init__(self, values: dict[str, str]) -> None:
        self._values = values

    @property
    def data(self) -> dict[str, str]:
        return self._values

    @cached_property
    def datalist(self) -> dict[str, list[Any]]:
        return {name: [value] for name, value in self._values.items()}


class ReadRequest(OAuth2Request):
    """A request whose parameters were already read, in the form that Authlib expects."""

    def __init__(self, values: dict[str, str]) -> None:
        super().__init__("POST", OVER_TLS)
        self.payload: Parameters = Parameters(values)

    @property
    def form(self) -> dict[str, str]:
        return self.payload.data


def read_query(text: str, base: str) -> ReadRequest:
    """Read the parameters of an authorization request. `base`: the address of this server."""
    pairs = parse_qsl(text[: LONGEST + 1], keep_blank_values=True)
    if len(text) > LONGEST:
        raise InvalidRequestError(f"The request has more than {LONGEST} characters.")
    return read_pairs(pairs, base)


def read_pairs(pairs: list[tuple[str, str]], base: str) -> ReadRequest:
    """Check the parameters of a request. `base`: the address of this server."""
    values = dict(pairs)
    if len(values) < len(pairs):
        raise InvalidRequestError("A parameter is sent twice.")
    for name, value in values.items():
        if (_STATE if name == "state" else _PLAIN).fullmatch(value) is None or _PLAIN.fullmatch(name) is None:
            raise InvalidRequestError("A parameter has characters that are not allowed.")
    resource = values.get("resource", base)
    if resource != base and not resource.startswith(f"{base}/"):
        raise InvalidTargetError(f"This server gives tokens for {base} only.")
    return ReadRequest({name: value for name, value in values.items() if value})  # empty means left out (RFC 6749)


def answer(status: int, body: Mapping[str, Any] | str, headers: Any) -> Response:
    """Send an answer that Authlib has made. Answers with a code or a token must not be cached."""
    found = Response("" if isinstance(body, str) else f"{json.dumps(body)}\n", status, headers)
    found.headers["Cache-Control"] = "no-store"
    return found
