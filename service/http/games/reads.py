"""The state at any version, the events, the score."""

import time
from collections.abc import Mapping
from hashlib import sha256
from typing import Any
from uuid import UUID

from flask import Response, request
from flask.views import MethodView

from kontor.domain.kernel.canonical import canonical, canonical_text
from kontor.domain.kernel.violation import NotStarted
from kontor.service.engine.game_at import Seen
from kontor.service.http.auth import caller, needs, seen
from kontor.service.http.context import a_stream, house
from kontor.service.http.games.event_lines import eyes_of, lines_after, position, seats_to_show
from kontor.service.http.games.idempotency import problem_of
from kontor.service.http.games.requests import EventsQuery, StateQuery
from kontor.service.http.games.resource import as_json
from kontor.service.http.games.responses import EventsSchema, LineSchema, ScoreSchema, StateSchema
from kontor.service.http.games.scores import score_body, score_now
from kontor.service.http.smorest import Blueprint
from kontor.service.registry import AnyGame

NDJSON = "application/x-ndjson"
FOR_EVER = "public, max-age=31536000, immutable"

blp = Blueprint("log", __name__, url_prefix="/v1/games/<uuid:game_id>", description="What is, and what happened.")


@blp.route("/state")
class State(MethodView):
    @needs("game:read", key=False)
    @blp.arguments(StateQuery, location="query")
    @blp.response(200, StateSchema, headers={"ETag": {"schema": {"type": "string"}}})
    @blp.alt_response(304, description="Not modified")
    def get(self, query: Mapping[str, Any], game_id: UUID) -> Response:
        """The state, now or at any version, as you may see it

        Without `as`, through all seats you hold. `state_hash` is the SHA-256 of the canonical JSON of `state`.
        """
        at = seen()
        found = position(at, query.get("version"))
        game, eyes = found.game, seats_to_show(caller(), at, found.game.version, query.get("as_"))
        tag = _tag(at, game, eyes)
        headers = {"ETag": f'"{tag}"', "Cache-Control": _lasting(at, query), "Vary": "Accept, Authorization"}
        if request.if_none_match.contains(tag):
            return Response(status=304, headers=headers)
        state = None if game.state is None else at.rules.view(game.state, eyes)
        body = {
            "game": str(game.id),
            "version": game.version,
            "settled": found.settled,
            "status": game.status,
            "as": sorted(eyes),
            "awaiting": _awaited(at, game),
            "state_format": f"{at.rules.name}-state/{at.rules.version}",
            "state": state,
            "state_hash": sha256(canonical(state)).hexdigest(),
        }
        return as_json(body, headers=headers)


def _awaited(at: Seen, game: AnyGame) -> list[int]:
    return list(at.rules.awaiting(game.state)) if game.status == "running" else []


def _tag(at: Seen, game: AnyGame, eyes: frozenset[int]) -> str:
    """The version; for a past one also the seats it is seen through: a seat's past opens to who takes it up again,
    and all of it at the end."""
    seats = ".".join(map(str, sorted(eyes)))
    return str(game.version) if game.version == at.game.version else f"{game.version}-{seats}"


def _lasting(at: Seen, query: Mapping[str, Any]) -> str:
    """A fixed version of a game that has ended never changes, and nothing in it is hidden any more."""
    if at.game.is_ended and "version" in query and at.visibility != "private":
        return FOR_EVER
    return "private, no-cache"


@blp.route("/events")
class Events(MethodView):
    @needs("game:read", key=False)
    @blp.arguments(EventsQuery, location="query")
    @blp.response(200, EventsSchema)
    @blp.alt_response(200, schema=LineSchema, content_type=NDJSON, success=True)
    @blp.alt_response(429, "Problem")
    def get(self, query: Mapping[str, int], game_id: UUID) -> Response:
        """What happened, event by event, numbered alike for everybody

        `wait=s` holds the answer until there is something new, 25 seconds at most. With `Accept: application/x-ndjson`
        one event a line, in canonical JSON. What is sealed for others shows as a digest; it opens at the end.
        """
        at = _with_news(seen(), query["after"], query["wait"])
        lines = list(lines_after(at, caller(), query["after"], query["limit"]))
        last = query["after"] + len(lines)
        following = (
            f"/v1/games/{game_id}/events?after={last}&limit={query['limit']}" if last < at.game.version else None
        )
        is_fixed = at.game.is_ended and at.visibility != "private"
        headers = {"Vary": "Accept, Authorization", "Cache-Control": FOR_EVER if is_fixed else "private, no-cache"}
        if following:
            headers["Link"] = f'<{following}>; rel="next"'
        if request.accept_mimetypes.best_match(["application/json", NDJSON]) == NDJSON:
            text = "".join(canonical_text(line) + "\n" for line in lines)
            return Response(text, headers=headers, content_type=NDJSON)
        body = {"items": lines, "version": at.game.version, "status": at.game.status, "next": following}
        return as_json(body, headers=headers)


def _with_news(at: Seen, after: int, wait: int) -> Seen:
    """The game once it has moved past `after`, or as it stands when the time is up."""
    if at.game.version > after or at.game.is_ended or not wait:
        return at
    with a_stream():
        return _waited(at, after, time.monotonic() + wait)


def _waited(at: Seen, after: int, until: float) -> Seen:
    while at.game.version <= after and not at.game.is_ended and (left := until - time.monotonic()) > 0:
        heard = house().bell.heard([at.game.id])
        at = house().games.fresh(at.game.id)
        if at.game.version <= after:
            house().bell.wait([at.game.id], heard, left)
    return at


@blp.route("/score")
class ScoreResource(MethodView):
    @needs("game:read", key=False)
    @blp.response(200, ScoreSchema)
    @blp.alt_response(409, "Problem")
    def get(self, game_id: UUID) -> Response:
        """The score with its ledger: each line a rule, an event, some points

        While the game goes on, from what you may see: what is hidden is filled in by lot.
        """
        at = seen()
        if at.game.state is None:
            raise problem_of(NotStarted("The game has not started; there is nothing to score."), at.rules.name)
        score = score_now(at, at.game, eyes_of(caller(), at).at(at.game.version))
        return as_json(score_body(score, at.game.status == "finished", at.game.version))
