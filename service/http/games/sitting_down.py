"""Sitting down: on a free seat, or on one that its holder passes on; invited by a token, by account, or not at all.

Whoever created a game invites to seats that nobody has taken, whoever holds a seat of a running game to that one. An
invitation is used once, in the statement that seats whoever uses it.
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
from kontor.service.http.problems import Problem, unreadable
from kontor.service.http.strict_json import json_body
from kontor.service.store import GameRow, Invitation, Seated
from kontor.service.store.lookup import Caller

GONE = {
    "used": "somebody has used it",
    "revoked": "it was revoked or declined",
    "expired": "it has expired",
}


# ---------------------------------------------------------------- invitations that callers come with


def is_invited(context: Context, caller: Caller, game_id: UUID, seat: int) -> bool:
    """Whether a caller may sit down at a table that they may not look at. Asked before the body is read as a form."""
    found = _by_token(context, _token_sent()) or _by_account(context, caller, game_id, seat)
    return found is not None and found.status == "waiting" and (found.game_id, found.seat) == (game_id, seat)


def _token_sent() -> str | None:
    try:
        body = json_body(request)
    except Problem:  # none, or one that is refused when its turn comes
        return None
    token = body.get("invitation") if isinstance(body, Mapping) else None
    return token if isinstance(token, str) else None


def invitation_of(call: SeatCall, account: UUID, token: str | None) -> Invitation | None:
    """The invitation that a caller comes with: the token's, or else one that waits for their account."""
    if token is None:
        return call.context.invitations.to_seat(account, call.at.game.id, call.seat)
    found = require_known(call.context, token)
    if (found.game_id, found.seat) != (call.at.game.id, call.seat):
        raise Problem("forbidden", f"This invitation is not for seat {call.seat} of this game.")
    return found


def require_known(context: Context, token: str) -> Invitation:
    """The invitation of a token; what nobody ever sent counts as a key that nobody has."""
    found = _by_token(context, token)
    if found is None:
        context.limits.require_within(Caller(), "bad-keys", request.remote_addr)
        raise Problem("forbidden", "There is no such invitation; copy the whole link, to its last character.")
    return found


def require_waiting(invitation: Invitation | None) -> Invitation:
    if invitation is None:  # its sender has deleted their account
        raise Problem("invitation-gone", "The invitation is no longer good: it was withdrawn.")
    if (why := GONE.get(invitation.status)) is not None:
        raise Problem("invitation-gone", f"The invitation is no longer good: {why}.")
    return invitation


def is_usable(invitation: Invitation, row: GameRow) -> bool:
    """Whether the seat can be taken now: it is free, or its holder still offers it."""
    seat = row.seats[invitation.seat - 1]
    if invitation.participant is None:
        return row.status == "open" and seat["kind"] == "open"
    return row.status == "running" and seat.get("participant") == invitation.participant


def _by_token(context: Context, token: str | None) -> Invitation | None:
    return None if token is None else context.invitations.with_token(hash_of(token))


def _by_account(context: Context, caller: Caller, game_id: UUID, seat: int) -> Invitation | None:
    return None if caller.account is None else context.invitations.to_seat(caller.account, game_id, seat)


# ---------------------------------------------------------------- the seat


def sit_down(
    call: SeatCall, headers: Mapping[str, str], asked: JoinForm, account: UUID, invitation: Invitation | None
) -> Response:
    """Seat an account, and answer as a command is answered."""
    sitting = Seated(new_participant(), call.seat, account)

    def decide(at: GameAt) -> Move:
        if invitation is None:
            _require_for_all(call, at, account)
            return _take_free(at, asked, sitting)
        used = require_waiting(call.context.invitations.find(invitation.id))  # as it stands now
        holder = used.participant
        move = _take_free(at, asked, sitting) if holder is None else _take_over(call, at, asked, sitting, holder)
        return replace(move, accepted=used.id)

    told = replace(call.caller, participants=call.caller.participants | {sitting.participant})
    return change(call, headers, decide, told)


def _require_for_all(call: SeatCall, at: GameAt, account: UUID) -> None:
    """Whoever comes uninvited takes a seat that is free to all, and is no bot where bots are not welcome."""
    if at.game.status == "open" and call.seat in at.settings.by_invitation:
        raise Problem("forbidden", f"Seat {call.seat} is for whoever is invited to it; send the invitation along.")
    if not at.settings.bots_welcome and _is_bot(call.context, account):
        raise Problem("forbidden", "Bots are not welcome at this table, unless they are invited; look for another one.")


def _is_bot(context: Context, account: UUID) -> bool:
    found = context.accounts.account(account)
    return found is not None and found.bot


def _take_free(at: GameAt, asked: JoinForm, sitting: Seated) -> Move:
    taker = SeatTaken(sitting.seat, sitting.participant, asked.nonce, False, asked.colour)
    events = play.take_seat(at.rules, at.game, taker)
    return replace(one_commit(at, seat_actor(sitting.seat), {"type": "join"}, events), seated=(sitting,))


def _take_over(call: SeatCall, at: GameAt, asked: JoinForm, sitting: Seated, holder: str) -> Move:
    """The system's own command: were it the seat's, its clock would start anew, and passing would gain time."""
    seat = sitting.seat
    for name in ("nonce", "colour"):
        if getattr(asked, name) is not None:
            raise unreadable(f"/{name}", "unknown-field", "the game has started: the seat keeps what it has")
    if at.game.place(seat).participant != holder:
        raise Problem("invitation-gone", "The invitation is no longer good: the seat has changed hands since.")
    if call.caller.participants:  # who holds, or held, a seat knows what the others at the table must not
        raise Problem("seat-taken", "Whoever takes over a seat must be new at this table.")
    events = play.pass_seat(at.game, seat, sitting.participant)
    move = one_commit(at, SYSTEM, {"type": "pass_seat", "seat": seat}, events)
    return replace(move, seated=(sitting,), left=(holder,))
