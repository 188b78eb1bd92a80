"""Authorization: find the caller, and check whether they may read the game and make this call. The checks run before
the body is read (docs/contract/http.md).

Each view has one decorator, which declares the access that the view needs. It passes a call object to the view as the
first argument after `self`. If the address names a game or a seat, the call object contains the game and the seat.

`@needs_game(…, cached=True)` first runs the view with the cached caller and game, because the statement that appends
events checks both. If the view refuses, it runs again with caller and game from the database.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, TypeAlias, TypeVar
from uuid import UUID

from flask import request

from kontor.domain.kernel.violation import REFUSALS, GameOver, Refused
from kontor.service.api_keys import GRANTED, Scope
from kontor.service.engine.game_at import GameAt
from kontor.service.engine.loaded_games import GameDamaged
from kontor.service.http.callers import (
    caller_and_game,
    caller_by,
    note_read,
    readable,
    readable_or_damaged,
    request_credential,
    scope_problem,
)
from kontor.service.http.context import Context, current_context
from kontor.service.http.idempotency import Answered, is_of_this_request, refusal_of, replay, stored_answer
from kontor.service.http.problems import Problem, not_found
from kontor.service.http.smorest import Blueprint, has_query, media_types, require_acceptable, require_no_query
from kontor.service.store.lookup import Caller, Credential
from kontor.service.visibility import needs_grant

G = TypeVar("G", bound="GameCall")

View: TypeAlias = Callable[..., Any]
Admits: TypeAlias = Callable[[Context, Caller, UUID, int], bool]  # whether a caller may use a seat of a game


@dataclass(frozen=True, slots=True)
class Call:
    """An admitted request: the context of this process, and the caller."""

    context: Context
    caller: Caller
    over_limit: Problem | None  # raise it if the caller's seat does not have to decide (service.http.limits)


@dataclass(frozen=True, slots=True)
class GameCall(Call):
    """An admitted request about a game that the caller may read. `at`: the game when the request arrived.

    `by`: the caller's credential if caller and game come from the cache, otherwise None. With a cached call a view
    may only change the game by a statement that checks the credential (`Games.handle`). All other answers need a
    look-up."""

    at: GameAt
    by: Credential | None = field(default=None, kw_only=True)

    @property
    def is_cached(self) -> bool:
        return self.by is not None


@dataclass(frozen=True, slots=True)
class LogCall(Call):
    """An admitted request about the log of a game. If the log is damaged, `at` is the damage instead of the game."""

    game_id: UUID
    at: GameAt | GameDamaged


@dataclass(frozen=True, slots=True)
class SeatCall(GameCall):
    """An admitted request about a seat that exists in the game. The caller need not hold the seat."""

    seat: int


class NotLookedUp(Refused):
    """Raised if the cached caller and game are not enough to answer. The view then runs again with both from the
    database."""


# ---------------------------------------------------------------- decorators


def public(view: View) -> View:
    """Admit every request, and ignore its API key."""
    return _guard((), lambda context: Call(context, Caller(), None), scope=None)(view)


def needs(
    scope: Scope,
    key_optional: bool = False,
    require: Callable[[Call], object] = lambda _: None,
    tickets: bool = False,
) -> Callable[[View], View]:
    """Admit only callers with this scope. Record the call if only the operator can grant the scope.

    `key_optional`: callers without a key are admitted too. `tickets`: callers with a ticket for this stream are
    admitted too. `require`: a further check that runs before the body is read.
    """

    def let_in(context: Context) -> Call:
        caller, _ = caller_and_game(context, None, key_optional, tickets)
        over_limit = context.limits.require_within(caller, scope, request.remote_addr)
        _require_scope(caller, scope)
        if scope in GRANTED:
            note_read(context, caller)
        call = Call(context, caller, over_limit)
        require(call)
        return call

    return _guard((), let_in, scope, key_optional)


def needs_game(
    scope: Scope,
    key_optional: bool = False,
    require: Callable[[GameCall], object] = lambda _: None,
    tickets: bool = False,
    cached: bool = False,
) -> Callable[[View], View]:
    """Admit only callers with this scope who may read the game in the address. Raise 404 if they may not read it.
    `cached`: run the view with the cached caller and game. If it refuses the request, read both from the database and
    run it again, because the cache may be out of date."""

    def admit(call: GameCall) -> GameCall:
        require(call)
        return call

    def let_in(context: Context, game_id: UUID) -> GameCall:
        return _let_into_game(context, scope, game_id, admit, key_optional=key_optional, tickets=tickets)

    def from_cache(context: Context, game_id: UUID) -> GameCall:
        return admit(_from_cache(context, scope, game_id))

    return _guard(("game_id",), let_in, scope, key_optional, from_cache if cached else None)


def needs_log(scope: Scope, key_optional: bool = False) -> Callable[[View], View]:
    """Admit callers with this scope who may read the game in the address, even if its log is damaged."""

    def let_in(context: Context, game_id: UUID) -> LogCall:
        caller, head = caller_and_game(context, game_id, key_optional)
        over_limit = context.limits.require_within(caller, scope, request.remote_addr)
        at = readable_or_damaged(context, game_id, caller, head)
        _require_scope(caller, scope)
        if needs_grant(caller, head):
            note_read(context, caller, game_id)
        return LogCall(context, caller, over_limit, game_id, at)

    return _guard(("game_id",), let_in, scope, key_optional)


def needs_seat(
    scope: Scope, require: Callable[[SeatCall], object], admits: Admits = lambda *_: False
) -> Callable[[View], View]:
    """Admit callers who may read the game. Raise 404 if the game does not have the seat. `admits`: returns whether a
    caller who may not read the game may still use the seat."""

    def let_in(context: Context, game_id: UUID, seat: int) -> SeatCall:
        def admit(call: GameCall) -> SeatCall:
            if not 1 <= seat <= len(call.at.game.places):
                raise not_found(f"This game has no seat {seat}. Its seats are 1 to {len(call.at.game.places)}.")
            at_seat = SeatCall(context, call.caller, call.over_limit, call.at, seat)
            require(at_seat)
            return at_seat

        return _let_into_game(context, scope, game_id, admit, lambda caller: admits(context, caller, game_id, seat))

    return _guard(("game_id", "seat"), let_in, scope, key_optional=False)


def _guard(
    names: Sequence[str],
    let_in: Callable[..., Call],
    scope: Scope | None,
    key_optional: bool = False,
    from_cache: Callable[..., Call] | None = None,
) -> Callable[[View], View]:
    """Return a decorator for views. `names`: the parameters in the address that `let_in` and `from_cache` take.
    `scope`: the scope that the key needs, or None if the view takes no key."""

    def decorator(view: View) -> View:
        def run(call: Call, args: Sequence[object], address: Mapping[str, object]) -> Any:
            if not reads_query:
                require_no_query(request)
            require_acceptable(request, types)
            return view(*args, call, **address)

        @wraps(view)
        def guarded_view(*args: object, **address: object) -> Any:
            context, named = current_context(), [address.pop(name) for name in names]
            if from_cache is not None:
                try:
                    return run(from_cache(context, *named), args, address)
                except REFUSALS:  # every `Problem` is one too
                    pass  # the cache may be out of date: look up and run again
            try:
                return run(let_in(context, *named), args, address)
            except Answered as known:
                return replay(known.answer)

        reads_query, types = has_query(view), media_types(view)
        security: list[dict[str, list[str]]] = [] if scope is None else [{"bearer": [scope]}]
        return Blueprint.doc(security=[{}, *security] if key_optional else security)(guarded_view)

    return decorator


# ---------------------------------------------------------------- further checks


def require_account(call: Call) -> UUID:
    """Return the account of the caller. Refuse seat tokens and callers without a key."""
    if call.caller.account is None or call.caller.is_token:
        raise Problem("forbidden", "A seat token can only play its seat. Use a key of your account.")
    return call.caller.account


def require_own_key(call: Call) -> UUID:
    """Return the account of the caller. Also refuse apps: an app must not create anything that stays valid after its
    permission ends."""
    account = require_account(call)
    if call.caller.is_app:
        raise Problem("forbidden", "An app cannot do this for a person. Use a key of your account.")
    return account


# ---------------------------------------------------------------- look-up


def _let_into_game(
    context: Context,
    scope: Scope,
    game_id: UUID,
    admit: Callable[[GameCall], G],
    admits: Callable[[Caller], bool] = lambda _: False,
    key_optional: bool = False,
    tickets: bool = False,
) -> G:
    """Look up caller and game, and return the result of `admit`. A caller gets the answer that is stored under their
    Idempotency-Key even if they have lost the right to make this call."""
    caller, head = caller_and_game(context, game_id, key_optional, tickets)
    over_limit = context.limits.require_within(caller, scope, request.remote_addr)
    # Look up the answer for unknown games too: otherwise the response time would show which games exist.
    is_admitted, answer = admits(caller), stored_answer(context, caller, scope, game_id)
    if answer is not None and is_of_this_request(answer):
        raise Answered(answer)
    try:
        at = readable(context, game_id, caller, head, is_admitted)
        _require_scope(caller, scope)
        if needs_grant(caller, head):
            note_read(context, caller, game_id)
        if scope == "game:play":
            context.known_callers.remember(caller, game_id)
        return admit(GameCall(context, caller, over_limit, at))
    except (Problem, GameOver):
        if answer is None:
            raise
        raise refusal_of(answer) from None  # the key was used for another request


def _require_scope(caller: Caller, scope: Scope) -> None:
    if caller.id is not None and scope not in caller.scopes:
        raise scope_problem(scope)


def _from_cache(context: Context, scope: Scope, game_id: UUID) -> GameCall:
    """Return a call with the cached caller and game. Raise `NotLookedUp` if there are none or a limit is exceeded."""
    sent = request_credential(context, None)
    caller, at = context.known_callers.find(sent, game_id), context.games.loaded.known(game_id)
    if caller is None or at is None or not context.limits.is_within(caller, scope, request.remote_addr):
        raise NotLookedUp
    return GameCall(context, caller, None, at, by=sent)


def require_readable(call: Call, game_id: UUID) -> None:
    """Raise 404 if the caller may not read a game that is named in the body, not in the address."""
    caller, head = caller_by(call.context, call.caller.credential, game_id)
    readable(call.context, game_id, caller, head)
