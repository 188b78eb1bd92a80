"""The events of a game as the caller may see them: a page, as JSON or NDJSON, at once or once there is news."""

import time
from collections.abc import Mapping

from flask import Response, request
from flask.views import MethodView

from kontor.domain.kernel.canonical import canonical_text
from kontor.service.engine.game_at import GameAt
from kontor.service.http.auth import GameCall, needs_game
from kontor.service.http.context import Context
from kontor.service.http.games.redaction import lines_after
from kontor.service.http.games.requests import EventsQuery
from kontor.service.http.games.responses import FOR_EVER, EventsSchema, LineSchema, as_json
from kontor.service.http.paging import link_to
from kontor.service.http.smorest import Blueprint

NDJSON = "application/x-ndjson"

blp = Blueprint(
    "events",
    __name__,
    url_prefix="/v1/games/<uuid:game_id>",
    description="What happened in a game, event by event.",
)


@blp.route("/events")
class Events(MethodView):
    @needs_game("game:read", key_optional=True)
    @blp.arguments(EventsQuery, location="query")
    @blp.response(200, EventsSchema)
    @blp.alt_response(200, schema=LineSchema, content_type=NDJSON, success=True)
    @blp.alt_response(429, "Problem")
    def get(self, call: GameCall, query: Mapping[str, int]) -> Response:
        """What happened, event by event, numbered alike for everybody

        `wait=s` holds the answer until there is something new, 25 seconds at most. With `Accept: application/x-ndjson`
        one event a line, in canonical JSON. What is sealed for others shows as a digest; it opens at the end.
        """
        after, limit = query["after"], query["limit"]
        at = _with_news(call.context, call.at, after, query["wait"])
        lines = list(lines_after(call.context.store, call.caller, at, after, limit))
        last = after + len(lines)
        following = f"/v1/games/{at.game.id}/events?after={last}&limit={limit}" if last < at.game.version else None
        is_fixed = at.game.is_ended and at.visibility != "private"
        headers = {"Vary": "Accept, Authorization", "Cache-Control": FOR_EVER if is_fixed else "private, no-cache"}
        headers |= link_to(following)
        if request.accept_mimetypes.best_match(["application/json", NDJSON]) == NDJSON:
            text = "".join(canonical_text(line) + "\n" for line in lines)
            return Response(text, headers=headers, content_type=NDJSON)
        body = {"items": lines, "version": at.game.version, "status": at.game.status, "next": following}
        return as_json(body, headers=headers)


def _with_news(context: Context, at: GameAt, after: int, wait: int) -> GameAt:
    """The game once it has moved past `after`, or as it stands when the time is up."""
    if at.game.version > after or at.game.is_ended or not wait:
        return at
    with context.streams.taken():
        return _waited(context, at, after, time.monotonic() + wait)


def _waited(context: Context, at: GameAt, after: int, until: float) -> GameAt:
    while at.game.version <= after and not at.game.is_ended and (left := until - time.monotonic()) > 0:
        count = context.wakeups.count([at.game.id])
        at = context.games.fresh(at.game.id)
        if at.game.version <= after:
            context.wakeups.wait([at.game.id], count, left)
    return at
