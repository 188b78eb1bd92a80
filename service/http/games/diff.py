"""The difference between two versions of a game as a JSON Patch, for clients that keep the state.

The difference has its own address, and is not another format of `/state`. So a cache can store it under both versions,
and a client that does not know JSON Patch never gets a patch.
"""

import json
from collections.abc import Mapping
from typing import Any

import marshmallow as ma
from flask import Response, request
from flask.views import MethodView

from kontor.domain.kernel.canonical import JsonObject
from kontor.service.http.auth import GameCall, needs_game
from kontor.service.http.fields import Registered, one_of, string
from kontor.service.http.games.positions import view_asked
from kontor.service.http.games.queries import DiffQuery
from kontor.service.http.games.state import Seen, headers_of, seen_at
from kontor.service.http.json_patch import MEDIA_TYPE, guard, patch
from kontor.service.http.smorest import ETAG, GAME, Blueprint

blp = Blueprint("diff", GAME, "state")


class PatchOperationSchema(ma.Schema):
    """One operation of a JSON Patch (RFC 6902)."""

    op = one_of(
        ["test", "add", "remove", "replace"],
        ("What to do at `path`. The first operations are `test`: they contain the old value."),
    )
    path = string("A JSON Pointer into the answer of /state.")
    value = Registered("JsonValue", "The new value. Left out for `remove`.", optional=True)


@blp.route("/diff")
class Diff(MethodView):
    @needs_game("game:read", key_optional=True)
    @blp.arguments(DiffQuery, location="query")
    @blp.operation("getDiff", 200, PatchOperationSchema(many=True), also=(304,), content_type=MEDIA_TYPE, headers=ETAG)
    def get(self, call: GameCall, query: Mapping[str, Any]) -> Response:
        """Get the difference between two versions as a JSON Patch

        The patch turns the answer of `/state?version=from` into the answer of `/state?version=to`, as you may see both
        now. Without `to` it leads to the answer of `/state`. `from` may be later than `to`. The patch first tests
        `version` and `state_hash`, so the whole patch fails on any other answer.
        """
        given = view_asked(query)
        old, new = seen_at(call, query["from_"], given, "from"), seen_at(call, query.get("to"), given, "to")
        tag = f"{old.tag}_{new.tag}"
        headers = headers_of(call.at, tag, "to" in query)
        if request.if_none_match.contains(tag):
            return Response(status=304, headers=headers)
        return Response(json.dumps(between(old, new)), headers=headers, content_type=MEDIA_TYPE)


def between(old: Seen, new: Seen) -> list[JsonObject]:
    """Return the patch between two answers of `/state`. It is built only from these answers, so it reveals no more than
    they do."""
    before, after = old.body(), new.body()
    return [*(guard(f"/{name}", before[name]) for name in ("version", "state_hash")), *patch(before, after)]
