"""Legal commands: what a seat may do now, as options with open fields and as complete commands."""

from collections.abc import Mapping
from typing import Any

from flask import Response, request
from flask.views import MethodView

from kontor.domain.kernel.bots import expand
from kontor.service.engine.game_at import GameAt
from kontor.service.http.auth import GameCall, needs_game
from kontor.service.http.games.commands import own_seat, require_seat
from kontor.service.http.games.requests import LegalQuery
from kontor.service.http.games.responses import LegalSchema, json_text
from kontor.service.http.smorest import Blueprint

blp = Blueprint(
    "legal-commands",
    __name__,
    url_prefix="/v1/games/<uuid:game_id>",
    description="List the commands that a seat may send now.",
)


@blp.route("/legal-commands")
class LegalCommands(MethodView):
    @needs_game("game:read", require=require_seat)
    @blp.arguments(LegalQuery(), location="query")
    @blp.response(200, LegalSchema)
    @blp.alt_response(304, description="Not modified")
    def get(self, call: GameCall, query: Mapping[str, int]) -> Response:
        """What your seat may do now

        Options are commands with open fields: `{"one_of": […]}`, `{"range": [a, b]}` or
        `{"list": …, "min": a, "max": b}`. `expand=N` adds up to N complete commands, ready to post.
        """
        at = call.at
        seat = own_seat(call.caller, at, query.get("seat"), "query/seat")
        headers = {"ETag": f'"{at.game.version}"', "Cache-Control": "private, no-cache"}
        if request.if_none_match.contains(str(at.game.version)):
            return Response(status=304, headers=headers)
        most = query["expand"]
        text = call.context.rendered.text(at, ("legal", seat, most), lambda: legal_body(at, seat, most))
        return json_text(text, headers=headers)


def legal_body(at: GameAt, seat: int, most: int) -> dict[str, Any]:
    """What a seat may do; with up to `most` complete commands if any are wanted."""
    acting = seat in at.may_act
    body: dict[str, Any] = {
        "version": at.game.version,
        "seat": seat,
        "awaiting": list(at.awaiting),
        "options": list(at.rules.legal(at.game.state, seat)) if acting else [],
    }
    if most:
        body["commands"], body["truncated"] = expand(at.rules, at.game, seat, most) if acting else ([], False)
    return body
