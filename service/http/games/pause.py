"""Pause and vacation: clocks that rest, for all by consent, for one seat as long as its holder is away."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import cast

from flask import Response
from flask.views import MethodView

from kontor.domain.kernel import play
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.clocks import moment
from kontor.domain.kernel.commits import SYSTEM, seat_actor
from kontor.domain.kernel.game import require_created
from kontor.domain.kernel.violation import ClocksAsAsked
from kontor.service.clock import stamp
from kontor.service.engine.game_at import GameAt
from kontor.service.engine.moves import Move, one_commit
from kontor.service.http.auth import GameCall, needs_game
from kontor.service.http.games.agreements import agree, require_sitting, settle
from kontor.service.http.games.changes import change
from kontor.service.http.games.requests import CommandHeaders, PauseForm, ResumeForm
from kontor.service.http.games.responses import OutcomeSchema, VotesSchema
from kontor.service.http.moments import to_come
from kontor.service.http.problems import Problem, unreadable
from kontor.service.http.smorest import Blueprint, Form
from kontor.service.visibility.access import seats_held

LONGEST_PAUSE = timedelta(days=366)
LONGEST_VACATION = timedelta(days=28)  # of one seat in one game, taken together

blp = Blueprint("pause", __name__, url_prefix="/v1/games/<uuid:game_id>", description="Let clocks rest and go on.")


@blp.route("/pause")
class Pause(MethodView):
    @needs_game("game:play", require=require_sitting)
    @blp.arguments(Form(PauseForm, optional=True), required=False, example={"seat": 1, "until": "2030-01-31T12:00:00Z"})
    @blp.headers(CommandHeaders)
    @blp.response(201, OutcomeSchema)
    @blp.alt_response(202, schema=VotesSchema, description="Noted; others have yet to agree", success=True)
    @blp.alt_response(409, "Problem")
    @blp.alt_response(412, "Problem")
    @blp.doc(operationId="pauseClocks")
    def post(self, call: GameCall, asked: PauseForm, headers: Mapping[str, str]) -> Response:
        """Let clocks rest

        All of them once all people at the table have made the same call; with a seat of your own its clock alone, for a
        vacation of up to 28 days a seat and game. They go on at `until`, or when somebody says so.
        """
        if require_created(call.at.game).clock is None:
            raise ClocksAsAsked("This game has no clock: nobody is ever late in it.")
        if asked.seat is not None:
            return _vacation(call, asked.seat, asked.until, headers)
        until = asked.until and stamp(to_come("/until", asked.until, LONGEST_PAUSE, "a year"))
        play.pause(call.at.game, "agreed", None, until)  # refused before anybody is asked
        subject: JsonObject = {"about": "pause"} if until is None else {"about": "pause", "until": until}
        if (waiting := agree(call, subject)) is not None:
            return waiting
        settle(call, subject)
        body: JsonObject = {"type": "pause"}

        def decide(at: GameAt) -> Move:
            return one_commit(at, SYSTEM, body, play.pause(at.game, "agreed", None, until))

        return change(call, headers, decide)


@blp.route("/resume")
class Resume(MethodView):
    @needs_game("game:play", require=require_sitting)
    @blp.arguments(Form(ResumeForm, optional=True), required=False)
    @blp.headers(CommandHeaders)
    @blp.response(201, OutcomeSchema)
    @blp.alt_response(409, "Problem")
    @blp.alt_response(412, "Problem")
    @blp.doc(operationId="resumeClocks")
    def post(self, call: GameCall, asked: ResumeForm, headers: Mapping[str, str]) -> Response:
        """Let clocks go on

        Those of all: anybody at the table ends the pause. With a seat of your own: you are back from vacation.
        """
        seat = asked.seat
        _require_own(call, seat)
        actor = seat_actor(seats_held(call.caller, call.at)[0] if seat is None else seat)
        body: JsonObject = {"type": "resume"} if seat is None else {"type": "resume", "seat": seat}
        return change(call, headers, lambda at: one_commit(at, actor, body, play.resume(at.game, seat)))


def _vacation(call: GameCall, seat: int, until: str | None, headers: Mapping[str, str]) -> Response:
    _require_own(call, seat)
    if until is None:
        raise unreadable("/until", "missing-field", "a vacation has an end")
    end = to_come("/until", until, LONGEST_VACATION, "28 days")
    taken = _taken(call.context.store.events.of_types(call.at.game.id, ("clocks_paused", "clocks_resumed")), seat)
    if taken + (end - datetime.now(UTC)) > LONGEST_VACATION:
        left = stamp(datetime.now(UTC) + max(timedelta(0), LONGEST_VACATION - taken))
        raise ClocksAsAsked(f"Vacations of a seat take 28 days of a game at most; this one could last until {left}.")
    body: JsonObject = {"type": "pause", "seat": seat}

    def decide(at: GameAt) -> Move:
        return one_commit(at, seat_actor(seat), body, play.pause(at.game, "vacation", seat, stamp(end)))

    return change(call, headers, decide)


def _taken(envelopes: Sequence[JsonObject], seat: int) -> timedelta:
    """How long the clock of a seat has rested for itself, by the times of the log."""
    taken, since = timedelta(0), datetime.now(UTC)
    for envelope in envelopes:
        if cast(JsonObject, envelope["data"]).get("seat") == seat:
            at = moment(cast(str, envelope["at"]))
            taken += at - since if envelope["type"] == "clocks_resumed" else timedelta(0)
            since = at
    return taken


def _require_own(call: GameCall, seat: int | None) -> None:
    if seat is not None and seat not in seats_held(call.caller, call.at):
        raise Problem("forbidden", f"You do not hold seat {seat}.")
