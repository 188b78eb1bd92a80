"""The Idempotency-Key of a request: the server stores the answer under this key. If the client sends the request again,
the server returns the stored answer, so a repeated request changes a game only once."""

from hashlib import sha256

import http_sf
from flask import Response, request

from kontor.domain.kernel.violation import Refused
from kontor.service.api_keys import Scope
from kontor.service.engine.moves import IdempotencyKey
from kontor.service.http.context import Context
from kontor.service.http.json_bodies import json_text
from kontor.service.http.problems import Problem, unreadable
from kontor.service.store.append_values import Answer
from kontor.service.store.lookup import Caller

HEADER = "Idempotency-Key"
LONGEST_KEY = 255


class Answered(Refused):
    """The server has answered this request before, and has stored the answer under its key."""

    def __init__(self, answer: Answer) -> None:
        super().__init__("An answer is stored for this idempotency key.")
        self.answer = answer


def key_of(caller: Caller, about: object) -> IdempotencyKey | None:
    """Return the Idempotency-Key of this request, or None. Equal keys of two callers are different keys. So are equal
    keys of one caller for two games (`about`)."""
    given = request.headers.get(HEADER)
    return None if given is None else IdempotencyKey(f"{caller.name}/{about}", _read_key(given), _fingerprint())


def stored_answer(context: Context, caller: Caller, scope: Scope, about: object) -> Answer | None:
    """Return the answer stored under the key of this request. It may be the answer to another request. Return None for
    GET, or if the caller lacks the scope."""
    if request.method in ("GET", "HEAD") or scope not in caller.scopes:
        return None
    try:
        key = key_of(caller, about)
    except Problem:  # the view refuses this key
        return None
    return None if key is None else context.store.answers.find(key.scope, key.key)


def require_unanswered(context: Context, key: IdempotencyKey | None) -> None:
    """Refuse the request if an answer is stored under this key."""
    if key is not None and (answer := context.store.answers.find(key.scope, key.key)) is not None:
        raise refusal_of(answer)


def refusal_of(answer: Answer) -> Answered | Problem:
    """Return the exception that ends a request if an answer is already stored under its key. This is `Answered` with
    the stored answer, or 409 if the key was used for another request."""
    if is_of_this_request(answer):
        return Answered(answer)
    return Problem(
        "key-reused", "This Idempotency-Key was used for another request. Nothing was changed; use a new key."
    )


def is_of_this_request(answer: Answer) -> bool:
    return answer.fingerprint == _fingerprint()


def replay(answer: Answer) -> Response:
    """Return a stored answer again."""
    headers = {**{name: str(value) for name, value in answer.headers.items()}, "Idempotent-Replayed": "true"}
    return json_text(answer.body, answer.status, headers)


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
        raise unreadable(f"header/{HEADER}", "wrong-form", f"must be 1 to {LONGEST_KEY} printable ASCII characters")
    return text


def _unquote(text: str) -> str:
    try:
        found = http_sf.parse(text.encode(), tltype="item")
    except (ValueError, UnicodeError):
        return ""
    value = found[0] if isinstance(found, tuple) else found
    return value if isinstance(value, str) else ""
