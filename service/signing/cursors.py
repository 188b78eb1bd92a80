"""Signed cursors, whose content clients need not know. The server accepts only cursors that it has issued."""

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode

LABEL = b"kontor/cursor/1\n"
MARK = 12  # bytes of a cursor's signature


class NotOurs(ValueError):
    """The text is not a cursor that this server has issued."""


def cursor_of(raw: bytes, secret: bytes) -> str:
    return urlsafe_b64encode(raw + _mark(raw, secret)).decode().rstrip("=")


def read_cursor(text: str, secret: bytes) -> bytes:
    """Return the content of a cursor. Raise `NotOurs` if this server has not issued the cursor."""
    try:
        raw = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raise NotOurs(text) from None
    if not hmac.compare_digest(raw[-MARK:], _mark(raw[:-MARK], secret)):
        raise NotOurs(text)
    return raw[:-MARK]


def _mark(raw: bytes, secret: bytes) -> bytes:
    return hmac.digest(secret, LABEL + raw, "sha256")[:MARK]
