"""Callers: find the credential of a request, the caller it belongs to, and the game if the caller may read it.

A client sends a key or a seat token in a header, and a ticket in the address of the one stream that it opens. One
statement looks up caller and game.
"""

import re
from uuid import UUID

from flask import request

from kontor.service.api_keys import APP_PREFIX, KEY_PREFIX, SEAT_PREFIX, hash_of
from kontor.service.clock import stamp
from kontor.service.engine.game_at import GameAt
from kontor.service.engine.loaded_games import GameDamaged, NoSuchGame
from kontor.service.http.context import Context, current_context
from kontor.service.http.problems import Problem, no_game, unreadable
from kontor.service.http.public_url import public_url
from kontor.service.store.lookup import Caller, Credential, GameHead, look_up
from kontor.service.store.stream_tickets import SECONDS, Stream
from kontor.service.visibility import may_read

LONGEST_KEY = 100
PREFIXES = (KEY_PREFIX, APP_PREFIX, SEAT_PREFIX)
NAMED = re.compile(r"<(?:\w+:)?(\w+)>")  # a parameter in a Flask route
TICKET = "ticket"  # in the query of a stream
RESOURCE_METADATA = "/.well-known/oauth-protected-resource"
RESOURCES = ("/mcp",)  # paths that clients treat as a resource with its own metadata


# ---------------------------------------------------------------- credentials


def request_credential(context: Context, stream: Stream | None) -> Credential | None:
    """Return the key or token of the request, or None. `stream`: the stream that a ticket may open instead."""
    if stream is not None and TICKET in request.args:
        return _ticket_credential(context, request.args[TICKET], stream)
    given = request.headers.get("Authorization")
    if given is None:
        return None
    scheme, _, text = given.partition(" ")
    if scheme.lower() != "bearer" or len(text) > LONGEST_KEY or not text.startswith(PREFIXES):
        raise unauthenticated_problem()
    return Credential(hash_of(text), text.startswith(SEAT_PREFIX))


def _ticket_credential(context: Context, text: str, stream: Stream) -> Credential:
    """Return the credential of a ticket. A ticket opens only the stream that it was created for."""
    if "Authorization" in request.headers:
        raise unreadable("query/ticket", "not-both", "send either a ticket or a key, not both")
    found = context.store.stream_tickets.use(hash_of(text), stream)
    if found is None:
        count_wrong_key(context)
        raise unauthenticated_problem(
            f"this ticket is unknown, is for another stream, or was not used within {SECONDS} seconds; "
            "get a new one with POST /v1/me/stream-tickets"
        )
    return found


def invalid_key(context: Context, digest: bytes) -> Problem:
    """Return the problem for a key that is not valid. It says if the key expired or its account is blocked: only a
    client that has the key can learn that."""
    count_wrong_key(context)
    if context.store.accounts.is_blocked(digest):
        return unauthenticated_problem("the operator of this server has blocked the account; contact the operator")
    expired_at = context.store.accounts.expired_at(digest)
    return (
        unauthenticated_problem()
        if expired_at is None
        else unauthenticated_problem(f"this key expired at {stamp(expired_at)}")
    )


def count_wrong_key(context: Context) -> None:
    """Count a wrong credential against the address, so that a client cannot guess keys."""
    context.limits.require_within(Caller(), "bad-keys", request.remote_addr)


NO_KEY = "the request has no key; send it as `Authorization: Bearer <key>`"


def unauthenticated_problem(why: str = "this key is not valid: it is unknown or revoked") -> Problem:
    error = "" if why == NO_KEY else ', error="invalid_token"'
    return Problem("unauthenticated", f"A valid key is needed: {why}.", _challenge(error))


def scope_problem(scope: str) -> Problem:
    """Return the problem for a valid key without a scope. An app may ask the person for this scope."""
    error = f', error="insufficient_scope", scope="{scope}"'
    return Problem("forbidden", f"This call needs a key with the scope {scope}.", _challenge(error))


def _challenge(error: str) -> dict[str, str]:
    """Return the header `WWW-Authenticate`, which says how an app signs a person in (RFC 6750, RFC 9728)."""
    path = request.path if request.path in RESOURCES else ""
    metadata = public_url(current_context().settings) + RESOURCE_METADATA + path
    return {"WWW-Authenticate": f'Bearer realm="kontor"{error}, resource_metadata="{metadata}"'}


# ---------------------------------------------------------------- caller and game


def caller_and_game(
    context: Context, game_id: UUID | None, key_optional: bool, tickets: bool = False
) -> tuple[Caller, GameHead]:
    """Return the caller of the request and the head of the game. Raise 401 if a key is needed and missing or wrong."""
    sent = request_credential(context, Stream(game_id, request.args.get("after", "")) if tickets else None)
    if sent is None and not key_optional:
        raise unauthenticated_problem(NO_KEY)
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
        raise no_game()  # before loading: otherwise the response time would show that the game exists
    try:
        return context.games.loaded.caught_up(game_id, head.head, head.tail)
    except NoSuchGame:
        raise no_game() from None


def note_read(context: Context, caller: Caller, game_id: UUID | None = None) -> None:
    """Record, before answering, that the caller reads something only because of a grant from the operator."""
    if caller.account is not None and caller.id is not None:
        rule = NAMED.sub(r"{\1}", request.url_rule.rule if request.url_rule else request.path)
        context.store.audit_reads.note(caller.account, caller.id, f"{request.method} {rule}", game_id)
