"""Abort a game, which ends it without a result. The creator, all people at the table, or an administrator can do
that."""

from collections.abc import Callable

import structlog
from flask import Response
from flask.views import MethodView

from kontor.domain.kernel import play
from kontor.domain.kernel.commits import SYSTEM
from kontor.domain.kernel.lifecycle import AbortReason
from kontor.domain.kernel.violation import GameOver
from kontor.service.engine.game_at import GameAt
from kontor.service.engine.moves import Decide, Move, one_commit
from kontor.service.http.auth import GameCall, needs_game, require_account
from kontor.service.http.games.agreements import agree, voted
from kontor.service.http.games.changes import change
from kontor.service.http.games.queries import ChangeHeaders
from kontor.service.http.games.requests import AbortForm
from kontor.service.http.games.responses import OutcomeSchema
from kontor.service.http.problems import Problem, unreadable
from kontor.service.http.smorest import GAME, Blueprint, Form
from kontor.service.visibility import seats_held

log = structlog.get_logger()

blp = Blueprint("abort", GAME, "agreements")


def require_say(call: GameCall, at: GameAt | None = None) -> None:
    """Refuse callers who may not end the game now, and callers with a seat token."""
    require_account(call)
    caller, at = call.caller, at or call.at
    is_creator = at.creator is not None and at.creator == caller.account
    is_creators = at.game.status == "open" or not _has_people(at)
    if "admin" in caller.scopes or (is_creator if is_creators else seats_held(caller, at)):
        return
    if at.game.is_ended or at.game.status == "scoring":
        raise GameOver("The game is already over.")
    people = "its creator" if is_creators else "people at the table"
    raise Problem("forbidden", f"Only {people} may end the game now.")


def _has_people(at: GameAt) -> bool:
    """Return whether at least one seat belongs to a person, even if a bot plays the seat at the moment."""
    return any(place.participant is not None for place in at.game.places)


@blp.route("/abort")
class Abort(MethodView):
    @needs_game("game:play", require=require_say)
    @blp.arguments(Form(AbortForm, optional=True), required=False)
    @blp.headers(ChangeHeaders)
    @blp.operation("abortGame", 201, OutcomeSchema, also=(409,))
    @voted
    def post(self, call: GameCall, asked: AbortForm) -> Response:
        """End the game without a result

        The creator can end an open game. In a running game all people at the table must agree: each of them makes this
        call. The creator can end a game in which only bots play. An administrator can end any game and must give a
        reason. The server then publishes the seed, so that everyone can open the log.
        """
        if "admin" in call.caller.scopes:
            return _abort_as_admin(call, asked)
        if call.at.game.status != "running":  # open; or over, which is refused unless this request ended it
            return change(call, _aborting(lambda at: _as_creator(call, at)))
        if _has_people(call.at) and (waiting := agree(call, {"about": "abort"})) is not None:
            return waiting
        return change(call, _aborting(lambda _: "agreed"))


def _abort_as_admin(call: GameCall, asked: AbortForm) -> Response:
    if asked.reason is None:
        raise unreadable("/reason", "missing-field", "an administrator must give a reason")
    game, account = str(call.at.game.id), str(require_account(call))
    log.warning("game aborted by an administrator", game=game, account=account, reason=asked.reason)
    return change(call, _aborting(lambda _: "admin"))


def _as_creator(call: GameCall, at: GameAt) -> AbortReason:
    if at.game.status == "running":
        raise GameOver("The game has started. Now all people at the table must agree to end it.")
    require_say(call, at)
    return "creator"


def _aborting(reason: Callable[[GameAt], AbortReason]) -> Decide:
    def decide(at: GameAt) -> Move:
        return one_commit(at, SYSTEM, {"type": "abort"}, play.abort(at.game, reason(at)))

    return decide
