"""Streams of the events of a game, and of the pending decisions of a caller, as server-sent events or NDJSON.

The streams process sends the streams (`service.front.streams`). It first passes each request to these views. A view
refuses the request, or answers with a header that admits the client (`internal_headers.Admitted`). The views also
describe the streams in the OpenAPI document.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

import marshmallow as ma
from flask import Response, request
from flask.views import MethodView

from kontor.service.api_keys import TICKET_PREFIX, mint
from kontor.service.clock import stamp
from kontor.service.engine.log_pages import LogPosition
from kontor.service.http.auth import Call, GameCall, needs, needs_game, require_account, require_readable
from kontor.service.http.callers import TICKET
from kontor.service.http.fields import string
from kontor.service.http.games.queries import MyStreamQuery, StreamQuery
from kontor.service.http.games.requests import StreamTicketRequest
from kontor.service.http.internal_headers import ASKS, FRONT, Admitted
from kontor.service.http.long_answers import NDJSON
from kontor.service.http.problems import Problem, unreadable
from kontor.service.http.smorest import Blueprint, Form
from kontor.service.store.async_reads import Place
from kontor.service.store.stream_tickets import Stream

EVENT_STREAM = "text/event-stream"
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}

blp = Blueprint("streams", "/v1", "events")


class StreamTicketSchema(ma.Schema):
    ticket = string("Shown once, never again.")
    stream = string("The address of the stream that it opens.")
    href = string("The address of the stream with the ticket in it.")
    expires_at = string("Use the ticket for the first time before then.")


@blp.route("/games/<uuid:game_id>/stream")
class GameStream(MethodView):
    @needs_game("game:read", key_optional=True, tickets=True)
    @blp.arguments(StreamQuery(), location="query")
    @blp.operation("streamGame", 200, {"type": "string"}, also=(429,), content_type=EVENT_STREAM)
    @blp.alt_response(200, schema={"type": "string"}, content_type=NDJSON, success=True)
    @blp.alt_response(204, description="The game has ended, and you have received all events", success=True)
    def get(self, call: GameCall, query: Mapping[str, Any]) -> Response:
        """Stream the events of a game

        `id` is the version with the beginning of the hash, `event` is the type, and `data` is the event as you may see
        it. Reconnect with `Last-Event-ID` to miss no event. After the end of the game you get 204, so that a browser
        does not reconnect. If the log no longer has the event after which you continue, the stream ends with
        `log_replaced`. Then read the game again from the start. If the log is damaged, the stream ends with an event
        `log_damaged`. With `Accept: application/x-ndjson` you get one event per line, as in `/events`; an empty line is
        a heartbeat.
        """
        asked = LogPosition.read(query["after"]) or LogPosition(0)
        after = max(asked, _last_position())
        is_replaced = not after.is_in(call.context.store, call.at.game.id, call.at.head)
        if call.at.game.is_ended and after.version == call.at.game.version and not is_replaced:
            return Response(status=204)
        return _admit(call, call.at.game.id, after=after.version, is_replaced=is_replaced)


@blp.route("/me/stream")
class MyStream(MethodView):
    @needs("game:read", require=require_account, tickets=True)
    @blp.arguments(MyStreamQuery(), location="query")
    @blp.operation("streamMyDecisions", 200, {"type": "string"}, also=(429,), content_type=EVENT_STREAM)
    @blp.alt_response(200, schema={"type": "string"}, content_type=NDJSON, success=True)
    def get(self, call: Call, query: Mapping[str, Any]) -> Response:
        """Stream your pending decisions in all your games

        The stream starts with all decisions that are pending when you connect, so you miss no decision between two
        connections. It also reports starts and ends of your games, changes of seats and invitations. Reconnect with
        `Last-Event-ID` to miss no message. With `Accept: application/x-ndjson` you get one message per line,
        `{"data": {…}, "id": "…", "type": "decision"}`; an empty line is a heartbeat.
        """
        return _admit(call, since=_later(query["after"], request.headers.get("Last-Event-ID", "")))


@blp.route("/me/stream-tickets")
class MyStreamTickets(MethodView):
    @needs("game:read")
    @blp.arguments(Form(StreamTicketRequest), example={"stream": "/v1/me/stream"})
    @blp.operation("createStreamTicket", 201, StreamTicketSchema)
    def post(self, call: Call, asked: StreamTicketRequest) -> dict[str, Any]:
        """Create a ticket for one stream, for browsers

        `new EventSource(href)` cannot send a key, so the address has a ticket instead. Use the ticket within a minute.
        After that it can reopen the same stream as long as the key that created it is valid. The ticket can do nothing
        else. The server keeps the 100 most recently used tickets of a key.
        """
        stream, ticket = _stream_at(asked.stream), mint(TICKET_PREFIX)
        if stream.game_id is None:
            require_account(call)
        else:
            require_readable(call, stream.game_id)
        expires_at = call.context.store.stream_tickets.add(ticket.hash, call.caller, stream)
        href = f"{asked.stream}{'&' if stream.after else '?'}{TICKET}={ticket.text}"
        return {"ticket": ticket.text, "stream": asked.stream, "href": href, "expires_at": stamp(expires_at)}


def _stream_at(address: str) -> Stream:
    path, _, query = address.partition("?")
    game = path.removeprefix("/v1/games/").removesuffix("/stream")
    return Stream(None if path == "/v1/me/stream" else UUID(game), query.removeprefix("after="))


def _admit(
    call: Call, game_id: UUID | None = None, after: int = 0, since: str = "", is_replaced: bool = False
) -> Response:
    if request.headers.get(FRONT) != ASKS:
        raise Problem(
            "unavailable", "This process does not serve streams. Start the server with `kontor server serve`."
        )
    as_lines = request.accept_mimetypes.best_match([EVENT_STREAM, NDJSON]) == NDJSON
    admitted = replace(
        Admitted.of(call.caller, request.remote_addr, game_id),
        after=after,
        since=since,
        as_lines=as_lines,
        is_replaced=is_replaced,
    )
    return Response(headers={**HEADERS, **admitted.header}, content_type=NDJSON if as_lines else EVENT_STREAM)


# A ticket is for one address with its `after`. Without taking the later of `after` and `Last-Event-ID`, a client with a
# ticket could read from an earlier position than the ticket allows.


def _last_position() -> LogPosition:
    found = LogPosition.read(request.headers.get("Last-Event-ID") or "0")
    if found is None:
        raise unreadable("header/Last-Event-ID", "wrong-form", "must be the `id` of an event, or a version")
    return found


def _later(one: str, other: str) -> str:
    """Return the later of two positions in the caller's stream. Ignore a text that is not a position."""
    first, second = Place.read(one), Place.read(other)
    if first is not None and second is not None:
        return str(first if second.is_before(first) else second)
    return str(first or second or "")
