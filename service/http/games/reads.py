"""Reading a game: its state at any version, its events, its score."""

import time
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from flask import Response, request
from flask.views import MethodView

from kontor.domain.kernel.canonical import canonical, canonical_text
from kontor.domain.kernel.violation import NotStarted
from kontor.service.engine.game_at import GameAt
from kontor.service.http.auth import GameCall, needs_game
from kontor.service.http.context import Context
from kontor.service.http.games.event_lines import eyes_of, lines_after, position, seats_to_show
from kontor.service.http.games.requests import EventsQuery, StateQuery
from kontor.service.http.games.responses import (
    EventsSchema,
    LineSchema,
    ScoreSchema,
    StateSchema,
    as_json,
)
from kontor.service.http.games.scores import score_body, score_now
from kontor.service.http.paging import link_to
from kontor.service.http.smorest import Blueprint

NDJSON = "application/x-ndjson"
FOR_EVER = "public, max-age=31536000, immutable"

blp = Blueprint(
    "reads",
    __name__,
    url_prefix="/v1/games/<uuid:game_id>",
    description="Read a game's state, events and score.",
)


@blp.route("/state")
class State(MethodView):
    @needs_game("game:read", key_optional=True)
    @blp.arguments(StateQuery, location="query")
    @blp.response(200, StateSchema, headers={"ETag": {"schema": {"type": "string"}}})
    @blp.alt_response(304, description="Not modified")
    def get(self, call: GameCall, query: Mapping[str, Any]) -> Response:
        """The state, now or at any version, as you may see it

        Without `as`, through all seats you hold. `state_hash` is the SHA-256 of the canonical JSON of `state`.
        """
        now, found = call.at, position(call.context.past_games, call.at, query.get("version"))
        game, rules = found.at.game, found.at.rules
        eyes = seats_to_show(call.context.store, call.caller, now, game.version, query.get("as_"))
        tag = _tag(now, game.version, eyes)
        headers = {"ETag": f'"{tag}"', "Cache-Control": _lasting(now, query), "Vary": "Accept, Authorization"}
        if request.if_none_match.contains(tag):
            return Response(status=304, headers=headers)
        state = None if game.state is None else rules.view(game.state, eyes)
        body = {
            "game": str(game.id),
            "version": game.version,
            "settled": found.settled,
            "status": game.status,
            "as": sorted(eyes),
            "awaiting": list(found.at.awaiting),
            "state_format": f"{rules.name}-state/{rules.version}",
            "state": state,
            "state_hash": sha256(canonical(state)).hexdigest(),
        }
        return as_json(body, headers=headers)


def _tag(now: GameAt, version: int, eyes: frozenset[int]) -> str:
    """The version; for a past one also the seats it is seen through: a seat's past opens to who takes it up again,
    and all of it at the end."""
    seats = ".".join(map(str, sorted(eyes)))
    return str(version) if version == now.game.version else f"{version}-{seats}"


def _lasting(now: GameAt, query: Mapping[str, Any]) -> str:
    """A fixed version of a game that has ended never changes, and nothing in it is hidden any more."""
    if now.game.is_ended and "version" in query and now.visibility != "private":
        return FOR_EVER
    return "private, no-cache"


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


@blp.route("/score")
class ScoreResource(MethodView):
    @needs_game("game:read", key_optional=True)
    @blp.response(200, ScoreSchema)
    @blp.alt_response(409, "Problem")
    def get(self, call: GameCall) -> Response:
        """The score with its ledger: each line a rule, an event, some points

        While the game goes on, from what you may see: what is hidden is filled in by lot.
        """
        at = call.at
        if at.game.state is None:
            raise NotStarted("The game has not started; there is nothing to score.")
        score = score_now(at, eyes_of(call.context.store, call.caller, at).at(at.game.version))
        return as_json(score_body(score, at.game.status == "finished", at.game.version))
