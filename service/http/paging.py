"""Pages of a list: opaque, signed cursors, and the address of the next page."""

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from urllib.parse import urlencode
from uuid import UUID

from flask import request

from kontor.service.http.problems import unreadable

MARK = 12  # bytes of signature


def next_page(last: UUID, secret: bytes) -> str:
    """The address of what follows `last`: the one at hand, with another cursor."""
    return f"{request.path}?" + urlencode({**request.args.to_dict(), "cursor": cursor_of(last, secret)})


def link_to(following: str | None) -> dict[str, str]:
    """The header `Link` that goes with `next`."""
    return {"Link": f'<{following}>; rel="next"'} if following else {}


def cursor_of(last: UUID, secret: bytes) -> str:
    """Opaque and signed: only what we gave out is taken back."""
    return urlsafe_b64encode(last.bytes + _mark(last.bytes, secret)).decode().rstrip("=")


def read_cursor(text: str, secret: bytes) -> UUID:
    try:
        raw = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raw = b""
    if len(raw) != 16 + MARK or not hmac.compare_digest(raw[16:], _mark(raw[:16], secret)):
        raise unreadable("query/cursor", "wrong-form", "is no cursor of ours; follow the links as they are")
    return UUID(bytes=raw[:16])


def _mark(raw: bytes, secret: bytes) -> bytes:
    return hmac.digest(secret, b"kontor/cursor/1\n" + raw, "sha256")[:MARK]
