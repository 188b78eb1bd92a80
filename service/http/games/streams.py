"""Streams: what happens in a game, and which decisions wait for you, as server-sent events.

A stream reads what a poll would read, each time the bell rings; every reading authenticates anew, so that a key that is
revoked or a seat that is given up ends what it could see. A stream holds a thread: there are `max_streams` a process.
"""

from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID

from flask import Response, request, stream_with_context
from flask.views import MethodView

from kontor.domain.kernel.canonical import JsonObject, canonical_text
from kontor.service.http.auth import account, look_again, needs, seen
from kontor.service.http.context import house, take_stream
from kontor.service.http.games.event_lines import lines_after
from kontor.service.http.games.requests import StreamQuery
from kontor.service.http.problems import Problem, unreadable
from kontor.service.http.smorest import Blueprint
from kontor.service.store import GameRow, Wanted

EVENT_STREAM = "text/event-stream"
HEARTBEAT = 15.0  # seconds
PAGE = 200
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}

blp = Blueprint("streams", __name__, url_prefix="/v1", description="What happens, as it happens.")


@blp.route("/games/<uuid:game_id>/stream")
class GameStream(MethodView):
    @needs("game:read", key=False)
    @blp.arguments(StreamQuery, location="query")
    @blp.response(200, {"type": "string"}, content_type=EVENT_STREAM)
    @blp.alt_response(204, description="The game has ended, and you have seen it all", success=True)
    @blp.alt_response(429, "Problem")
    def get(self, query: Mapping[str, int], game_id: UUID) -> Response:
        """The game's events as they happen

        `id` is the version, `event` the type, `data` the event as you may see it. Reconnect with `Last-Event-ID` and
        nothing is missed. After the end: 204, which tells a browser to stop asking.
        """
        after = _last_event_id(query["after"])
        if seen().game.is_ended and after >= seen().game.version:
            return Response(status=204)
        return _stream(_events(game_id, after))


@blp.route("/me/stream")
class MyStream(MethodView):
    @needs("game:read", then=account)
    @blp.response(200, {"type": "string"}, content_type=EVENT_STREAM)
    @blp.alt_response(429, "Problem")
    def get(self) -> Response:
        """The decisions that wait for you, in all of your games

        Whatever waits when you connect comes first, so that nothing is missed between two connections.
        """
        return _stream(_decisions(account()))


def _stream(events: Iterator[str]) -> Response:
    take_stream()
    response = Response(stream_with_context(_opened(events)), headers=HEADERS, content_type=EVENT_STREAM)
    response.call_on_close(house().streams.release)
    return response


def _opened(events: Iterator[str]) -> Iterator[str]:
    yield "retry: 3000\n\n"
    yield from events


def _events(game_id: UUID, after: int) -> Iterator[str]:
    while True:
        heard = house().bell.heard([game_id])
        try:
            at, who = look_again(game_id)
        except Problem:
            return  # the key was revoked, or the game is no longer for its eyes
        lines = list(lines_after(at, who, after, PAGE))
        for line in lines:
            yield _message(str(line["version"]), _type(line), line)
        after += len(lines)
        if at.game.is_ended and after >= at.game.version:
            return
        if not lines and not house().bell.wait([game_id], heard, HEARTBEAT):
            yield ": still here\n\n"


def _decisions(who: UUID) -> Iterator[str]:
    bell, told = house().bell, frozenset[str]()
    while True:
        mine = [row.id for row in house().store.list_games(Wanted(reader=who, mine=True, status="running", limit=PAGE))]
        heard = bell.heard(mine)
        waiting = {canonical_text(each): each for each in _waiting_for(who)}
        for text, decision in waiting.items():
            if text not in told:
                yield _message(f"{decision['game']}/{decision['version']}", "decision", decision)
        told = frozenset(waiting)
        if not bell.wait(mine, heard, HEARTBEAT):
            yield ": still here\n\n"
        try:
            look_again(None)
        except Problem:
            return  # the key was revoked


def _waiting_for(who: UUID) -> Iterator[JsonObject]:
    rows = house().store.list_games(Wanted(reader=who, mine=True, awaiting=True, limit=PAGE))
    mine = house().accounts.participants(who, [row.id for row in rows])
    for row in rows:
        seats: Any = row.summary["seats"]
        for each in seats:
            if each["seat"] in row.awaiting and each["kind"] == "participant" and each["participant"] in mine:
                yield _decision(row, each["seat"])


def _decision(row: GameRow, seat: int) -> JsonObject:
    deadlines: Any = row.summary.get("deadlines", ())
    return {
        "game": str(row.id),
        "ruleset": row.ruleset,
        "seat": seat,
        "version": row.head.version,
        "deadline": next((each["at"] for each in deadlines if each["seat"] == seat), None),
        "legal_href": f"/v1/games/{row.id}/legal-commands?seat={seat}",
    }


def _last_event_id(after: int) -> int:
    given = request.headers.get("Last-Event-ID")
    if given is None:
        return after
    if not (given.isascii() and given.isdigit() and len(given) < 17):
        raise unreadable("header/Last-Event-ID", "wrong-form", "must be a version")
    return int(given)


def _type(line: JsonObject) -> str:
    envelope: Any = line["envelope"]
    return str(envelope["type"])


def _message(id_: str, event: str, data: JsonObject) -> str:
    return f"id: {id_}\nevent: {event}\ndata: {canonical_text(data)}\n\n"
