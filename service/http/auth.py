"""Authorization: who calls, may they read the game, may they do this. All of it before any body is read (contract §4).

A view says what it needs by one decorator, and is handed a call as its first argument after `self`: `@public` a `Call`
of nobody, `@needs(scope)` a `Call`, `@needs_game(scope)` a `GameCall`, `@needs_log(scope)` a `LogCall`,
`@needs_seat(scope)` a `SeatCall`. What the address names of these (`game_id`, `seat`) is in the call.

Callers who send commands are cached. `@needs_game(…, cached=True)` runs the view with the cached caller and game first:
the append statement checks both. If the view refuses, the guard looks up caller and game and runs the view again.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, TypeAlias, TypeVar
from uuid import UUID

from flask import request

from kontor.service.api_keys import GRANTED, Scope
from kontor.service.engine.game_at import GameAt
from kontor.service.engine.loaded_games import GameDamaged
from kontor.service.engine.moves import Answered
from kontor.service.http.callers import (
    caller_and_game,
    caller_by,
    readable,
    readable_or_damaged,
    shown,
)
from kontor.service.http.context import Context, current_context
from kontor.service.http.games.idempotency import is_of_this_request, replayed, stored
from kontor.service.http.problems import Problem, not_found
from kontor.service.http.smorest import Blueprint, has_query, require_no_query
from kontor.service.refusals import REFUSALS, Refused
from kontor.service.store import Answer
from kontor.service.store.lookup import Caller, Credential
from kontor.service.visibility.access import needs_grant

NAMED = re.compile(r"<(?:\w+:)?(\w+)>")  # what an address names, as Flask writes it

View: TypeAlias = Callable[..., Any]
Admits: TypeAlias = Callable[[Context, Caller, UUID, int], bool]  # whether a caller is let in to a seat of a game


@dataclass(frozen=True, slots=True)
class Call:
    """A request that was let in: what this process has, and who calls."""

    context: Context
    caller: Caller
    over_limit: Problem | None  # to be raised unless the caller's seat owes a decision (service.http.limits)


@dataclass(frozen=True, slots=True)
class GameCall(Call):
    """The same about a game that the caller may read, as the database had it when the request arrived.

    `by`: the caller's credential, if caller and game come from the cache instead. Such a call may change the game by a
    statement that checks the credential (`Games.handle`). It must not answer or refuse anything else."""

    at: GameAt
    by: Credential | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class LogCall(Call):
    """The same about the log of such a game, which can be read even if no game can be had of it any more."""

    game_id: UUID
    at: GameAt | GameDamaged


@dataclass(frozen=True, slots=True)
class SeatCall(GameCall):
    """The same about a seat that the game has, whoever holds it."""

    seat: int


class NotLookedUp(Refused):
    """This answer must not come from the cache. The guard looks up caller and game and runs the view again."""


C = TypeVar("C", bound=Call)


# ---------------------------------------------------------------- what a view needs


def public(view: View) -> View:
    """Let everybody in; a key is not looked at."""

    @wraps(view)
    def called(*args: object, **address: object) -> Any:
        return view(*args, Call(current_context(), Caller(), None), **address)

    return Blueprint.doc(security=[])(called)


def needs(
    scope: Scope,
    key_optional: bool = False,
    require: Callable[[Call], object] | None = None,
    tickets: bool = False,
) -> Callable[[View], View]:
    """Let in only callers with this scope. `key_optional`: also callers without any key, to what is public. `tickets`:
    also callers with a ticket for this stream. Where the scope is one that only an operator grants, the call is noted.

    `require` is what else is asked of a call, before its body is read.
    """

    def let_in(context: Context) -> Call:
        caller, _ = caller_and_game(context, None, key_optional, tickets)
        over_limit = context.limits.require_within(caller, scope, request.remote_addr)
        _require_scope(caller, scope)
        if scope in GRANTED:
            note_read(context, caller)
        return Call(context, caller, over_limit)

    return _guard((), let_in, require, scope, key_optional)


def needs_game(
    scope: Scope,
    key_optional: bool = False,
    require: Callable[[GameCall], object] | None = None,
    tickets: bool = False,
    cached: bool = False,
) -> Callable[[View], View]:
    """The same for the game of the address: 404 where the caller may not read it. `cached`: run the view with caller
    and game from the cache first."""

    def let_in(context: Context, game_id: UUID) -> GameCall:
        return _let_into_game(context, scope, key_optional, game_id, tickets=tickets)

    def from_cache(context: Context, game_id: UUID) -> GameCall | None:
        return _from_cache(context, scope, game_id) if cached else None

    return _guard(("game_id",), let_in, require, scope, key_optional, from_cache)


def needs_log(scope: Scope, key_optional: bool = False) -> Callable[[View], View]:
    """The same for what can be told of a game whose log is damaged."""

    def let_in(context: Context, game_id: UUID) -> LogCall:
        caller, head = caller_and_game(context, game_id, key_optional)
        over_limit = context.limits.require_within(caller, scope, request.remote_addr)
        at = readable_or_damaged(context, game_id, caller, head)
        _require_scope(caller, scope)
        if needs_grant(caller, head):
            note_read(context, caller, game_id)
        return LogCall(context, caller, over_limit, game_id, at)

    return _guard(("game_id",), let_in, None, scope, key_optional)


def needs_seat(
    scope: Scope, require: Callable[[SeatCall], object] | None = None, admits: Admits | None = None
) -> Callable[[View], View]:
    """The same for a seat of the game; a game never gets more of them or fewer. `admits`: who is let in besides those
    who may read the game."""

    def let_in(context: Context, game_id: UUID, seat: int) -> SeatCall:
        call = _let_into_game(context, scope, False, game_id, _at_seat(admits, context, game_id, seat))
        if not 1 <= seat <= len(call.at.game.places):
            raise not_found()
        return SeatCall(context, call.caller, call.over_limit, call.at, seat)

    return _guard(("game_id", "seat"), let_in, require, scope, key_optional=False)


def _at_seat(admits: Admits | None, context: Context, game_id: UUID, seat: int) -> Callable[[Caller], bool]:
    return lambda caller: admits is not None and admits(context, caller, game_id, seat)


def _guard(
    names: Sequence[str],
    let_in: Callable[..., C],
    require: Callable[[C], object] | None,
    scope: Scope,
    key_optional: bool,
    from_cache: Callable[..., C | None] = lambda *_: None,
) -> Callable[[View], View]:
    """`names`: what `let_in` and `from_cache` take of the address."""

    def decorator(view: View) -> View:
        def run(call: C, args: Sequence[object], address: Mapping[str, object]) -> Any:
            if require is not None:
                require(call)
            if not reads_query:
                require_no_query(request)
            return view(*args, call, **address)

        @wraps(view)
        def guarded(*args: object, **address: object) -> Any:
            context, named = current_context(), [address.pop(name) for name in names]
            if (cached := from_cache(context, *named)) is not None:
                try:
                    return run(cached, args, address)
                except REFUSALS:
                    pass  # the cache may be behind
            try:
                return run(let_in(context, *named), args, address)
            except Answered as known:
                return replayed(known.answer)

        reads_query = has_query(view)
        security: list[dict[str, list[str]]] = [{"bearer": [scope]}]
        return Blueprint.doc(security=[{}, *security] if key_optional else security)(guarded)

    return decorator


# ---------------------------------------------------------------- what else may be asked of a caller


def require_account(call: Call) -> UUID:
    """The caller's account; a seat token has none to speak for."""
    if call.caller.account is None or call.caller.is_token:
        raise Problem("forbidden", "A token for a seat plays that seat and nothing else; use a key of the account.")
    return call.caller.account


def note_read(context: Context, caller: Caller, game_id: UUID | None = None) -> None:
    """Whoever reads by a grant alone what is not theirs leaves a trace, before they are answered."""
    if caller.account is not None and caller.id is not None:
        rule = NAMED.sub(r"{\1}", request.url_rule.rule if request.url_rule else request.path)
        context.store.audit_reads.note(caller.account, caller.id, f"{request.method} {rule}", game_id)


# ---------------------------------------------------------------- the look-up


def _let_into_game(
    context: Context,
    scope: Scope,
    key_optional: bool,
    game_id: UUID,
    admits: Callable[[Caller], bool] = lambda _: False,
    tickets: bool = False,
) -> GameCall:
    """An answer that is stored for the caller is theirs, also when they may not even read the game any more."""
    caller, head = caller_and_game(context, game_id, key_optional, tickets)
    over_limit = context.limits.require_within(caller, scope, request.remote_addr)
    is_admitted, answer = admits(caller), _stored(context, caller, scope, game_id)  # of every game: each takes as long
    if answer is not None and is_of_this_request(answer):
        raise Answered(answer)
    try:
        at = readable(context, game_id, caller, head, is_admitted)
    except Problem:
        if answer is None:
            raise
        raise Answered(answer) from None  # refused: the key was used for another request
    _require_scope(caller, scope)
    if needs_grant(caller, head):
        note_read(context, caller, game_id)
    if scope == "game:play":
        context.known_callers.remember(caller, game_id)
    return GameCall(context, caller, over_limit, at)


def _stored(context: Context, caller: Caller, scope: Scope, game_id: UUID) -> Answer | None:
    """What the caller was answered under the key of this request, if it is one that changes something."""
    if request.method in ("GET", "HEAD") or scope not in caller.scopes:
        return None
    return stored(context, caller, game_id)


def _require_scope(caller: Caller, scope: Scope) -> None:
    if caller.id is not None and scope not in caller.scopes:
        raise Problem("forbidden", f"This needs a key with the scope {scope}.")


def _from_cache(context: Context, scope: Scope, game_id: UUID) -> GameCall | None:
    """Return a call of caller and game from the cache, or None if one is not there or the caller is over a limit."""
    sent = shown(context, None)
    caller, at = context.known_callers.find(sent, game_id), context.games.known(game_id)
    if caller is None or at is None or not context.limits.is_within(caller, scope, request.remote_addr):
        return None
    return GameCall(context, caller, None, at, by=sent)


def require_looked_up(call: GameCall) -> None:
    """Raise NotLookedUp if caller and game come from the cache."""
    if call.by is not None:
        raise NotLookedUp


def require_readable(call: Call, game_id: UUID) -> None:
    """404 unless the caller may read this game, which is not that of the address."""
    caller, head = caller_by(call.context, call.caller.credential, game_id)
    readable(call.context, game_id, caller, head)
