"""Callers: find the credential of a request, the caller it belongs to, and the game if the caller may read it. Also the
answer that is stored under the caller's Idempotency-Key: a request that a client sends again happens once.

A client sends a key or a seat token in a header, and a ticket in the address of the one stream that it opens. One
statement looks up caller and game.
"""

import re
from hashlib import sha256
from uuid import UUID

import http_sf
from flask import Response, request

from kontor.domain.kernel.violation import Refused
from kontor.service.api_keys import KEY_PREFIX, SEAT_PREFIX, hash_of
from kontor.service.clock import stamp
from kontor.service.engine.game_at import GameAt
from kontor.service.engine.loaded_games import GameDamaged, NoSuchGame
from kontor.service.engine.moves import IdempotencyKey
from kontor.service.http.context import Context
from kontor.service.http.json_bodies import json_text
from kontor.service.http.problems import Problem, not_found, unreadable
from kontor.service.store.append_values import Answer
from kontor.service.store.lookup import Caller, Credential, GameHead, look_up
from kontor.service.store.stream_tickets import SECONDS, Stream
from kontor.service.visibility import may_read

LONGEST_KEY = 100
REPEATABLE = "Idempotency-Key"
LONGEST_IDEMPOTENCY_KEY = 255
NAMED = re.compile(r"<(?:\w+:)?(\w+)>")  # a parameter in a Flask route
TICKET = "ticket"  # in the query of a stream


# ---------------------------------------------------------------- credentials


def request_credential(context: Context, stream: Stream | None) -> Credential | None:
    """Return the key or token of the request, or None. `stream`: the stream that a ticket may open instead."""
    if stream is not None and TICKET in request.args:
        return _ticket_credential(context, request.args[TICKET], stream)
    given = request.headers.get("Authorization")
    if given is None:
        return None
    scheme, _, text = given.partition(" ")
    if scheme.lower() != "bearer" or len(text) > LONGEST_KEY or not text.startswith((KEY_PREFIX, SEAT_PREFIX)):
        raise unauthenticated()
    return Credential(hash_of(text), text.startswith(SEAT_PREFIX))


def _ticket_credential(context: Context, text: str, stream: Stream) -> Credential:
    """Return the credential of a ticket. A ticket opens only the stream that it was created for."""
    if "Authorization" in request.headers:
        raise unreadable("query/ticket", "not-both", "send either a ticket or a key, not both")
    found = context.store.stream_tickets.use(hash_of(text), stream)
    if found is None:
        count_wrong_key(context)
        raise unauthenticated(
            f"this ticket is unknown, is for another stream, or was not used within {SECONDS} seconds; "
            "get a new one with POST /v1/me/stream-tickets"
        )
    return found


def invalid_key(context: Context, digest: bytes) -> Problem:
    """Return the problem for a key that is not valid. It says if the key expired or its account is blocked: only a
    client that has the key can learn that."""
    count_wrong_key(context)
    if context.store.accounts.is_blocked(digest):
        return unauthenticated("the operator of this server has blocked the account; contact the operator")
    expired_at = context.store.accounts.expired_at(digest)
    return unauthenticated() if expired_at is None else unauthenticated(f"this key expired at {stamp(expired_at)}")


def count_wrong_key(context: Context) -> None:
    """Count a wrong credential against the address, so that a client cannot guess keys."""
    context.limits.require_within(Caller(), "bad-keys", request.remote_addr)


NO_KEY = "the request has no key; send it as `Authorization: Bearer <key>`"


def unauthenticated(why: str = "this key is not valid: it is unknown or revoked") -> Problem:
    return Problem("unauthenticated", f"A valid key is needed: {why}.", {"WWW-Authenticate": 'Bearer realm="kontor"'})


# ---------------------------------------------------------------- caller and game


def caller_and_game(
    context: Context, game_id: UUID | None, key_optional: bool, tickets: bool = False
) -> tuple[Caller, GameHead]:
    """Return the caller of the request and the head of the game. Raise 401 if a key is needed and missing or wrong."""
    sent = request_credential(context, Stream(game_id, request.args.get("after", "")) if tickets else None)
    if sent is None and not key_optional:
        raise unauthenticated(NO_KEY)
    if sent is None and game_id is None:
        return Caller(), GameHead()
    return caller_by(context, sent, game_id)


def caller_by(context: Context, sent: Credential | None, game_id: UUID | None) -> tuple[Caller, GameHead]:
    """Return the caller of a credential and the head of the game. Raise 401 if the credential is not valid."""
    known = None if game_id is None else context.games.loaded.known(game_id)
    caller, head = look_up(context.pool, sent, game_id, None if known is None else known.game.version)
    if caller is None:
        raise invalid_key(context, b"" if sent is None else sent.digest)
    return caller, head


def readable_or_damaged(context: Context, game_id: UUID, caller: Caller, head: GameHead) -> GameAt | GameDamaged:
    try:
        return readable(context, game_id, caller, head)
    except GameDamaged as error:
        return error


def readable(context: Context, game_id: UUID, caller: Caller, head: GameHead, is_admitted: bool = False) -> GameAt:
    """Return the game at the version of the look-up. Raise 404 if the caller may not read it."""
    if not is_admitted and not may_read(caller, head):
        raise not_found()  # before loading: else the time would show that the game exists
    try:
        return context.games.loaded.caught_up(game_id, head.head, head.tail)
    except NoSuchGame:
        raise not_found() from None


def note_read(context: Context, caller: Caller, game_id: UUID | None = None) -> None:
    """Record, before answering, that the caller reads something only because of a grant from the operator."""
    if caller.account is not None and caller.id is not None:
        rule = NAMED.sub(r"{\1}", request.url_rule.rule if request.url_rule else request.path)
        context.store.audit_reads.note(caller.account, caller.id, f"{request.method} {rule}", game_id)


# ---------------------------------------------------------------- repeated requests


class Answered(Refused):
    """The server has answered this request before, and has stored the answer under its key."""

    def __init__(self, answer: Answer) -> None:
        super().__init__("An answer is stored for this idempotency key.")
        self.answer = answer


def key_of(caller: Caller, about: object) -> IdempotencyKey | None:
    """Return the key of this request, or None. Keys are separate for each caller and for each game (`about`)."""
    given = request.headers.get(REPEATABLE)
    return None if given is None else IdempotencyKey(f"{caller.name}/{about}", _read_key(given), _fingerprint())


def stored_answer(context: Context, caller: Caller, about: object) -> Answer | None:
    """Return the answer stored under the key of this request, or None. It may be the answer to another request."""
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
    """Return the refusal of a request under whose key this answer is stored: `Answered`, or 409 if the key was used for
    another request."""
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
    if not 0 < len(text) <= LONGEST_IDEMPOTENCY_KEY or not text.isascii() or not text.isprintable():
        raise unreadable(
            f"header/{REPEATABLE}", "wrong-form", f"must be 1 to {LONGEST_IDEMPOTENCY_KEY} printable ASCII characters"
        )
    return text


def _unquote(text: str) -> str:
    try:
        found = http_sf.parse(text.encode(), tltype="item")
    except (ValueError, UnicodeError):
        return ""
    value = found[0] if isinstance(found, tuple) else found
    return value if isinstance(value, str) else ""
