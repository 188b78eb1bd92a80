"""Streams: what happens in a game, and which decisions wait for you, as server-sent events.

A stream reads what a poll would read, each time it is woken; every reading authenticates anew, so that a key that is
revoked or a seat that is given up ends what it could see. A stream holds a thread: there are `max_streams` a process.
"""

from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID

from flask import Response, request, stream_with_context
from flask.views import MethodView

from kontor.domain.kernel.canonical import JsonObject, canonical_text
from kontor.service.engine.loaded_games import GameDamaged
from kontor.service.engine.log_pages import page_after
from kontor.service.http.auth import Call, GameCall, needs, needs_game, renewed, renewed_game, require_account
from kontor.service.http.context import Context
from kontor.service.http.games.redaction import log_of_game, shown
from kontor.service.http.games.requests import StreamQuery
from kontor.service.http.limits import StreamSlots
from kontor.service.http.problems import Problem, unreadable
from kontor.service.http.smorest import Blueprint
from kontor.service.store import GameRow, Wanted

EVENT_STREAM = "text/event-stream"
HEARTBEAT = 15.0  # seconds
PAGE = 200
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
    @blp.arguments(StreamQuery, location="query")
    @blp.response(200, {"type": "string"}, content_type=EVENT_STREAM)
    @blp.alt_response(204, description="The game has ended, and you have seen it all", success=True)
    @blp.alt_response(429, "Problem")
    def get(self, call: GameCall, query: Mapping[str, int]) -> Response:
        """The game's events as they happen

        `id` is the version, `event` the type, `data` the event as you may see it. Reconnect with `Last-Event-ID` and
        nothing is missed. After the end: 204, which tells a browser to stop asking. A log that is not as it was written
        ends the stream with an event `log_damaged`.
        """
        after = _last_event_id(query["after"])
        if call.at.game.is_ended and after >= call.at.game.version:
            return Response(status=204)
        return _stream(call.context.streams, _events(call, after))


@blp.route("/me/stream")
class MyStream(MethodView):
    @needs("game:read", require=require_account)
    @blp.response(200, {"type": "string"}, content_type=EVENT_STREAM)
    @blp.alt_response(429, "Problem")
    def get(self, call: Call) -> Response:
        """The decisions that wait for you, in all of your games

        Whatever waits when you connect comes first, so that nothing is missed between two connections.
        """
        return _stream(call.context.streams, _decisions(call, require_account(call)))


def _stream(slots: StreamSlots, events: Iterator[str]) -> Response:
    slots.take()
    response = Response(stream_with_context(_opened(events)), headers=HEADERS, content_type=EVENT_STREAM)
    response.call_on_close(slots.release)
    return response


def _opened(events: Iterator[str]) -> Iterator[str]:
    yield "retry: 3000\n\n"
    yield from events


def _events(call: GameCall, after: int) -> Iterator[str]:
    game_id, wakeups, store = call.at.game.id, call.context.wakeups, call.context.store
    told: bytes | None = None  # the hash of the last event that was sent
    while True:
        count = wakeups.count([game_id])
        try:
            call = renewed_game(call)
            log = log_of_game(store, call.caller, call.at)
        except Problem:
            return  # the key was revoked, or the game is no longer for its eyes
        except GameDamaged as error:
            yield _damaged(error.version)
            return
        page = page_after(store, game_id, after, PAGE, log.head)
        if told not in (None, page.before):  # the database was restored: what was sent is no longer in the log
            yield _damaged(after)
            return
        sound = [each for each in page.events if page.damaged is None or each.record.version < page.damaged]
        for line in shown(log, sound):
            yield _message(str(line["version"]), _type(line), line)
        if page.damaged is not None:
            yield _damaged(call.context.games.damage_found(game_id, page.damaged).version)
            return
        if sound:
            after, told = sound[-1].record.version, sound[-1].record.hash
        if call.at.game.is_ended and after >= call.at.game.version:
            return
        if not sound and not wakeups.wait([game_id], count, HEARTBEAT):
            yield ": still here\n\n"


def _decisions(call: Call, account: UUID) -> Iterator[str]:
    store, wakeups, told = call.context.store, call.context.wakeups, frozenset[str]()
    while True:
        running = store.list_games(Wanted(reader=account, mine=True, status="running", limit=PAGE))
        mine = [row.id for row in running]
        count = wakeups.count(mine)
        waiting = {canonical_text(each): each for each in _waiting_for(call.context, account)}
        for text, decision in waiting.items():
            if text not in told:
                yield _message(f"{decision['game']}/{decision['version']}", "decision", decision)
        told = frozenset(waiting)
        if not wakeups.wait(mine, count, HEARTBEAT):
            yield ": still here\n\n"
        try:
            call = renewed(call)
        except Problem:
            return  # the key was revoked


def _waiting_for(context: Context, account: UUID) -> Iterator[JsonObject]:
    rows = context.store.list_games(Wanted(reader=account, mine=True, awaiting=True, limit=PAGE))
    mine = context.accounts.participants(account, [row.id for row in rows])
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


def _damaged(version: int) -> str:
    """The last message of a stream that does not go on; without an id, so that nobody resumes behind it."""
    detail = "The log is not what it was from this version on. Read it anew."
    return f"event: log_damaged\ndata: {canonical_text({'version': version, 'detail': detail})}\n\n"


def _message(id_: str, event: str, data: JsonObject) -> str:
    return f"id: {id_}\nevent: {event}\ndata: {canonical_text(data)}\n\n"
