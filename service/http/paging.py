"""Pages of lists: signed cursors, and the address of the next page."""

from urllib.parse import urlencode
from uuid import UUID

from flask import request

from kontor.service.http.problems import Problem, unreadable
from kontor.service.signing import cursors

UUID_BYTES = 16


def next_page(last: UUID, secret: bytes) -> str:
    """Return the address of the page that starts after the item with the id `last`."""
    return page_at(cursors.cursor_of(last.bytes, secret))


def page_at(cursor: str) -> str:
    """Return the address of the current request, with `cursor` instead of the old cursor."""
    return f"{request.path}?" + urlencode({**request.args.to_dict(), "cursor": cursor})


def link_to(following: str | None) -> dict[str, str]:
    """Return a `Link` header with the address of the next page, or no header if there is no next page."""
    return {"Link": f'<{following}>; rel="next"'} if following else {}


def read_cursor(text: str, secret: bytes) -> UUID:
    try:
        raw = cursors.read_cursor(text, secret)
    except cursors.NotOurs:
        raise no_cursor() from None
    if len(raw) != UUID_BYTES:  # a cursor of another list
        raise no_cursor()
    return UUID(bytes=raw)


def no_cursor() -> Problem:
    return unreadable("query/cursor", "wrong-form", "is not a cursor of this list; use the address in `next` unchanged")
