"""The door: who calls, may they read the game, may they do this. It stands before any body is read (contract §4)."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar, cast
from uuid import UUID

from flask import g, request

from kontor.service.api_keys import KEY_PREFIX, SEAT_PREFIX, Scope, hash_of
from kontor.service.engine.game_at import Seen
from kontor.service.engine.loaded_games import NoSuchGame
from kontor.service.http.context import house
from kontor.service.http.problems import Problem, not_found, unauthenticated
from kontor.service.http.smorest import Blueprint, has_query, require_no_query
from kontor.service.store.lookup import WITH_KEY, WITH_NOTHING, WITH_TOKEN, Caller, Glance, arrive

P = ParamSpec("P")
R = TypeVar("R")

LONGEST_KEY = 100


def needs(
    scope: Scope, key: bool = True, then: Callable[[], object] | None = None
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Let in only callers with this scope. `key=False`: also callers without any key, to what is public.

    `then`: what else is asked of them, before their request is read.
    """

    def decorator(view: Callable[P, R]) -> Callable[P, R]:
        @wraps(view)
        def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
            _enter(cast("UUID | None", kwargs.get("game_id")), scope, key)
            if then is not None:
                then()
            if not reads_query:
                require_no_query(request)
            return view(*args, **kwargs)

        reads_query = has_query(view)

        security: list[dict[str, list[str]]] = [{"bearer": [scope]}]
        return Blueprint.doc(security=security if key else [{}, *security])(guarded)

    return decorator


def look_again(game_id: UUID | None) -> tuple[Seen, Caller]:
    """The same caller and the game as they are by now: for requests that last. Raises as the door does."""
    found, glance = _arrival(game_id, key=g.caller.id is not None)
    g.caller = found
    if game_id is not None:
        g.seen = _readable(game_id, found, glance)
    return g.get("seen"), found


def caller() -> Caller:
    return cast(Caller, g.caller)


def seen() -> Seen:
    """The game of the address, as the database had it when the request arrived."""
    return cast(Seen, g.seen)


def account() -> UUID:
    """The caller's account; a seat token has none to speak for."""
    who = caller()
    if who.account is None or who.is_token:
        raise Problem("forbidden", "A token for a seat plays that seat and nothing else; use a key of the account.")
    return who.account


def _enter(game_id: UUID | None, scope: Scope, key: bool) -> None:
    found, glance = _arrival(game_id, key)
    g.caller = found
    house().limits.require_room(found, scope, request.remote_addr)
    if game_id is not None:
        g.seen = _readable(game_id, found, glance)
    if found.id is not None and scope not in found.scopes:
        raise Problem("forbidden", f"This needs a key with the scope {scope}.")


def _arrival(game_id: UUID | None, key: bool) -> tuple[Caller, Glance]:
    text = _key_text()
    if text is None and key:
        raise unauthenticated()
    if text is None and game_id is None:
        return Caller(), Glance()
    if text is None:
        statement, digest = WITH_NOTHING, b""
    elif text.startswith(SEAT_PREFIX):
        statement, digest = WITH_TOKEN, hash_of(text)
    else:
        statement, digest = WITH_KEY, hash_of(text)
    known = None if game_id is None else house().games.known(game_id)
    found, glance = arrive(house().pool, statement, digest, game_id, None if known is None else known.game.version)
    if found is None:
        house().limits.require_room(Caller(), "bad-keys", request.remote_addr)
        raise unauthenticated()
    return found, glance


def _key_text() -> str | None:
    given = request.headers.get("Authorization")
    if given is None:
        return None
    scheme, _, text = given.partition(" ")
    if scheme.lower() != "bearer" or len(text) > LONGEST_KEY or not text.startswith((KEY_PREFIX, SEAT_PREFIX)):
        raise unauthenticated()
    return text


def _readable(game_id: UUID, who: Caller, glance: Glance) -> Seen:
    if glance.is_closed:  # before the game is loaded: what is not for you takes no longer than what is not there
        raise not_found()
    try:
        met = house().games.met(game_id, glance.head, glance.tail)
    except NoSuchGame:
        raise not_found() from None
    if not may_read(who, met):
        raise not_found()
    return met


def may_read(who: Caller, met: Seen) -> bool:
    """Private games are for their seats, the tokens of these, their creator, and auditors."""
    if met.visibility != "private" or who.sees_all:
        return True
    if who.account is not None and who.account == met.creator and not who.is_token:
        return True
    return any(place.participant in who.participants for place in met.game.places)


def held_by(who: Caller, met: Seen) -> tuple[int, ...]:
    """The seats that the caller plays now."""
    return tuple(place.seat for place in met.game.places if place.bot is None and place.participant in who.participants)
