"""Schemas of the answers about invitations."""

from typing import Any

import marshmallow as ma

from kontor.service.clock import stamp
from kontor.service.http.accounts.schemas import OpenedAccountSchema
from kontor.service.http.fields import boolean, integer, list_of, nested_field, one_of, string, uuid
from kontor.service.http.games.responses import OutcomeSchema, SummarySchema
from kontor.service.store.invitations import Invitation


class InvitationSchema(ma.Schema):
    """An invitation to one seat. The server shows its token only once, when it is created."""

    id = uuid(names="invitation")
    game = uuid(names="game")
    seat = integer(names="seat")
    status = one_of(["waiting", "used", "revoked", "expired"], "Whether the invitation can still be used.")
    passes_on = boolean("True if the holder of the seat passes it on; false if the seat is free.")
    account = uuid(
        "The only account that may use the invitation. Without this field, any account with the token may use it.",
        names="account",
        optional=True,
    )
    created_at = string("When the invitation was created.")
    expires_at = string("Until when the invitation can be used.")
    href = string("The address of the invitation. Its creator can revoke it there with DELETE.")


class MadeInvitationSchema(InvitationSchema):
    token = string("The token, which is shown only once. Left out if the invitation is for an account.", optional=True)
    link = string("The link for a browser. The token follows `#`; browsers do not send this part to the server.")


class InvitationsSchema(ma.Schema):
    items = list_of(InvitationSchema, "The invitations to the seat, the newest first.")


class InvitedSchema(InvitationSchema):
    """An invitation as the invited account sees it."""

    summary = nested_field(SummarySchema, "The summary of the game, also of a private one.")


class MyInvitationsSchema(ma.Schema):
    items = list_of(InvitedSchema, "The invitations for your account that you can use.")


class AcceptedSchema(ma.Schema):
    """The seat that you have now."""

    game = uuid(names="game")
    seat = integer(names="seat")
    account = nested_field(OpenedAccountSchema, "The new account and its key, if you sent no key.", optional=True)
    outcome = nested_field(OutcomeSchema, "The events that the holder of the seat may see.")


def invitation_body(invitation: Invitation) -> dict[str, Any]:
    game, seat, invitee = str(invitation.game_id), invitation.seat, invitation.invitee
    return {
        "id": str(invitation.id),
        "game": game,
        "seat": seat,
        "status": invitation.status,
        "passes_on": invitation.participant is not None,
        **({} if invitee is None else {"account": str(invitee)}),
        "created_at": stamp(invitation.created_at),
        "expires_at": stamp(invitation.expires_at),
        "href": f"/v1/games/{game}/seats/{seat}/invitations/{invitation.id}",
    }
