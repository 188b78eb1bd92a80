"""Branches: practice games that start from a position of another game."""

from flask import Response
from flask.views import MethodView

from kontor.service.engine.branches import branch, new_branch
from kontor.service.engine.past_games import within_a_commit
from kontor.service.http.auth import GameCall, needs_game, require_account
from kontor.service.http.games.create import create_game, require_room_for_game
from kontor.service.http.games.queries import ChangeHeaders
from kontor.service.http.games.requests import BranchForm
from kontor.service.http.games.responses import CreatedSchema
from kontor.service.http.idempotency import key_of
from kontor.service.http.problems import Problem, unreadable
from kontor.service.http.smorest import GAME, LOCATION, Blueprint, Form
from kontor.service.visibility import participants_of

LONGEST = 20_000  # events that the server decides again for one request

blp = Blueprint("branches", GAME, "games")


def require_open_book(call: GameCall) -> None:
    """Refuse to branch a running game, unless it is a practice game of the caller. A branch has the same dice as the
    game, so it would show them in advance."""
    require_account(call)
    at = call.at
    if at.game.is_ended:
        return
    if not at.settings.practice:
        raise Problem(
            "not-ended", "You can branch a running game only if it is a practice game. Wait until this game is over."
        )
    if not participants_of(call.caller, at):
        raise Problem("forbidden", "While a practice game runs, only its players can branch it.")


@blp.route("/branches")
class Branches(MethodView):
    @needs_game("game:create", require=require_open_book)
    @blp.arguments(Form(BranchForm), example={"version": 12})
    @blp.headers(ChangeHeaders)
    @blp.operation("branchGame", 201, CreatedSchema, also=(409,), headers=LOCATION)
    def post(self, call: GameCall, asked: BranchForm) -> Response:
        """Start a practice game from an earlier position

        The new game is private and has the same dice. You get all seats of people, and bots keep their seats. The
        versions of the new game start at 1, because events such as joins and pauses are left out.
        """
        context, account = call.context, require_account(call)
        source, key = call.at, key_of(call.caller, call.at.game.id)
        if not 0 < asked.version <= min(source.game.version, LONGEST):
            most = min(source.game.version, LONGEST)
            raise unreadable("/version", "out-of-range", f"must be from 1 to {most}")
        if not context.past_games.at(source, asked.version).settled:
            ends = context.past_games.ends_around(source, asked.version)
            raise unreadable("/version", "out-of-range", within_a_commit(ends), nearest=ends)
        require_room_for_game(call, account)
        events = context.games.events_after(source, 0, asked.version)
        row, board = new_branch(source, account), source.game.board
        return create_game(call, row, board, lambda game: branch(source, events, game, account), key)
