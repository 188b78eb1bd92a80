"""Hints: in a practice game, let a bot say what it would do, and why."""

from typing import Any

from flask.views import MethodView

from kontor.domain.kernel.canonical import canonical
from kontor.domain.kernel.model import write
from kontor.domain.kernel.nearest import must_be_one_of
from kontor.service.engine.hints import AskedHint
from kontor.service.http.auth import GameCall, needs_game
from kontor.service.http.games.commands import own_seat, require_seat
from kontor.service.http.games.requests import AskHintForm
from kontor.service.http.jobs import JobSchema, require_job_allowed, start_job
from kontor.service.http.problems import Problem, unreadable
from kontor.service.http.smorest import GAME, Blueprint, Form

blp = Blueprint("hints", GAME, "commands")


def require_practice(call: GameCall) -> None:
    require_seat(call)
    if not call.at.settings.practice:
        raise Problem("forbidden", "You can ask for hints only in practice games.")
    require_job_allowed(call)


@blp.route("/hints")
class Hints(MethodView):
    @needs_game("game:play", require=require_practice)
    @blp.arguments(Form(AskHintForm, optional=True), required=False, example={"bot": "greedy"})
    @blp.operation("askForHint", 202, JobSchema, also=(409,))
    def post(self, call: GameCall, asked: AskHintForm) -> Any:
        """Ask for a hint: what would a bot do now for your seat?

        A worker runs the bot. Poll `Location`. When the job is done, its `hint` has the command and, if the bot gives
        any, the reasons.
        """
        at = call.at
        seat = own_seat(call.caller, at, asked.seat, "/seat")
        if seat not in at.may_act:
            raise Problem("not-your-decision", f"Seat {seat} cannot act now. Wait until it has to decide.")
        bot = asked.bot or list(at.rules.bots)[-1]  # the strongest
        if bot not in at.rules.bots:
            raise unreadable("/bot", "not-one-of", must_be_one_of(bot, sorted(at.rules.bots)))
        hint = AskedHint(str(at.game.id), at.game.version, seat, bot)
        return start_job(call, "hint", canonical(write(hint)))
