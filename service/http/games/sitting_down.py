"""Take a free seat, or a seat that its holder passes on, with or without an invitation. An invitation has a token or is
for an account.

The creator of a game invites to free seats. A player of a running game invites to their own seat. An invitation can be
used only once: the statement that stores the new holder also marks the invitation as used.
"""

from collections.abc import Mapping
from dataclasses import replace
from uuid import UUID

from flask import Response, request

from kontor.domain.kernel import play
from kontor.domain.kernel.commits import SYSTEM, seat_actor
from kontor.domain.kernel.lifecycle import SeatTaken
from kontor.service.api_keys import hash_of
from kontor.service.clock import new_participant
from kontor.service.engine.game_at import GameAt
from kontor.service.engine.moves import Move, one_commit
from kontor.service.http.auth import SeatCall
from kontor.service.http.context import Context
from kontor.service.http.games.changes import change
from kontor.service.http.games.requests import JoinForm
from kontor.service.http.json_bodies import json_body
from kontor.service.http.problems import Problem, unreadable
from kontor.service.store.games import GameRow
from kontor.service.store.invitations import Invitation
from kontor.service.store.lookup import Caller
from kontor.service.store.participants import Seated

GONE = {
    "used": "it has been used",
    "revoked": "it was revoked or declined",
    "expired": "it has expired",
}


# ---------------------------------------------------------------- invitations


def is_invited(context: Context, caller: Caller, game_id: UUID, seat: int) -> bool:
    """Return whether an invitation lets the caller take a seat of a game that they may not read. This check runs before
    the request is read into a form."""
    found = _by_token(context, _token_sent()) or _by_account(context, caller, game_id, seat)
    return found is not None and found.status == "waiting" and (found.game_id, found.seat) == (game_id, seat)


def _token_sent() -> str | None:
    try:
        body = json_body(request)
    except Problem:  # no body, or one that the form will refuse
        return None
    token = body.get("invitation") if isinstance(body, Mapping) else None
    return token if isinstance(token, str) else None


def invitation_of(call: SeatCall, account: UUID, token: str | None) -> Invitation | None:
    """Return the invitation with the token. Without a token return an open invitation for the account, or None."""
    if token is None:
        return call.context.store.invitations.to_seat(account, call.at.game.id, call.seat)
    found = require_known(call.context, token)
    if (found.game_id, found.seat) != (call.at.game.id, call.seat):
        raise Problem("forbidden", f"This invitation is not for seat {call.seat} of this game.")
    return found


def require_known(context: Context, token: str) -> Invitation:
    """Return the invitation that has this token. An unknown token counts towards the limit for wrong keys, so that a
    client cannot try many tokens."""
    found = _by_token(context, token)
    if found is None:
        context.limits.require_within(Caller(), "bad-keys", request.remote_addr)
        raise Problem("forbidden", "This invitation does not exist. Copy the whole link, to its last character.")
    return found


def require_waiting(invitation: Invitation | None) -> Invitation:
    if invitation is None:  # the sender has deleted their account
        raise Problem("invitation-gone", "The invitation is not valid any more: it was revoked.")
    if (why := GONE.get(invitation.status)) is not None:
        raise Problem("invitation-gone", f"The invitation is not valid any more: {why}.")
    return invitation


def is_usable(invitation: Invitation, row: GameRow) -> bool:
    """Return whether the invitation can be used now: its seat is free, or its holder still passes the seat on."""
    seat = row.seats[invitation.seat - 1]
    if invitation.participant is None:
        return row.status == "open" and seat["kind"] == "open"
    return row.status == "running" and seat.get("participant") == invitation.participant


def _by_token(context: Context, token: str | None) -> Invitation | None:
    return None if token is None else context.store.invitations.with_token(hash_of(token))


def _by_account(context: Context, caller: Caller, game_id: UUID, seat: int) -> Invitation | None:
    return None if caller.account is None else context.store.invitations.to_seat(caller.account, game_id, seat)


# ---------------------------------------------------------------- seats


def sit_down(
    call: SeatCall,
    asked: JoinForm,
    account: UUID,
    invitation: Invitation | None,
    expected: int | None = None,
    is_repeatable: bool = True,
) -> Response:
    """Give a seat to an account, and return the same kind of answer as for a command."""
    sitting = Seated(new_participant(), call.seat, account)

    def decide(at: GameAt) -> Move:
        if invitation is None:
            _require_for_all(call, at, account)
            return _take_free(at, asked, sitting)
        used = require_waiting(call.context.store.invitations.find(invitation.id))  # read again: it may have changed
        holder = used.participant
        move = _take_free(at, asked, sitting) if holder is None else _take_over(call, at, asked, sitting, holder)
        return replace(move, accepted=used.id)

    reader = replace(call.caller, participants=call.caller.participants | {sitting.participant})
    return change(call, decide, expected, reader, is_repeatable)


def _require_for_all(call: SeatCall, at: GameAt, account: UUID) -> None:
    """Refuse an account without an invitation if the seat needs an invitation, or if the account is a bot and bots may
    not join."""
    if at.game.status == "open" and call.seat in at.settings.by_invitation:
        raise Problem("forbidden", f"Seat {call.seat} is by invitation only. Send the token of your invitation.")
    if not at.settings.bots_welcome and _is_bot(call.context, account):
        raise Problem("forbidden", "Bot accounts need an invitation to join this game. Choose another game.")


def _is_bot(context: Context, account: UUID) -> bool:
    found = context.store.accounts.account(account)
    return found is not None and found.bot


def _take_free(at: GameAt, asked: JoinForm, sitting: Seated) -> Move:
    taker = SeatTaken(sitting.seat, sitting.participant, asked.nonce, False, asked.colour)
    events = play.take_seat(at.rules, at.game, taker)
    return replace(one_commit(at, seat_actor(sitting.seat), {"type": "join"}, events), seated=(sitting,))


def _take_over(call: SeatCall, at: GameAt, asked: JoinForm, sitting: Seated, holder: str) -> Move:
    """Hand the seat over to a new player with a command of the system. A command of the seat itself would restart the
    seat's clock, and the player would gain time."""
    seat = sitting.seat
    for name in ("nonce", "colour"):
        if getattr(asked, name) is not None:
            raise unreadable(
                f"/{name}", "unknown-field", f"is not allowed: the game has started, and the seat keeps its {name}"
            )
    if at.game.place(seat).participant != holder:
        raise Problem("invitation-gone", "The invitation is not valid any more: the seat has a new holder.")
    if call.caller.participants:  # a player knows secrets of their own seat: they must not get a second one
        raise Problem("seat-taken", "You have or had a seat in this game. Only a new player can take over a seat.")
    events = play.pass_seat(at.game, seat, sitting.participant)
    move = one_commit(at, SYSTEM, {"type": "pass_seat", "seat": seat}, events)
    return replace(move, seated=(sitting,), left=(holder,))
