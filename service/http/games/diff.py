"""What has changed between two versions of a game, as a JSON Patch: for clients that keep the state they were given.

An address of its own rather than another form of `/state`: its query says which two answers it stands between, so that
a cache can keep it, and a client that does not know patches never meets one.
"""

import json
from collections.abc import Mapping
from typing import Any

from flask import Response, request
from flask.views import MethodView

from kontor.domain.kernel.canonical import JsonObject
from kontor.service.http.auth import GameCall, needs_game
from kontor.service.http.games.requests import DiffQuery
from kontor.service.http.games.responses import OperationSchema
from kontor.service.http.games.state import Seen, headers_of, seen_at
from kontor.service.http.json_patch import MEDIA_TYPE, guard, patch
from kontor.service.http.smorest import Blueprint

blp = Blueprint(
    "diff",
    __name__,
    url_prefix="/v1/games/<uuid:game_id>",
    description="What has changed between two versions of a game.",
)


@blp.route("/diff")
class Diff(MethodView):
    @needs_game("game:read", key_optional=True)
    @blp.arguments(DiffQuery, location="query")
    @blp.response(
        200, OperationSchema(many=True), content_type=MEDIA_TYPE, headers={"ETag": {"schema": {"type": "string"}}}
    )
    @blp.alt_response(304, description="Not modified")
    @blp.doc(operationId="getDiff")
    def get(self, call: GameCall, query: Mapping[str, Any]) -> Response:
        """What has changed between two versions, as a JSON Patch

        Turns the answer of `/state?version=from` into that of `/state?version=to`, as you may see both now; without
        `to`, into that of `/state`. `from` may be the later one: then it leads back. The patch begins by testing
        `version` and `state_hash`, so that it fails as a whole on any other answer.
        """
        given = query.get("as_")
        old, new = seen_at(call, query["from_"], given, "from"), seen_at(call, query.get("to"), given, "to")
        tag = f"{old.tag}_{new.tag}"
        headers = headers_of(call.at, tag, "to" in query)
        if request.if_none_match.contains(tag):
            return Response(status=304, headers=headers)
        return Response(json.dumps(between(old, new)), headers=headers, content_type=MEDIA_TYPE)


def between(old: Seen, new: Seen) -> list[JsonObject]:
    """From the two answers alone: it cannot tell what they do not."""
    before, after = old.body(), new.body()
    return [*(guard(f"/{name}", before[name]) for name in ("version", "state_hash")), *patch(before, after)]
