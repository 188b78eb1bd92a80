"""Streams: what happens in a game, and which decisions wait for you, as server-sent events.

The process for streams sends them (`service.front.streams`). What stands here is the description of them, and the door:
that process hands each request on to us, and whomever we let in it tells what happens.
"""

from collections.abc import Mapping
from uuid import UUID

from flask import Response, request
from flask.views import MethodView

from kontor.service.http.auth import Call, GameCall, needs, needs_game, require_account
from kontor.service.http.front_headers import DOOR, admission, require_front
from kontor.service.http.games.requests import StreamQuery
from kontor.service.http.problems import unreadable
from kontor.service.http.smorest import Blueprint

EVENT_STREAM = "text/event-stream"
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}

blp = Blueprint(
    "streams",
    __name__,
    url_prefix="/v1",
    description="Server-sent events: what happens in a game, and the decisions that wait for you.",
)


@blp.route("/games/<uuid:game_id>/stream")
class GameStream(MethodView):
    @needs_game("game:read", key_optional=True)
    @blp.arguments(StreamQuery(), location="query")
    @blp.response(200, {"type": "string"}, content_type=EVENT_STREAM)
    @blp.alt_response(204, description="The game has ended, and you have seen it all", success=True)
    @blp.alt_response(429, "Problem")
    @blp.doc(operationId="streamGame")
    def get(self, call: GameCall, query: Mapping[str, int]) -> Response:
        """The game's events as they happen

        `id` is the version, `event` the type, `data` the event as you may see it. Reconnect with `Last-Event-ID` and
        nothing is missed. After the end: 204, which tells a browser to stop asking. A log that is not as it was written
        ends the stream with an event `log_damaged`.
        """
        after = _last_event_id(query["after"])
        if call.at.game.is_ended and after >= call.at.game.version:
            return Response(status=204)
        return _let_in(call, game_id=call.at.game.id, after=after)


@blp.route("/me/stream")
class MyStream(MethodView):
    @needs("game:read", require=require_account)
    @blp.response(200, {"type": "string"}, content_type=EVENT_STREAM)
    @blp.alt_response(429, "Problem")
    @blp.doc(operationId="streamMyDecisions")
    def get(self, call: Call) -> Response:
        """The decisions that wait for you, in all of your games

        Whatever waits when you connect comes first, so that nothing is missed between two connections.
        Besides, what happens to your games: starts, ends, and changes of seats; reconnect with `Last-Event-ID` and
        none of it is missed.
        """
        return _let_in(call)


def _let_in(call: Call, game_id: UUID | None = None, after: int = 0) -> Response:
    require_front()
    door = {DOOR: admission(call.caller, game_id, after)}
    return Response(headers={**HEADERS, **door}, content_type=EVENT_STREAM)


def _last_event_id(after: int) -> int:
    given = request.headers.get("Last-Event-ID")
    if given is None:
        return after
    if not (given.isascii() and given.isdigit() and len(given) < 17):
        raise unreadable("header/Last-Event-ID", "wrong-form", "must be a version")
    return int(given)
