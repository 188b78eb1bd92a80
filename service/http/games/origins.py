"""For auditors: from whom each command came. It stands beside the log and may be forgotten; the log never names it."""

from collections.abc import Mapping
from typing import Any

import marshmallow as ma
from flask.views import MethodView

from kontor.service.http.auth import LogCall, needs_log
from kontor.service.http.games.requests import LIMIT_MOST
from kontor.service.http.moments import Time
from kontor.service.http.paging import link_to
from kontor.service.http.smorest import Blueprint, names

blp = Blueprint(
    "origins",
    __name__,
    url_prefix="/v1/games/<uuid:game_id>",
    description="For auditors: from whom each command of a game came.",
)


class OriginsQuery(ma.Schema):
    after = ma.fields.Integer(load_default=0, validate=ma.validate.Range(0, 2**53 - 1))
    limit = ma.fields.Integer(load_default=LIMIT_MOST, validate=ma.validate.Range(1, LIMIT_MOST))


class OriginSchema(ma.Schema):
    first = ma.fields.Integer(required=True, metadata={"description": "The first version of the commit."})
    at = Time(required=True)
    credential = ma.fields.String(
        required=True,
        allow_none=True,
        attribute="origin.credential",
        metadata=names("key", description="The id of the key or token; null: the system."),
    )
    client = ma.fields.String(
        required=True,
        attribute="origin.client",
        metadata={"description": "Its User-Agent, as far as it was kept."},
    )
    cause = ma.fields.String(
        required=True, attribute="origin.cause", metadata={"description": "The request, or what the system did."}
    )


class OriginsSchema(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(OriginSchema), required=True)
    next = ma.fields.String(required=True, allow_none=True, metadata={"description": "The address of the next page."})


@blp.route("/origins")
class Origins(MethodView):
    @needs_log("audit:read")
    @blp.arguments(OriginsQuery(), location="query")
    @blp.response(200, OriginsSchema)
    @blp.doc(operationId="listOrigins")
    def get(self, call: LogCall, query: Mapping[str, int]) -> Any:
        """Credential, client and cause of each command

        What belongs to an account is deleted with it. Each such reading is recorded.
        """
        limit = query["limit"]
        found = call.context.store.origins.after(call.game_id, query["after"], limit + 1)
        told = found[:limit]
        more = f"/v1/games/{call.game_id}/origins?after={told[-1].first}&limit={limit}" if len(found) > limit else None
        return {"items": told, "next": more}, 200, link_to(more)
