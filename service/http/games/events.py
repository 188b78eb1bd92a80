"""The events of a game as the caller may see them: a page, as JSON or NDJSON. Who waits for news does so in the process
for streams, which asks here what to answer (`service.front.streams`)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Response, request
from flask.views import MethodView

from kontor.service.engine.loaded_games import GameDamaged
from kontor.service.engine.log_pages import page_after
from kontor.service.http.auth import LogCall, needs_log
from kontor.service.http.front_headers import DOOR, admission, is_asked
from kontor.service.http.games.redaction import LogSeen, log_of_game, log_of_row, texts
from kontor.service.http.games.requests import EventsQuery
from kontor.service.http.games.responses import FOR_EVER, EventsSchema, LineSchema, compact, json_text
from kontor.service.http.paging import link_to
from kontor.service.http.problems import not_found
from kontor.service.http.smorest import Blueprint

NDJSON = "application/x-ndjson"
DAMAGED = "Kontor-Log-Damaged"

blp = Blueprint(
    "events",
    __name__,
    url_prefix="/v1/games/<uuid:game_id>",
    description="What happened in a game, event by event.",
)


@blp.route("/events")
class Events(MethodView):
    @needs_log("game:read", key_optional=True)
    @blp.arguments(EventsQuery(), location="query")
    @blp.response(200, EventsSchema, headers={DAMAGED: {"schema": {"type": "integer"}}})
    @blp.alt_response(200, schema=LineSchema, content_type=NDJSON, success=True)
    @blp.alt_response(429, "Problem")
    def get(self, call: LogCall, query: Mapping[str, int]) -> Response:
        """What happened, event by event, numbered alike for everybody

        `wait=s` holds the answer until there is something new, 25 seconds at most. With `Accept: application/x-ndjson`
        one event a line, in canonical JSON. What is sealed for others shows as a digest; it opens at the end.
        A log that is not as it was written is shown as it stands; `Kontor-Log-Damaged` names the first wrong version.
        """
        after, limit, store = query["after"], query["limit"], call.context.store
        log = _log_seen(call)
        page = page_after(store, log.game_id, after, limit, log.head)
        if log.damaged is None and page.damaged is not None:
            log = replace(log, damaged=call.context.games.damage_found(log.game_id, page.damaged).version)
        lines, last = list(texts(log, page.events)), after + limit
        following = f"/v1/games/{log.game_id}/events?after={last}&limit={limit}" if last < log.head.version else None
        headers = {"Vary": "Accept, Authorization", "Cache-Control": _lasting(log), **link_to(following)}
        if log.damaged is not None:
            headers[DAMAGED] = str(log.damaged)
        elif query["wait"] and not (lines or log.is_ended) and is_asked():
            headers[DOOR] = admission(call.caller, log.game_id, after, query["wait"])
        if request.accept_mimetypes.best_match(["application/json", NDJSON]) == NDJSON:
            return Response("".join(f"{line}\n" for line in lines), headers=headers, content_type=NDJSON)
        rest: dict[str, Any] = {"version": log.head.version, "status": log.status, "next": following}
        if log.damaged is not None:
            rest["damaged"] = {"version": log.damaged}
        return json_text(f'{{"items":[{",".join(lines)}],{compact(rest)[1:]}', headers=headers)


def _lasting(log: LogSeen) -> str:
    if log.damaged is not None:
        return "no-store"
    return FOR_EVER if log.is_ended and log.visibility != "private" else "private, no-cache"


def _log_seen(call: LogCall) -> LogSeen:
    """The log as it stands, damaged or not."""
    store, at = call.context.store, call.at
    try:
        if isinstance(at, GameDamaged):
            raise at
        return log_of_game(store, call.caller, at)
    except GameDamaged as error:
        row = store.row(call.game_id)
        if row is None:
            raise not_found() from None
        return log_of_row(row, call.caller, error.version)
