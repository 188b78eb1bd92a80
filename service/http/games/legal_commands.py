"""Legal commands: what a seat may do now, as options with open fields and as complete commands."""

from collections.abc import Mapping
from typing import Any

from flask import Response
from flask.views import MethodView

from kontor.domain.kernel.bots import expand
from kontor.service.http.auth import GameCall, needs_game
from kontor.service.http.games.commands import own_seat, require_seat
from kontor.service.http.games.requests import LegalQuery
from kontor.service.http.games.responses import LegalSchema, as_json
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
    @blp.arguments(LegalQuery, location="query")
    @blp.response(200, LegalSchema)
    def get(self, call: GameCall, query: Mapping[str, int]) -> Response:
        """What your seat may do now

        Options are commands with open fields: `{"one_of": […]}`, `{"range": [a, b]}` or
        `{"list": …, "min": a, "max": b}`. `expand=N` adds up to N complete commands, ready to post.
        """
        at = call.at
        seat = own_seat(call.caller, at, query.get("seat"), "query/seat")
        acting = seat in at.may_act
        body: dict[str, Any] = {
            "version": at.game.version,
            "seat": seat,
            "awaiting": list(at.awaiting),
            "options": list(at.rules.legal(at.game.state, seat)) if acting else [],
        }
        if query["expand"]:
            body["commands"], body["truncated"] = (
                expand(at.rules, at.game, seat, query["expand"]) if acting else ([], False)
            )
        return as_json(body, headers={"ETag": f'"{at.game.version}"', "Cache-Control": "private, no-cache"})
