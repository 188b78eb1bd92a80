"""Schemas of the answers about invitations."""

from typing import Any

import marshmallow as ma

from kontor.service.clock import stamp
from kontor.service.http.accounts.schemas import OpenedAccountSchema
from kontor.service.http.games.responses import OutcomeSchema, SummarySchema
from kontor.service.http.smorest import names
from kontor.service.store import Invitation


class InvitationSchema(ma.Schema):
    """An invitation to one seat. The server shows its token only once, when it is created."""

    id = ma.fields.UUID(required=True, metadata=names("invitation"))
    game = ma.fields.UUID(required=True, metadata=names("game"))
    seat = ma.fields.Integer(required=True, metadata=names("seat"))
    status = ma.fields.String(required=True, validate=ma.validate.OneOf(["waiting", "used", "revoked", "expired"]))
    passes_on = ma.fields.Boolean(
        required=True,
        metadata={"description": "True if the holder of the seat passes it on; false if the seat is free."},
    )
    account = ma.fields.UUID(
        metadata=names("account", description="The only account that may use it. Left out: any account with the token.")
    )
    created_at = ma.fields.String(required=True)
    expires_at = ma.fields.String(required=True)
    href = ma.fields.String(required=True, metadata={"description": "Its creator can revoke it here, with DELETE."})


class MadeInvitationSchema(InvitationSchema):
    token = ma.fields.String(metadata={"description": "Shown once. Left out if the invitation is for an account."})
    link = ma.fields.String(
        required=True,
        metadata={"description": "For a browser. The token follows `#`, which browsers do not send to the server."},
    )


class InvitationsSchema(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(InvitationSchema), required=True)


class InvitedSchema(InvitationSchema):
    """An invitation as the invited account sees it."""

    summary = ma.fields.Nested(
        SummarySchema, required=True, metadata={"description": "The summary of the game, also of a private one."}
    )


class MyInvitationsSchema(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(InvitedSchema), required=True)


class AcceptedSchema(ma.Schema):
    """The seat that you have now. `account`: the new account and its key, if you sent no key."""

    game = ma.fields.UUID(required=True, metadata=names("game"))
    seat = ma.fields.Integer(required=True, metadata=names("seat"))
    account = ma.fields.Nested(OpenedAccountSchema)
    outcome = ma.fields.Nested(OutcomeSchema, required=True)


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
