"""Pause all clocks if all people at the table agree, or pause the clock of one seat for a vacation."""

from collections.abc import Sequence
from datetime import timedelta
from typing import cast

from flask import Response
from flask.views import MethodView

from kontor.domain.kernel import play
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.clocks import moment
from kontor.domain.kernel.commits import SYSTEM, seat_actor
from kontor.domain.kernel.game import require_created
from kontor.domain.kernel.violation import ClockUnchanged
from kontor.service.clock import stamp, utc_now
from kontor.service.engine.game_at import GameAt
from kontor.service.engine.moves import Move, one_commit
from kontor.service.http.auth import GameCall, needs_game
from kontor.service.http.games.agreements import agree, require_sitting, settle, voted
from kontor.service.http.games.changes import change, expected_version
from kontor.service.http.games.queries import CommandHeaders
from kontor.service.http.games.requests import PauseRequestForm, ResumeForm
from kontor.service.http.games.responses import OutcomeSchema
from kontor.service.http.problems import Problem, unreadable
from kontor.service.http.smorest import GAME, Blueprint, Form
from kontor.service.http.times import future_time
from kontor.service.visibility import seats_held

LONGEST_PAUSE = timedelta(days=366)
LONGEST_VACATION = timedelta(days=28)  # of one seat in one game, in total

blp = Blueprint("pause", GAME, "agreements")


@blp.route("/pause")
class Pause(MethodView):
    @needs_game("game:play", require=require_sitting)
    @blp.arguments(
        Form(PauseRequestForm, optional=True), required=False, example={"seat": 1, "until": "2030-01-31T12:00:00Z"}
    )
    @blp.headers(CommandHeaders)
    @blp.operation("pauseClocks", 201, OutcomeSchema, also=(409, 412))
    @voted
    def post(self, call: GameCall, asked: PauseRequestForm) -> Response:
        """Pause the clocks

        All clocks pause when all people at the table have made the same call. With your own `seat` only its clock
        pauses, for a vacation. The vacations of a seat may last 28 days in total in each game. The clocks run again at
        `until`, or when a player resumes them.
        """
        if require_created(call.at.game).clock is None:
            raise ClockUnchanged("This game has no clocks. There is nothing to pause.")
        if asked.seat is not None:
            return _vacation(call, asked.seat, asked.until)
        until = asked.until and stamp(future_time("/until", asked.until, LONGEST_PAUSE, "a year"))
        play.pause(call.at.game, "agreed", None, until)  # refuse before the vote starts
        subject: JsonObject = {"about": "pause"} if until is None else {"about": "pause", "until": until}
        if (waiting := agree(call, subject)) is not None:
            return waiting
        settle(call, subject)
        body: JsonObject = {"type": "pause"}

        def decide(at: GameAt) -> Move:
            return one_commit(at, SYSTEM, body, play.pause(at.game, "agreed", None, until))

        return change(call, decide, expected_version())


@blp.route("/resume")
class Resume(MethodView):
    @needs_game("game:play", require=require_sitting)
    @blp.arguments(Form(ResumeForm, optional=True), required=False)
    @blp.headers(CommandHeaders)
    @blp.operation("resumeClocks", 201, OutcomeSchema, also=(409, 412))
    def post(self, call: GameCall, asked: ResumeForm) -> Response:
        """Resume the clocks

        Any person at the table can end the pause of all clocks. With your own `seat` you end the vacation of this seat.
        """
        seat = asked.seat
        _require_own(call, seat)
        actor = seat_actor(seats_held(call.caller, call.at)[0] if seat is None else seat)
        body: JsonObject = {"type": "resume"} if seat is None else {"type": "resume", "seat": seat}
        return change(call, lambda at: one_commit(at, actor, body, play.resume(at.game, seat)), expected_version())


def _vacation(call: GameCall, seat: int, until: str | None) -> Response:
    _require_own(call, seat)
    if until is None:
        raise unreadable("/until", "missing-field", "is needed for a vacation")
    end = future_time("/until", until, LONGEST_VACATION, "28 days")
    changes = call.context.store.events.of_types(call.at.game.id, ("clocks_paused", "clocks_resumed"))
    taken = _vacation_taken(changes, seat)
    if taken + (end - utc_now()) > LONGEST_VACATION:
        left = stamp(utc_now() + max(timedelta(0), LONGEST_VACATION - taken))
        raise ClockUnchanged(f"The vacations of a seat may last 28 days in total. This vacation can last until {left}.")
    body: JsonObject = {"type": "pause", "seat": seat}

    def decide(at: GameAt) -> Move:
        return one_commit(at, seat_actor(seat), body, play.pause(at.game, "vacation", seat, stamp(end)))

    return change(call, decide, expected_version())


def _vacation_taken(envelopes: Sequence[JsonObject], seat: int) -> timedelta:
    """Return how long the clock of a seat was paused for vacations, according to the times in the log."""
    taken, since = timedelta(0), utc_now()
    for envelope in envelopes:
        if cast(JsonObject, envelope["data"]).get("seat") == seat:
            at = moment(cast(str, envelope["at"]))
            taken += at - since if envelope["type"] == "clocks_resumed" else timedelta(0)
            since = at
    return taken


def _require_own(call: GameCall, seat: int | None) -> None:
    if seat is not None and seat not in seats_held(call.caller, call.at):
        raise Problem("forbidden", f"You do not hold seat {seat}.")
