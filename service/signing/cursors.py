"""Cursors: opaque and signed, so that only what we gave out is taken back."""

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode

LABEL = b"kontor/cursor/1\n"
MARK = 12  # bytes of signature


class NotOurs(ValueError):
    """A text that is no cursor of this server."""


def cursor_of(raw: bytes, secret: bytes) -> str:
    return urlsafe_b64encode(raw + _mark(raw, secret)).decode().rstrip("=")


def read_cursor(text: str, secret: bytes) -> bytes:
    """What a cursor was made of; NotOurs if we did not make it."""
    try:
        raw = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raise NotOurs(text) from None
    if not hmac.compare_digest(raw[-MARK:], _mark(raw[:-MARK], secret)):
        raise NotOurs(text)
    return raw[:-MARK]


def _mark(raw: bytes, secret: bytes) -> bytes:
    return hmac.digest(secret, LABEL + raw, "sha256")[:MARK]
