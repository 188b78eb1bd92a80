"""Seats: join, leave, resign and return, and create tokens for seats."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from flask import Response
from flask.views import MethodView

from kontor.domain.kernel import play
from kontor.domain.kernel.bots import stand_in
from kontor.domain.kernel.commits import seat_actor
from kontor.domain.kernel.game import Place
from kontor.domain.kernel.lifecycle import BotHolder, ParticipantHolder
from kontor.domain.kernel.nearest import must_be_one_of
from kontor.service.api_keys import SEAT_PREFIX, mint
from kontor.service.clock import new_id
from kontor.service.engine.game_at import GameAt
from kontor.service.engine.moves import Move, one_commit
from kontor.service.http.auth import Admits, SeatCall, View, needs_seat, require_account, require_own_key
from kontor.service.http.games.changes import change, expected_version
from kontor.service.http.games.queries import CommandHeaders
from kontor.service.http.games.requests import JoinForm, NothingSaidForm, ResignForm
from kontor.service.http.games.responses import OutcomeSchema, TokenSchema
from kontor.service.http.games.sitting_down import invitation_of, is_invited, sit_down
from kontor.service.http.problems import Problem, unreadable
from kontor.service.http.smorest import GAME, Blueprint, Form
from kontor.service.store.accounts import MOST_TOKENS
from kontor.service.store.participants import Seated
from kontor.service.visibility import may_enter, seats_held

blp = Blueprint("seats", GAME, "seats")


# ---------------------------------------------------------------- checks


def require_held(call: SeatCall, at: GameAt | None = None) -> Place:
    """Return the seat's place in the game. Refuse callers who do not hold the seat. `at`: the game to check instead of
    the one in the call."""
    if call.seat not in seats_held(call.caller, at or call.at):
        raise Problem("forbidden", f"You do not hold seat {call.seat}.")
    return (at or call.at).game.place(call.seat)


def require_own(call: SeatCall, at: GameAt | None = None) -> Place:
    """Return the seat's place in the game. Refuse callers who did not take the seat. A caller who took it is allowed
    even while a bot plays the seat."""
    place = (at or call.at).game.place(call.seat)
    if place.participant is None or place.participant not in call.caller.participants:
        raise Problem("forbidden", f"Seat {call.seat} is not yours.")
    return place


def require_holder(call: SeatCall) -> None:
    """Allow only the account that holds the seat. A seat token is refused, because it can only send commands."""
    require_account(call)
    require_held(call)


def require_holder_with_key(call: SeatCall) -> None:
    """Allow only the account that holds the seat, with a key. A token that an app made would outlive the app."""
    require_own_key(call)
    require_held(call)


def require_owner(call: SeatCall) -> None:
    """Allow only the account that took the seat, even while a bot plays it. Other callers and seat tokens are
    refused."""
    require_account(call)
    require_own(call)


def require_guest(call: SeatCall) -> None:
    """Refuse callers who may read a private game only because the operator granted them a scope, unless they are
    invited."""
    require_account(call)
    where = (call.at.game.id, call.seat)
    if not may_enter(call.caller, call.at) and not is_invited(call.context, call.caller, *where):
        raise Problem("forbidden", "You may read this game, but you need an invitation to take a seat.")


# ---------------------------------------------------------------- changes of a seat


def seat_change(
    name: str,
    form: type,
    require: Callable[[SeatCall], object],
    example: Mapping[str, str] | None = None,
    admits: Admits = lambda *_: False,
) -> Callable[[View], View]:
    """Return a decorator for a view that changes a seat. Such a view has an optional body, and the headers and the
    answer of a command."""

    def decorator(view: View) -> View:
        view = blp.headers(CommandHeaders)(blp.operation(name, 201, OutcomeSchema, also=(409,))(view))
        view = blp.arguments(Form(form, optional=True), required=False, example=example)(view)
        return needs_seat("game:play", require, admits)(view)

    return decorator


@blp.route("/seats/<int:seat>/join")
class Join(MethodView):
    @seat_change("joinSeat", JoinForm, require_guest, example={"colour": "blue"}, admits=is_invited)
    def post(self, call: SeatCall, asked: JoinForm) -> Response:
        """Take a seat

        The game starts when the last seat is taken. Send a random nonce to make sure that the server did not choose the
        dice. A seat of kind `invited`, a seat of a private game, and a seat that its holder passes on need an
        invitation. If the invitation has a token, send the token. An invitation for your account has none.
        """
        account = require_account(call)
        return sit_down(call, asked, account, invitation_of(call, account, asked.invitation), expected_version())


@blp.route("/seats/<int:seat>/leave")
class Leave(MethodView):
    @seat_change("leaveSeat", NothingSaidForm, require_holder)
    def post(self, call: SeatCall, _: NothingSaidForm) -> Response:
        """Leave your seat before the start of the game"""

        def decide(at: GameAt) -> Move:
            place = require_held(call, at)
            events = play.leave_seat(at.game, call.seat)
            move = one_commit(at, seat_actor(call.seat), {"type": "leave"}, events)
            return replace(move, left=(str(place.participant),))

        return change(call, decide, expected_version())


@blp.route("/seats/<int:seat>/resign")
class Resign(MethodView):
    @seat_change("resignSeat", ResignForm, require_holder, example={"bot": "greedy"})
    def post(self, call: SeatCall, asked: ResignForm) -> Response:
        """Resign: a bot takes your seat, and you can take it back later"""
        bots = call.at.rules.bots
        bot = asked.bot or stand_in(call.at.rules, call.at.game)
        if bot not in bots:
            raise unreadable("/bot", "not-one-of", must_be_one_of(bot, sorted(bots)))

        def decide(at: GameAt) -> Move:
            place = require_held(call, at)
            play.require_playing(at.game)
            events = play.change_seat(at.game, call.seat, BotHolder("bot", bot), "resigned")
            move = one_commit(at, seat_actor(call.seat), {"type": "resign"}, events)
            return replace(move, left=(str(place.participant),))

        return change(call, decide, expected_version())


@blp.route("/seats/<int:seat>/return")
class Return(MethodView):
    @seat_change("returnToSeat", NothingSaidForm, require_owner)
    def post(self, call: SeatCall, _: NothingSaidForm) -> Response:
        """Take your seat back from the bot that plays it"""
        account = call.caller.account

        def decide(at: GameAt) -> Move:
            place = require_own(call, at)
            play.require_playing(at.game)
            if place.bot is None:
                raise Problem("seat-not-held", f"You already hold seat {call.seat}. No bot plays it.")
            holder = ParticipantHolder("participant", str(place.participant))
            events = play.change_seat(at.game, call.seat, holder, "returned")
            move = one_commit(at, seat_actor(call.seat), {"type": "return"}, events)
            return replace(move, seated=(Seated(holder.participant, call.seat, account),) if account else ())

        return change(call, decide, expected_version())


# ---------------------------------------------------------------- tokens


@blp.route("/seats/<int:seat>/token")
class Token(MethodView):
    @needs_seat("game:play", require_holder_with_key)
    @blp.arguments(Form(NothingSaidForm, optional=True), required=False)
    @blp.operation("makeSeatToken", 201, TokenSchema)
    def post(self, call: SeatCall, _: NothingSaidForm) -> dict[str, Any]:
        """Create a token for this seat

        Give the token to a bot or to a friend. As long as you hold the seat, they can send commands for the seat and
        read all that the seat may see. To leave, resign, return, abort, invite or ask for a rematch, use your key.
        """
        account, place, game = require_account(call), require_held(call), call.at.game.id
        token = mint(SEAT_PREFIX)
        if not call.context.store.accounts.add_token(new_id(), account, token, game, call.seat, str(place.participant)):
            raise Problem(
                "forbidden", f"A seat can have at most {MOST_TOKENS} valid tokens. DELETE revokes all of them."
            )
        return {"token": token.text, "game": game, "seat": call.seat}

    @needs_seat("game:play", require_holder)
    @blp.operation("revokeSeatTokens", 204)
    def delete(self, call: SeatCall) -> None:
        """Revoke all tokens of your seat"""
        call.context.store.accounts.revoke_tokens(call.at.game.id, str(require_held(call).participant))
