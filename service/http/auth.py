"""Authorization: who calls, may they read the game, may they do this. All of it before any body is read (contract §4).

A view says what it needs by one decorator, and is handed a call as its first argument after `self`: `@public` a `Call`
of nobody, `@needs(scope)` a `Call`, `@needs_game(scope)` a `GameCall`, `@needs_log(scope)` a `LogCall`,
`@needs_seat(scope)` a `SeatCall`. What the address names of these (`game_id`, `seat`) is in the call.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeAlias, TypeVar, cast
from uuid import UUID

from flask import request

from kontor.service.api_keys import GRANTED, Scope
from kontor.service.engine.game_at import GameAt
from kontor.service.engine.loaded_games import GameDamaged, NoSuchGame
from kontor.service.http.context import Context, current_context
from kontor.service.http.credentials import refused, shown, unauthenticated
from kontor.service.http.problems import Problem, not_found
from kontor.service.http.smorest import Blueprint, has_query, require_no_query
from kontor.service.store import GameRow, Visibility
from kontor.service.store.lookup import WITH_KEY, WITH_NOTHING, WITH_TOKEN, Caller, Credential, GameHead, look_up
from kontor.service.store.stream_tickets import Stream

NAMED = re.compile(r"<(?:\w+:)?(\w+)>")  # what an address names, as Flask writes it

View: TypeAlias = Callable[..., Any]
Address: TypeAlias = dict[str, Any]  # what the path of the request names
Admits: TypeAlias = Callable[[Context, Caller, UUID, int], bool]  # whether a caller is let in to a seat of a game


@dataclass(frozen=True, slots=True)
class Call:
    """A request that was let in: what this process has, and who calls."""

    context: Context
    caller: Caller
    over_limit: Problem | None  # to be raised unless the caller's seat owes a decision (service.http.limits)


@dataclass(frozen=True, slots=True)
class GameCall(Call):
    """The same about a game that the caller may read, as the database had it when the request arrived."""

    at: GameAt


@dataclass(frozen=True, slots=True)
class LogCall(Call):
    """The same about the log of such a game, which can be read even if no game can be had of it any more."""

    game_id: UUID
    at: GameAt | GameDamaged


@dataclass(frozen=True, slots=True)
class SeatCall(GameCall):
    """The same about a seat that the game has, whoever holds it."""

    seat: int


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

    def let_in(context: Context, address: Address) -> Call:
        caller, _ = _look_up(context, None, key_optional, tickets)
        over_limit = context.limits.require_within(caller, scope, request.remote_addr)
        _require_scope(caller, scope)
        if scope in GRANTED:
            note_read(context, caller)
        return Call(context, caller, over_limit)

    return _guard(let_in, require, scope, key_optional)


def needs_game(
    scope: Scope,
    key_optional: bool = False,
    require: Callable[[GameCall], object] | None = None,
    tickets: bool = False,
) -> Callable[[View], View]:
    """The same for the game of the address: 404 where the caller may not read it."""

    def let_in(context: Context, address: Address) -> GameCall:
        return _let_into_game(context, scope, key_optional, address.pop("game_id"), tickets=tickets)

    return _guard(let_in, require, scope, key_optional)


def needs_log(scope: Scope, key_optional: bool = False) -> Callable[[View], View]:
    """The same for what can be told of a game whose log is damaged."""

    def let_in(context: Context, address: Address) -> LogCall:
        game_id: UUID = address.pop("game_id")
        caller, head = _look_up(context, game_id, key_optional)
        over_limit = context.limits.require_within(caller, scope, request.remote_addr)
        at = _readable_or_damaged(context, game_id, caller, head)
        _require_scope(caller, scope)
        if head.by_grant:
            note_read(context, caller, game_id)
        return LogCall(context, caller, over_limit, game_id, at)

    return _guard(let_in, None, scope, key_optional)


def needs_seat(
    scope: Scope, require: Callable[[SeatCall], object] | None = None, admits: Admits | None = None
) -> Callable[[View], View]:
    """The same for a seat of the game; a game never gets more of them or fewer. `admits`: who is let in besides those
    who may read the game."""

    def let_in(context: Context, address: Address) -> SeatCall:
        game_id, seat = address.pop("game_id"), address.pop("seat")
        call = _let_into_game(context, scope, False, game_id, _at_seat(admits, context, game_id, seat))
        if not 1 <= seat <= len(call.at.game.places):
            raise not_found()
        return SeatCall(context, call.caller, call.over_limit, call.at, seat)

    return _guard(let_in, require, scope, key_optional=False)


def _at_seat(admits: Admits | None, context: Context, game_id: UUID, seat: int) -> Callable[[Caller], bool]:
    return lambda caller: admits is not None and admits(context, caller, game_id, seat)


def _guard(
    let_in: Callable[[Context, Address], C],
    require: Callable[[C], object] | None,
    scope: Scope,
    key_optional: bool,
) -> Callable[[View], View]:
    def decorator(view: View) -> View:
        @wraps(view)
        def guarded(*args: object, **address: Any) -> Any:
            call = let_in(current_context(), address)
            if require is not None:
                require(call)
            if not reads_query:
                require_no_query(request)
            return view(*args, call, **address)

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


def may_read(caller: Caller, at: GameAt) -> bool:
    """Private games are for their seats, the tokens of these, their creator, and auditors."""
    return caller.sees_all or may_enter(caller, at)


def may_enter(caller: Caller, at: GameAt) -> bool:
    """Whether the caller may read the game without a grant of the operator's: one who looks on is no guest."""
    participants = (place.participant for place in at.game.places)
    return _is_open_to(caller, at.visibility, at.creator, participants)


def may_read_row(caller: Caller, row: GameRow) -> bool:
    """As `may_read`, of a game that is not folded."""
    participants = (seat.get("participant") for seat in cast("Sequence[dict[str, Any]]", row.summary["seats"]))
    return caller.sees_all or _is_open_to(caller, row.visibility, row.creator, participants)


def _is_open_to(
    caller: Caller, visibility: Visibility, creator: UUID | None, participants: Iterable[str | None]
) -> bool:
    if visibility != "private":
        return True
    if caller.account is not None and caller.account == creator and not caller.is_token:
        return True
    return any(each in caller.participants for each in participants)


def held_by(caller: Caller, at: GameAt) -> tuple[int, ...]:
    """The seats that the caller plays now."""
    places = at.game.places
    return tuple(place.seat for place in places if place.bot is None and place.participant in caller.participants)


def require_readable(call: Call, game_id: UUID) -> None:
    """404 unless the caller may read this game, which is not that of the address."""
    caller, head = _found(call.context, call.caller.credential, game_id)
    _readable(call.context, game_id, caller, head)


def note_read(context: Context, caller: Caller, game_id: UUID | None = None) -> None:
    """Whoever reads by a grant alone what is not theirs leaves a trace, before they are answered."""
    if caller.account is not None and caller.id is not None:
        rule = NAMED.sub(r"{\1}", request.url_rule.rule if request.url_rule else request.path)
        context.store.note_read(caller.account, caller.id, f"{request.method} {rule}", game_id)


# ---------------------------------------------------------------- the look-up


def _let_into_game(
    context: Context,
    scope: Scope,
    key_optional: bool,
    game_id: UUID,
    admits: Callable[[Caller], bool] = lambda _: False,
    tickets: bool = False,
) -> GameCall:
    caller, head = _look_up(context, game_id, key_optional, tickets)
    over_limit = context.limits.require_within(caller, scope, request.remote_addr)
    is_admitted = admits(caller)  # asked of every game: it takes as long for each
    at = _readable(context, game_id, caller, head, is_admitted)
    _require_scope(caller, scope)
    if head.by_grant:
        note_read(context, caller, game_id)
    return GameCall(context, caller, over_limit, at)


def _require_scope(caller: Caller, scope: Scope) -> None:
    if caller.id is not None and scope not in caller.scopes:
        raise Problem("forbidden", f"This needs a key with the scope {scope}.")


def _look_up(
    context: Context, game_id: UUID | None, key_optional: bool, tickets: bool = False
) -> tuple[Caller, GameHead]:
    sent = shown(context, Stream(game_id, request.args.get("after", "")) if tickets else None)
    if sent is None and not key_optional:
        raise unauthenticated()
    if sent is None and game_id is None:
        return Caller(), GameHead()
    return _found(context, sent, game_id)


def _found(context: Context, sent: Credential | None, game_id: UUID | None) -> tuple[Caller, GameHead]:
    if sent is None:
        statement, digest = WITH_NOTHING, b""
    else:
        statement, digest = WITH_TOKEN if sent.is_token else WITH_KEY, sent.digest
    known = None if game_id is None else context.games.known(game_id)
    found, head = look_up(context.pool, statement, digest, game_id, None if known is None else known.game.version)
    if found is None:
        raise refused(context, digest)
    return found, head


def _readable_or_damaged(context: Context, game_id: UUID, caller: Caller, head: GameHead) -> GameAt | GameDamaged:
    try:
        return _readable(context, game_id, caller, head)
    except GameDamaged as error:
        return error


def _readable(context: Context, game_id: UUID, caller: Caller, head: GameHead, is_admitted: bool = False) -> GameAt:
    if head.is_closed and not is_admitted:
        raise not_found()  # before the game is loaded: what is not for you takes no longer than what is not there
    try:
        at = context.games.caught_up(game_id, head.head, head.tail)
    except NoSuchGame:
        raise not_found() from None
    if not is_admitted and not may_read(caller, at):
        raise not_found()
    return at
