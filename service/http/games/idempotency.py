"""Idempotency-Key: a request that is sent again happens once, and is answered as it was the first time."""

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import TypeVar

import http_sf
from flask import Response, request

from kontor.domain.kernel.violation import GameOver
from kontor.service.engine.moves import IdempotencyKey
from kontor.service.http.auth import GameCall
from kontor.service.http.games import if_match
from kontor.service.http.games.json_answers import json_text
from kontor.service.http.problems import Problem, unreadable
from kontor.service.store import Answer
from kontor.service.store.lookup import Caller

LONGEST_KEY = 255

G = TypeVar("G", bound=GameCall)


def key_of(headers: Mapping[str, str], caller: Caller, about: object) -> IdempotencyKey | None:
    """The key of this request. It belongs to the caller and what the request is about: a game, or making one."""
    given = headers.get("key")
    return None if given is None else IdempotencyKey(_scope(caller, about), _read(given), _fingerprint())


def was_answered(call: GameCall) -> bool:
    """Whether an answer is stored for the caller under the key of this request: they come back for it."""
    return _stored(call) is not None


def is_repeated(call: GameCall) -> bool:
    """Whether the answer to this very request is stored for the caller."""
    found = _stored(call)
    return found is not None and found.fingerprint == _fingerprint()


def _stored(call: GameCall) -> Answer | None:
    try:
        key = _read(request.headers.get("Idempotency-Key", ""))
    except Problem:  # none, or one that is refused when its turn comes
        return None
    return call.context.store.answer(_scope(call.caller, call.at.game.id), key)


def or_answered(require: Callable[[G], object]) -> Callable[[G], None]:
    """Whoever left a seat or ended a game holds it no longer, but may still come back for the answer."""

    def required(call: G) -> None:
        try:
            require(call)
        except (Problem, GameOver):
            if not was_answered(call):
                raise

    return required


def replayed(answer: Answer) -> Response:
    """A stored answer, given again; refused if its key was used for another request."""
    if answer.fingerprint != _fingerprint():
        raise Problem("key-reused", "This Idempotency-Key was used for another request; nothing was done.")
    headers = {**{name: str(value) for name, value in answer.headers.items()}, "Idempotent-Replayed": "true"}
    return json_text(answer.body, answer.status, headers)


def _scope(caller: Caller, about: object) -> str:
    return f"{caller.name}/{about}"


def _fingerprint() -> bytes:
    """What makes two requests the same one: method, address, precondition and body."""
    parts = (request.method, request.full_path, request.headers.get(if_match.HEADER, ""))
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
