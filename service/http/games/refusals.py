"""List refused commands for the caller who sent them, so that authors of bots can find their mistakes later."""

import marshmallow as ma
from flask import Response
from flask.views import MethodView

from kontor.service.http.auth import GameCall, needs_game
from kontor.service.http.fields import Registered, integer, list_of, string
from kontor.service.http.json_bodies import as_json
from kontor.service.http.problems import Problem
from kontor.service.http.refused_commands import LONGEST
from kontor.service.http.smorest import GAME, Blueprint
from kontor.service.visibility import participants_of

AWAY = "The server stores refused commands in Redis, which is unavailable now. Try again later."

blp = Blueprint("refusals", GAME, "commands")


class RefusalSchema(ma.Schema):
    at = string("When the command was refused.")
    seat = integer(names="seat")
    version = integer("The version of the game at that time.")
    sent = string(f"The first {LONGEST} bytes of the request body.")
    problem = Registered("Problem", "The answer that you got.")


class RefusalsSchema(ma.Schema):
    items = list_of(RefusalSchema, "Newest first.")
    note = string("Why the list is empty, if the server cannot read refusals now.", optional=True)


@blp.route("/refusals")
class GameRefusals(MethodView):
    @needs_game("game:read")
    @blp.operation("listRefusals", 200, RefusalsSchema)
    def get(self, call: GameCall) -> Response:
        """List your refused commands, newest first

        The server stores the newest 50 refused commands of each seat that you hold or held, for a day. Their status is
        400 (cannot be read), 409 or 412 (too early or too late) or 422 (against a rule). The server shortens long
        commands, and stores at most 64 KiB for a seat and 512 KiB for an account. Only you can read them. They are not
        part of the log of the game.
        """
        mine = participants_of(call.caller, call.at)
        if not mine:
            raise Problem("forbidden", "You have no seat in this game. Only players can read their refused commands.")
        found = call.context.refusals.of(call.caller.account, call.at.game.id, mine)
        body = {"items": [], "note": AWAY} if found is None else {"items": found}
        return as_json(body, headers={"Cache-Control": "no-store"})
