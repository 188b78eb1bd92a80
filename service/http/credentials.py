"""What callers show of themselves: a key, or a token for a seat, in a header; or a ticket, in the address of the one
stream that it opens."""

from flask import request

from kontor.service.api_keys import KEY_PREFIX, SEAT_PREFIX, hash_of
from kontor.service.clock import stamp
from kontor.service.http.context import Context
from kontor.service.http.problems import Problem, unreadable
from kontor.service.store.lookup import Caller, Credential
from kontor.service.store.stream_tickets import SECONDS, Stream

LONGEST_KEY = 100
TICKET = "ticket"  # in the query of a stream


def shown(context: Context, stream: Stream | None) -> Credential | None:
    """The key or token of the request; None: it has none. `stream`: what is opened, where a ticket does as well."""
    if stream is not None and TICKET in request.args:
        return _of_ticket(context, request.args[TICKET], stream)
    given = request.headers.get("Authorization")
    if given is None:
        return None
    scheme, _, text = given.partition(" ")
    if scheme.lower() != "bearer" or len(text) > LONGEST_KEY or not text.startswith((KEY_PREFIX, SEAT_PREFIX)):
        raise unauthenticated()
    return Credential(hash_of(text), text.startswith(SEAT_PREFIX))


def _of_ticket(context: Context, text: str, stream: Stream) -> Credential:
    """The key that a ticket stands for. Nothing but the stream that it was made for is opened with it."""
    if "Authorization" in request.headers:
        raise unreadable("query/ticket", "not-both", "is sent instead of a key, not beside one")
    found = context.stream_tickets.opened(hash_of(text), stream)
    if found is None:
        count_bad(context)
        raise unauthenticated(
            f"this ticket is unknown, is for another stream, or was not used within {SECONDS} seconds; "
            "get another by POST /v1/me/stream-tickets"
        )
    return found


def refused(context: Context, digest: bytes) -> Problem:
    """The answer to a key that nobody has. Whoever has a key may know that its time is over, or that its account is
    blocked; it is nothing that could be found out by guessing."""
    count_bad(context)
    if context.accounts.is_blocked(digest):
        return unauthenticated("the operator of this server has blocked the account; ask them")
    expired_at = context.accounts.expired_at(digest)
    return unauthenticated() if expired_at is None else unauthenticated(f"this one expired at {stamp(expired_at)}")


def count_bad(context: Context) -> None:
    """Whoever guesses is not to do so often."""
    context.limits.require_within(Caller(), "bad-keys", request.remote_addr)


def unauthenticated(why: str = "none was sent, or it is unknown or revoked") -> Problem:
    return Problem("unauthenticated", f"A valid key is needed: {why}.", {"WWW-Authenticate": 'Bearer realm="kontor"'})
