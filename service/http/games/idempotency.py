"""Idempotency-Key: a request that is sent again happens once, and is answered as it was the first time."""

from collections.abc import Mapping
from hashlib import sha256

import http_sf
from flask import Response, request

from kontor.service.engine.moves import IdempotencyKey
from kontor.service.http.context import Context
from kontor.service.http.games.json_answers import json_text
from kontor.service.http.problems import Problem, unreadable
from kontor.service.store import Answer
from kontor.service.store.lookup import Caller

LONGEST_KEY = 255


def key_of(headers: Mapping[str, str], caller: Caller, about: object) -> IdempotencyKey | None:
    """The key of this request. It belongs to the caller and what the request is about: a game, or making one."""
    given = headers.get("key")
    return None if given is None else IdempotencyKey(_scope(caller, about), _read(given), _fingerprint())


def stored(context: Context, caller: Caller, about: object) -> Answer | None:
    """What the caller was answered under the key of this request, whatever it asked for: they come back for it."""
    try:
        key = _read(request.headers.get("Idempotency-Key", ""))
    except Problem:  # none, or one that is refused when its turn comes
        return None
    return context.store.answers.find(_scope(caller, about), key)


def is_of_this_request(answer: Answer) -> bool:
    return answer.fingerprint == _fingerprint()


def replayed(answer: Answer) -> Response:
    """A stored answer, given again; refused if its key was used for another request."""
    if not is_of_this_request(answer):
        raise Problem("key-reused", "This Idempotency-Key was used for another request; nothing was done.")
    headers = {**{name: str(value) for name, value in answer.headers.items()}, "Idempotent-Replayed": "true"}
    return json_text(answer.body, answer.status, headers)


def _scope(caller: Caller, about: object) -> str:
    return f"{caller.name}/{about}"


def _fingerprint() -> bytes:
    """What makes two requests the same one: method, address, precondition and body."""
    parts = (request.method, request.full_path, request.headers.get("If-Match", ""))
    return sha256("\n".join(parts).encode() + b"\n" + request.get_data(cache=True)).digest()


def _read(given: str) -> str:
    """A structured-field string; an unquoted one is taken as it is."""
    text = given.strip()
    if text.startswith('"'):
        text = _unquoted(text)
    if not 0 < len(text) <= LONGEST_KEY or not text.isascii() or not text.isprintable():
        raise unreadable(
            "header/Idempotency-Key", "wrong-form", f"must be 1 to {LONGEST_KEY} printable ASCII characters"
        )
    return text


def _unquoted(text: str) -> str:
    try:
        found = http_sf.parse(text.encode(), tltype="item")
    except (ValueError, UnicodeError):
        return ""
    value = found[0] if isinstance(found, tuple) else found
    return value if isinstance(value, str) else ""
