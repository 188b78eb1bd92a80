"""The state of a game, now or at any version, as the caller may see it."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from flask import Response, request
from flask.views import MethodView

from kontor.domain.kernel.canonical import canonical
from kontor.service.engine.game_at import GameAt
from kontor.service.http.auth import GameCall, needs_game
from kontor.service.http.games.redaction import position, seats_to_show
from kontor.service.http.games.requests import StateQuery
from kontor.service.http.games.responses import FOR_EVER, StateSchema, as_json
from kontor.service.http.smorest import Blueprint

blp = Blueprint(
    "state",
    __name__,
    url_prefix="/v1/games/<uuid:game_id>",
    description="A game's state, now or at any version.",
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
