"""Idempotency-Key: a request that a client sends again happens once and gets the stored answer."""

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
    """Return the key of this request, or None. Keys are separate for each caller and for each game (`about`)."""
    given = headers.get("key")
    return None if given is None else IdempotencyKey(_scope(caller, about), _read_key(given), _fingerprint())


def stored_answer(context: Context, caller: Caller, about: object) -> Answer | None:
    """Return the answer stored under the key of this request, or None. It may be the answer to another request."""
    try:
        key = _read_key(request.headers.get("Idempotency-Key", ""))
    except Problem:  # no key, or one that `key_of` will refuse
        return None
    return context.store.answers.find(_scope(caller, about), key)


def is_of_this_request(answer: Answer) -> bool:
    return answer.fingerprint == _fingerprint()


def replay(answer: Answer) -> Response:
    """Return a stored answer again. Raise 409 if its key was used for another request."""
    if not is_of_this_request(answer):
        raise Problem(
            "key-reused", "This Idempotency-Key was used for another request. Nothing was changed; use a new key."
        )
    headers = {**{name: str(value) for name, value in answer.headers.items()}, "Idempotent-Replayed": "true"}
    return json_text(answer.body, answer.status, headers)


def _scope(caller: Caller, about: object) -> str:
    return f"{caller.name}/{about}"


def _fingerprint() -> bytes:
    """Hash what makes two requests the same: method, address, If-Match and body."""
    parts = (request.method, request.full_path, request.headers.get("If-Match", ""))
    return sha256("\n".join(parts).encode() + b"\n" + request.get_data(cache=True)).digest()


def _read_key(given: str) -> str:
    """Return the key from a structured-field string, or from text without quotes."""
    text = given.strip()
    if text.startswith('"'):
        text = _unquote(text)
    if not 0 < len(text) <= LONGEST_KEY or not text.isascii() or not text.isprintable():
        raise unreadable(
            "header/Idempotency-Key", "wrong-form", f"must be 1 to {LONGEST_KEY} printable ASCII characters"
        )
    return text


def _unquote(text: str) -> str:
    try:
        found = http_sf.parse(text.encode(), tltype="item")
    except (ValueError, UnicodeError):
        return ""
    value = found[0] if isinstance(found, tuple) else found
    return value if isinstance(value, str) else ""
