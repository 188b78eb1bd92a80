"""The state of a game, now or at any version, as the caller may see it."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from flask import Response, request
from flask.views import MethodView

from kontor.domain.kernel.canonical import canonical
from kontor.service.engine.game_at import GameAt
from kontor.service.engine.past_games import Position
from kontor.service.http.auth import GameCall, needs_game
from kontor.service.http.games.positions import position, seats_of_view, view_asked
from kontor.service.http.games.queries import StateQuery
from kontor.service.http.games.responses import StateAnswerSchema
from kontor.service.http.json_bodies import FOR_EVER, json_text
from kontor.service.http.smorest import ETAG, GAME, Blueprint

blp = Blueprint("state", GAME, "state")


@blp.route("/state")
class State(MethodView):
    @needs_game("game:read", key_optional=True)
    @blp.arguments(StateQuery(), location="query")
    @blp.operation("getState", 200, StateAnswerSchema, also=(304,), headers=ETAG)
    def get(self, call: GameCall, query: Mapping[str, Any]) -> Response:
        """Get the state, now or at any version, as you may see it

        Without `as` you get the view of all your seats together. `state_hash` is the SHA-256 of the canonical JSON of
        `state`.
        """
        seen = seen_at(call, query.get("version"), view_asked(query))
        tag = _tag(call.at, seen)
        headers = headers_of(call.at, tag, "version" in query)
        if request.if_none_match.contains(tag):
            return Response(status=304, headers=headers)
        text = call.context.answer_cache.cached_json(seen.found.at, ("state", seen.eyes), seen.body)
        return json_text(text, headers=headers)


@dataclass(frozen=True, slots=True)
class Seen:
    """A position of a game, and the seats from whose view the caller sees it."""

    found: Position
    eyes: frozenset[int]

    @property
    def tag(self) -> str:
        """The ETag, which contains the version and the seats. The seats are needed because a caller may see more of the
        same version later, for example at the end."""
        return f"{self.found.at.game.version}-{'.'.join(map(str, sorted(self.eyes)))}"

    def body(self) -> dict[str, Any]:
        """Build the answer of `/state`. Call this only when it is needed, because many clients already have this
        version."""
        game, rules = self.found.at.game, self.found.at.rules
        state = None if game.state is None else rules.view(game.state, self.eyes)
        return {
            "game": str(game.id),
            "version": game.version,
            "settled": self.found.settled,
            "status": game.status,
            "as": sorted(self.eyes),
            "awaiting": list(self.found.at.awaiting),
            "state_format": f"{rules.name}-state/{rules.version}",
            "state": state,
            "state_hash": sha256(canonical(state)).hexdigest(),
        }


def seen_at(call: GameCall, version: int | None, given: str | None, field: str = "version") -> Seen:
    """Return the position at a version, or the current position if it is None, with the seats whose view the caller
    gets.

    `given`: the value of `as=`. `field`: the name of the query parameter with the version."""
    found = position(call.context.past_games, call.at, version, field)
    return Seen(found, seats_of_view(call.context.store, call.caller, call.at, found.at.game.version, given))


def headers_of(now: GameAt, tag: str, fixed: bool) -> dict[str, str]:
    """Return the headers of an answer about a state. `fixed`: whether the query names each version. In that case the
    answer about an ended game never changes."""
    lasts = now.game.is_ended and fixed and now.settings.visibility != "private"
    caching = FOR_EVER if lasts else "private, no-cache"
    return {"ETag": f'"{tag}"', "Cache-Control": caching, "Vary": "Accept, Authorization"}


def _tag(now: GameAt, seen: Seen) -> str:
    """Return the ETag of a state. At the current version the ETag is only the version, because `If-Match` takes a
    version."""
    version = seen.found.at.game.version
    return str(version) if version == now.game.version else seen.tag
