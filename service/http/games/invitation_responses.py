"""Invitations on the wire: what is answered."""

from typing import Any

import marshmallow as ma

from kontor.service.clock import stamp
from kontor.service.http.accounts.schemas import OpenedAccountSchema
from kontor.service.http.games.responses import OutcomeSchema, SummarySchema
from kontor.service.http.smorest import names
from kontor.service.store import Invitation


class InvitationSchema(ma.Schema):
    """An invitation to one seat. Its token is never shown again."""

    id = ma.fields.UUID(required=True, metadata=names("invitation"))
    game = ma.fields.UUID(required=True, metadata=names("game"))
    seat = ma.fields.Integer(required=True, metadata=names("seat"))
    status = ma.fields.String(required=True, validate=ma.validate.OneOf(["waiting", "used", "revoked", "expired"]))
    passes_on = ma.fields.Boolean(
        required=True, metadata={"description": "Whether the seat is one that its holder passes on."}
    )
    account = ma.fields.UUID(metadata=names("account", description="The one account that may use it, if it is one's."))
    created_at = ma.fields.String(required=True)
    expires_at = ma.fields.String(required=True)
    href = ma.fields.String(required=True, metadata={"description": "Whoever made it revokes it here."})


class MadeInvitationSchema(InvitationSchema):
    token = ma.fields.String(metadata={"description": "Shown once. None where the invitation is for an account."})
    link = ma.fields.String(
        required=True, metadata={"description": "For a browser; the token stands behind #, which no server is sent."}
    )


class InvitationsSchema(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(InvitationSchema), required=True)


class InvitedSchema(InvitationSchema):
    """An invitation as whoever it is for sees it."""

    summary = ma.fields.Nested(SummarySchema, required=True, metadata={"description": "Of the game, private or not."})


class MyInvitationsSchema(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(InvitedSchema), required=True)


class AcceptedSchema(ma.Schema):
    """You sit. `account`: the one that was opened for you, with its key."""

    game = ma.fields.UUID(required=True, metadata=names("game"))
    seat = ma.fields.Integer(required=True, metadata=names("seat"))
    account = ma.fields.Nested(OpenedAccountSchema)
    outcome = ma.fields.Nested(OutcomeSchema, required=True)


def shown(invitation: Invitation) -> dict[str, Any]:
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
