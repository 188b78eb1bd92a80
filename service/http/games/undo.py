"""Undo: a seat takes back its own last commands. If all people at the table agree, they can take back more."""

from flask import Response
from flask.views import MethodView

from kontor.domain.kernel.canonical import JsonObject
from kontor.service.http.auth import GameCall, needs_game
from kontor.service.http.games.agreements import agree, require_sitting, voted
from kontor.service.http.games.changes import change, expected_version
from kontor.service.http.games.commands import own_seat, require_seat
from kontor.service.http.games.queries import CommandHeaders
from kontor.service.http.games.requests import UndoForm
from kontor.service.http.games.responses import OutcomeSchema
from kontor.service.http.problems import unreadable
from kontor.service.http.smorest import GAME, Blueprint, Form

blp = Blueprint("undo", GAME, "agreements")


@blp.route("/undo")
class UndoCall(MethodView):
    @needs_game("game:play", require=require_seat)
    @blp.arguments(Form(UndoForm, optional=True), required=False, example={"to": 12})
    @blp.headers(CommandHeaders)
    @blp.operation("undo", 201, OutcomeSchema, also=(409, 412))
    @voted
    def post(self, call: GameCall, asked: UndoForm) -> Response:
        """Take back your last command, or go back to a version

        You alone can take back commands of your seat, if since then no other seat has acted and nothing was drawn,
        sealed or opened. With `"together": true` and a version you can go back further, but not past an event that
        opened a secret. Then all people at the table must make the same call before the game changes. Undone events
        stay in the log, and a new draw gives a new result.
        """
        if asked.together or call.at.settings.practice:
            return _together(call, asked)
        seat = own_seat(call.caller, call.at, asked.seat, "/seat")
        return change(call, lambda at: call.context.undo.own(at, seat, asked.to), expected_version())


def _together(call: GameCall, asked: UndoForm) -> Response:
    to = asked.to
    if to is None:
        raise unreadable("/to", "missing-field", "is missing; all people must agree on the version to go back to")
    require_sitting(call)
    subject: JsonObject = {"about": "undo", "to": to, "version": call.at.game.version}
    call.context.undo.agreed(call.at, to)  # refuse before the vote starts
    waiting = None if call.at.settings.practice else agree(call, subject)
    if waiting is not None:
        return waiting
    return change(call, lambda at: call.context.undo.agreed(at, to), call.at.game.version)
