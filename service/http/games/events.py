"""The events of a game as the caller may see them: one page, or the whole log as NDJSON.

A long poll waits in the streams process, which gets the answer from this view (`service.front.streams`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

import marshmallow as ma
from flask import Response, request
from flask.views import MethodView

from kontor.service.engine.log_pages import LogPage, LogPosition, page_after
from kontor.service.http.auth import LogCall, needs_log
from kontor.service.http.fields import integer, list_of, nested_field, string
from kontor.service.http.games.queries import LIMIT_MOST, EventsQuery
from kontor.service.http.games.responses import LineSchema
from kontor.service.http.internal_headers import ASKS, FRONT, Admitted
from kontor.service.http.json_bodies import FOR_EVER, compact, json_text
from kontor.service.http.long_answers import NDJSON, long_answer
from kontor.service.http.paging import link_to
from kontor.service.http.problems import log_replaced
from kontor.service.http.smorest import GAME, Blueprint
from kontor.service.visibility import ReadableLog, log_as_stored

PAGE = 500  # events to read at a time for a whole log
DAMAGED = "Kontor-Log-Damaged"

blp = Blueprint("events", GAME, "events")


class DamagedSchema(ma.Schema):
    version = integer("The first version that is damaged.")


class EventsSchema(ma.Schema):
    items = list_of(LineSchema, "The events as you may see them.")
    version = integer("The current version of the game.")
    status = string("The status of the game.")
    next = string("The address of the next page.", null=True)
    damaged = nested_field(DamagedSchema, "Only if the log is damaged.", optional=True)


@blp.route("/events")
class Events(MethodView):
    @needs_log("game:read", key_optional=True)
    @blp.arguments(EventsQuery(), location="query")
    @blp.operation("listEvents", 200, EventsSchema, also=(409, 429), headers={DAMAGED: {"schema": {"type": "integer"}}})
    @blp.alt_response(200, schema=LineSchema, content_type=NDJSON, success=True)
    def get(self, call: LogCall, query: Mapping[str, Any]) -> Response:
        """List the events of a game

        All callers see the same version numbers. `wait=s` delays the answer until there is a new event, at most 25
        seconds. With `Accept: application/x-ndjson` you get one event per line in canonical JSON. Without `limit` and
        `wait` that answer has all events. Parts that are sealed for other seats show a digest until the end of the
        game. If the log no longer has the event of `after`, the answer is 409 `log-replaced`. If the log is damaged,
        you get the stored events, and `Kontor-Log-Damaged` is the first damaged version.
        """
        position = LogPosition.read(query["after"]) or LogPosition(0)
        limit: int = query.get("limit", LIMIT_MOST)
        as_lines = request.accept_mimetypes.best_match(["application/json", NDJSON]) == NDJSON
        if as_lines and "limit" not in query and not query["wait"]:
            return _whole(call, position)
        log, page = _first_page(call, position, limit)
        lines, following = list(log.texts(page.events)), _following(log, page, limit)
        headers = {**_headers(log), **link_to(following)}
        is_news = bool(lines) or log.is_ended or log.damaged is not None
        if query["wait"] and not is_news and request.headers.get(FRONT) == ASKS:
            admitted = Admitted.of(call.caller, request.remote_addr, log.game_id)
            headers |= replace(admitted, after=position.version, wait=query["wait"]).header
        if as_lines:
            return Response("".join(f"{line}\n" for line in lines), headers=headers, content_type=NDJSON)
        rest: dict[str, Any] = {"version": log.head.version, "status": log.status, "next": following}
        if log.damaged is not None:
            rest["damaged"] = {"version": log.damaged}
        return json_text(f'{{"items":[{",".join(lines)}],{compact(rest)[1:]}', headers=headers)


def _first_page(call: LogCall, position: LogPosition, limit: int) -> tuple[ReadableLog, LogPage]:
    """Return the page of events after a position. Refuse the position if the log is not damaged and does not contain
    it."""
    log, page = _page(call, log_as_stored(call.context.store, call.caller, call.at), position.version, limit)
    if log.damaged is None and not (position.version <= log.head.version and position.fits(page.before)):
        raise log_replaced(str(position), log.head.version)
    return log, page


def _following(log: ReadableLog, page: LogPage, limit: int) -> str | None:
    """Return the address of the next page, or None at the end of the log. If the page is not damaged, the address
    contains the hash of its last event."""
    last = page.after + limit
    if last >= log.head.version:
        return None
    is_sound = page.damaged is None and len(page.events) == limit
    position = LogPosition.of(last, page.events[-1].record.hash) if is_sound else LogPosition(last)
    return f"/v1/games/{log.game_id}/events?after={position}&limit={limit}"


def _page(call: LogCall, log: ReadableLog, after: int, limit: int) -> tuple[ReadableLog, LogPage]:
    """Return a page of events, and the log. If reading the page finds damage, the returned log contains the damage."""
    page = page_after(call.context.store, log.game_id, after, limit, log.head)
    if log.damaged is None and page.damaged is not None:
        log = replace(log, damaged=call.context.games.loaded.damage_found(log.game_id, page.damaged).version)
    return log, page


def _whole(call: LogCall, position: LogPosition) -> Response:
    """Return all events after a position. A short log is sent as a whole. A long log is sent while it is read."""
    log, first = _first_page(call, position, LIMIT_MOST)
    after, headers = position.version, _headers(log)
    begins = [f"{line}\n".encode() for line in log.texts(first.events)]
    if after + LIMIT_MOST >= log.head.version:
        return Response(b"".join(begins), headers=headers, content_type=NDJSON)
    lines = chain(begins, _rest(call, log, after + LIMIT_MOST))
    return long_answer(call.context.streams, lines, {**headers, "Vary": f"{headers['Vary']}, Accept-Encoding"})


def _rest(call: LogCall, log: ReadableLog, after: int) -> Iterator[bytes]:
    """Yield the remaining lines of a long log. If damage is found only now, it is too late for the header
    `Kontor-Log-Damaged`. A client that checks the lines finds the damage itself, and the answer to its next request has
    the header."""
    end = log.head.version
    for start in range(after, end, PAGE):
        log, page = _page(call, log, start, min(PAGE, end - start))
        for line in log.texts(page.events):
            yield f"{line}\n".encode()


def _headers(log: ReadableLog) -> dict[str, str]:
    damaged = {} if log.damaged is None else {DAMAGED: str(log.damaged)}
    return {"Vary": "Accept, Authorization", "Cache-Control": _lasting(log), **damaged}


def _lasting(log: ReadableLog) -> str:
    if log.damaged is not None:
        return "no-store"
    return FOR_EVER if log.is_ended and log.visibility != "private" else "private, no-cache"
