"""Invitations to a seat: create, list and revoke your own invitations; read, accept and decline invitations that you
received."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID

from flask import Response, request
from flask.views import MethodView

from kontor.domain.kernel import play
from kontor.domain.kernel.clocks import duration
from kontor.domain.kernel.violation import GameOver, NotStarted
from kontor.service.api_keys import INVITATION_PREFIX, mint
from kontor.service.clock import new_id, utc_now
from kontor.service.engine.game_at import GameAt
from kontor.service.engine.loaded_games import NoSuchGame
from kontor.service.http.accounts.resource import opened_account
from kontor.service.http.auth import Call, SeatCall, needs, needs_seat, public, require_account, require_own_key
from kontor.service.http.context import Context
from kontor.service.http.games import summaries
from kontor.service.http.games.invitation_responses import (
    AcceptedSchema,
    InvitationsSchema,
    InvitedSchema,
    MadeInvitationSchema,
    MyInvitationsSchema,
    invitation_body,
)
from kontor.service.http.games.requests import AcceptForm, InvitationTokenForm, InviteForm, JoinForm
from kontor.service.http.games.sitting_down import is_usable, require_known, require_waiting, sit_down
from kontor.service.http.json_bodies import as_json, json_text
from kontor.service.http.problems import Problem, no_game, not_owned, unreadable
from kontor.service.http.public_url import public_url
from kontor.service.http.smorest import Blueprint, Form
from kontor.service.store.invitations import MOST_WAITING, Invitation
from kontor.service.store.lookup import Caller
from kontor.service.store.pool import StoreAway

LONGEST = timedelta(days=30)

blp = Blueprint("invitations", "/v1", "seats")


def require_inviter(call: SeatCall) -> str | None:
    """Return the participant who passes the seat on, or None if the seat is free. Refuse callers who may not invite.
    Only the creator can invite to free seats. A player of a running game can invite to their own seat."""
    account, game, place = require_account(call), call.at.game, call.at.game.place(call.seat)
    if game.is_ended or game.status == "scoring":
        raise GameOver("The game is over. No seat can be taken any more.")
    if place.is_open:
        if account != call.at.creator:
            raise Problem("forbidden", "Only the creator of the game can invite to a free seat.")
        return None
    require_own_key(call)  # an app could give the seat away with a link that works after the app was revoked
    if place.participant is None or place.participant not in call.caller.participants:
        raise Problem("forbidden", f"You cannot give seat {call.seat} to another player: it is not yours.")
    if game.status == "open":
        raise NotStarted(
            "You can give away a seat only after the start. Leave the seat instead; then the creator can invite to it."
        )
    return place.participant


def require_no_seat_token(call: Call) -> None:
    if call.caller.id is not None:
        require_account(call)


# ---------------------------------------------------------------- for inviters


@blp.route("/games/<uuid:game_id>/seats/<int:seat>/invitations")
class SeatInvitations(MethodView):
    @needs_seat("game:play", require_inviter)
    @blp.arguments(Form(InviteForm, optional=True), required=False, example={"lasts": "P7D"})
    @blp.operation("inviteToSeat", 201, MadeInvitationSchema, also=(409,))
    def post(self, call: SeatCall, asked: InviteForm) -> dict[str, Any]:
        """Create an invitation to this seat

        You can invite to a free seat if you created the game. While the game runs you can also invite to your own seat:
        the account that accepts takes the seat over. Send the link to one person, because it can be used only once. An
        invitation for an account has no token.
        """
        token = mint(INVITATION_PREFIX) if asked.account is None else None
        made = call.context.store.invitations.add(_new(call, asked), None if token is None else token.hash)
        if made is None:
            raise Problem("forbidden", f"A seat can have at most {MOST_WAITING} open invitations. Revoke one first.")
        link = f"{public_url(call.context.settings)}/games/{made.game_id}"
        if token is None:
            call.context.games.wake(call.at)  # notify the invited account, if its stream is open
            return {**invitation_body(made), "link": link}
        return {**invitation_body(made), "token": token.text, "link": f"{link}#invitation={token.text}"}

    @needs_seat("game:play", require_account)
    @blp.operation("listSeatInvitations", 200, InvitationsSchema)
    def get(self, call: SeatCall) -> dict[str, Any]:
        """List your invitations to this seat"""
        made = call.context.store.invitations.made_by(require_account(call), call.at.game.id, call.seat)
        return {"items": [invitation_body(each) for each in made]}


@blp.route("/games/<uuid:game_id>/seats/<int:seat>/invitations/<uuid:invitation_id>")
class SeatInvitation(MethodView):
    @needs_seat("game:play", require_account)
    @blp.operation("revokeInvitation", 204)
    def delete(self, call: SeatCall, invitation_id: UUID) -> None:
        """Revoke one of your invitations

        The invitation cannot be used any more. An account that has already used it keeps the seat.
        """
        account = require_account(call)
        if call.context.store.invitations.revoke(invitation_id, account, call.at.game.id, call.seat) is None:
            raise not_owned("invitation")


def _new(call: SeatCall, asked: InviteForm) -> Invitation:
    lasts, invitee = duration(asked.lasts), UUID(asked.account) if asked.account else None
    if not timedelta(0) < lasts <= LONGEST:
        raise unreadable("/lasts", "out-of-range", f"must be more than 0 and at most {LONGEST.days} days")
    if invitee is not None and call.context.store.accounts.account(invitee) is None:
        raise unreadable("/account", "unknown-reference", "this account does not exist")
    at, offered = utc_now(), require_inviter(call)
    return Invitation(new_id(), call.at.game.id, call.seat, require_account(call), invitee, offered, at, at + lasts)


# ---------------------------------------------------------------- for invited accounts


@blp.route("/me/invitations")
class MyInvitations(MethodView):
    @needs("game:read", require=require_account)
    @blp.operation("listMyInvitations", 200, MyInvitationsSchema)
    def get(self, call: Call) -> Response:
        """List the open invitations for your account, newest first

        Accept an invitation with `POST …/seats/{seat}/join`.
        """
        waiting = call.context.store.invitations.for_account(require_account(call))
        return as_json({"items": _with_games(call.context, waiting)})


@blp.route("/me/invitations/<uuid:invitation_id>")
class MyInvitation(MethodView):
    @needs("game:play", require=require_account)
    @blp.operation("declineInvitation", 204)
    def delete(self, call: Call, invitation_id: UUID) -> None:
        """Decline an invitation"""
        if call.context.store.invitations.decline(invitation_id, require_account(call)) is None:
            raise not_owned("invitation")


@blp.route("/invitations/read")
class ReadInvitation(MethodView):
    @public
    @blp.arguments(Form(InvitationTokenForm))
    @blp.operation("readInvitation", 200, InvitedSchema, also=(403, 409))
    def post(self, call: Call, asked: InvitationTokenForm) -> Response:
        """Read an invitation by its token

        Send the token in the body, because proxies and browsers store addresses. With a token that is not valid any
        more you cannot read anything about the game.
        """
        call.context.limits.require_within(call.caller, "game:read", request.remote_addr)
        waiting = require_waiting(require_known(call.context, asked.invitation))
        found = _with_games(call.context, [waiting])
        if not found:
            raise Problem("invitation-gone", "The invitation is not valid any more: the seat cannot be taken now.")
        return as_json(found[0], headers={"Cache-Control": "no-store"})


@blp.route("/invitations/accept")
class AcceptInvitation(MethodView):
    @needs("game:play", key_optional=True, require=require_no_seat_token)
    @blp.arguments(Form(AcceptForm), example={"invitation": f"{INVITATION_PREFIX}{'x' * 43}", "name": "Ben"})
    @blp.operation("acceptInvitation", 201, AcceptedSchema, also=(403, 409))
    def post(self, call: Call, asked: AcceptForm) -> Response:
        """Accept an invitation by its token

        With a key, your account takes the seat. Without a key, send a name: the server opens an account and shows its
        key once. If you lose the answer, you lose the key. To avoid that, open an account first.
        """
        invitation = require_waiting(require_known(call.context, asked.invitation))
        at, form = _game(call.context, invitation), JoinForm(asked.nonce, asked.colour)
        if call.caller.id is not None:
            account = require_account(call)
            mine = call.context.store.accounts.participants(account, [at.game.id])
            call = replace(call, caller=replace(call.caller, participants=mine))
            return _accepted_answer(_sit(call, at, form, account, invitation), invitation)
        if asked.name is None:
            raise unreadable(
                "/name", "missing-field", "send a name for the new account, or send the key of your account"
            )
        opened = opened_account(call, asked.name)
        [key] = call.context.store.accounts.keys(opened["id"])
        newcomer = replace(call, caller=Caller(key.id, opened["id"], frozenset(key.scopes)))
        try:
            answer = _sit(newcomer, at, form, opened["id"], invitation)
        except StoreAway:
            raise  # the account may have the seat: do not delete it
        except Exception:
            call.context.store.accounts.close(opened["id"])
            raise
        return _accepted_answer(answer, invitation, {**opened, "id": str(opened["id"])})


def _sit(call: Call, at: GameAt, form: JoinForm, account: UUID, invitation: Invitation) -> Response:
    play.require_place(at.game, invitation.seat)
    at_seat = SeatCall(call.context, call.caller, call.over_limit, at, invitation.seat)
    return sit_down(at_seat, form, account, invitation, is_repeatable=False)  # it is only a part of the answer


def _accepted_answer(outcome: Response, invitation: Invitation, account: Mapping[str, Any] | None = None) -> Response:
    told = {"game": str(invitation.game_id), "seat": invitation.seat, **({"account": account} if account else {})}
    text = f'{json.dumps(told)[:-1]}, "outcome": {outcome.get_data(as_text=True)}}}'
    return json_text(text, 201, {"Location": f"/v1/games/{invitation.game_id}", "Cache-Control": "no-store"})


def _game(context: Context, invitation: Invitation) -> GameAt:
    try:
        return context.games.fresh(invitation.game_id)
    except NoSuchGame:
        raise no_game() from None


def _with_games(context: Context, invitations: Iterable[Invitation]) -> list[dict[str, Any]]:
    """Return the invitations that can be used, with the summaries of their games. An invitation to a seat that was
    taken must not show anything about the game."""
    listed = list(invitations)
    rows = context.store.games.rows({each.game_id for each in listed})
    named = context.store.accounts.shown([name for row in rows.values() for name in summaries.participants_in(row)])
    return [
        {**invitation_body(each), "summary": summaries.of_row(context.registry, row, frozenset(), named)}
        for each in listed
        if (row := rows.get(each.game_id)) is not None and row.ruleset in context.registry and is_usable(each, row)
    ]
