"""The origins of commands, for auditors: key, client and cause. They are stored outside the log and can be deleted."""

from collections.abc import Mapping
from typing import Any

import marshmallow as ma
from flask.views import MethodView

from kontor.service.http.auth import LogCall, needs_log
from kontor.service.http.fields import Time, integer, list_of, string
from kontor.service.http.games.queries import PageQuery
from kontor.service.http.paging import link_to
from kontor.service.http.smorest import GAME, Blueprint

blp = Blueprint("origins", GAME, "operators")


class OriginSchema(ma.Schema):
    first = integer("The first version of the commit.")
    at = Time("When the command arrived.")
    credential = string(
        "The id of the key or token; null: the system.", names="key", null=True, attribute="origin.credential"
    )
    client = string("The start of the User-Agent header.", attribute="origin.client")
    cause = string("The id of the request, or the action of the system.", attribute="origin.cause")


class OriginsSchema(ma.Schema):
    items = list_of(OriginSchema, "The commits of this page, in the order of the log.")
    next = string("The address of the next page.", null=True)


@blp.route("/origins")
class Origins(MethodView):
    @needs_log("audit:read")
    @blp.arguments(PageQuery(), location="query")
    @blp.operation("listOrigins", 200, OriginsSchema)
    def get(self, call: LogCall, query: Mapping[str, int]) -> Any:
        """List the key, client and cause of each command

        If an account is deleted, the server deletes the origins of its commands. The server records each call.
        """
        limit = query["limit"]
        found = call.context.store.origins.after(call.game_id, query["after"], limit + 1)
        told = found[:limit]
        more = f"/v1/games/{call.game_id}/origins?after={told[-1].first}&limit={limit}" if len(found) > limit else None
        return {"items": told, "next": more}, 200, link_to(more)
