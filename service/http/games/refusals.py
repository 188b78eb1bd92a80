"""Commands that were refused, to be read again by those who were refused: a bot's author seldom looks on."""

import json
from collections.abc import Mapping
from typing import Any

import marshmallow as ma
from flask import Response, request
from flask.views import MethodView

from kontor.domain.kernel.echo import shorten
from kontor.domain.kernel.violation import Refusal
from kontor.service.clock import now
from kontor.service.http.auth import GameCall, needs_game
from kontor.service.http.games.json_answers import as_json
from kontor.service.http.problem_answers import told
from kontor.service.http.problems import Problem, of_refusal
from kontor.service.http.smorest import Blueprint, Registered, names
from kontor.service.visibility.access import participants_of, seats_held

NOTED = (400, 409, 412, 422)  # what the caller could have known, or can do otherwise
LONGEST = 2_000  # bytes of what was sent, in UTF-8
LARGEST_PROBLEM = 4_000  # bytes
LONGEST_DETAIL = 300  # characters, of a problem that is larger
MOST_ERRORS = 10
AWAY = "Refusals are kept in Redis, which cannot be reached at the moment."

blp = Blueprint(
    "refusals",
    __name__,
    url_prefix="/v1/games/<uuid:game_id>",
    description="Commands of yours that were refused.",
)


class RefusalSchema(ma.Schema):
    at = ma.fields.String(required=True)
    seat = ma.fields.Integer(required=True, metadata=names("seat"))
    version = ma.fields.Integer(required=True, metadata={"description": "Where the game stood."})
    sent = ma.fields.String(
        required=True, metadata={"description": f"The body of the request, up to {LONGEST} bytes of it."}
    )
    problem = Registered("Problem", required=True)


class RefusalsSchema(ma.Schema):
    items = ma.fields.List(ma.fields.Nested(RefusalSchema), required=True, metadata={"description": "Newest first."})
    note = ma.fields.String(metadata={"description": "Why there are none, if nobody can tell."})


@blp.route("/refusals")
class GameRefusals(MethodView):
    @needs_game("game:read")
    @blp.response(200, RefusalsSchema)
    @blp.doc(operationId="listRefusals")
    def get(self, call: GameCall) -> Response:
        """Your commands that were refused, newest first

        The newest 50 of each seat you hold or held, for a day: unreadable (400), too early or too late (409, 412), or
        against a rule (422). Long ones are shortened; of many, the server keeps the newest 64 KiB of a seat and 512 KiB
        of an account. Only the caller can read them, and they are no part of the game's log.
        """
        mine = participants_of(call.caller, call.at)
        if not mine:
            raise Problem("forbidden", "You hold no seat in this game.")
        found = call.context.refusals.of(call.caller.account, call.at.game.id, mine)
        body = {"items": [], "note": AWAY} if found is None else {"items": found}
        return as_json(body, headers={"Cache-Control": "no-store"})


def note_refusal(call: GameCall, refused: Problem | Refusal) -> None:
    """Keep what was refused for the caller's seat. On a cached call nothing is refused yet: the view runs again."""
    problem = of_refusal(refused) if isinstance(refused, Refusal) else refused
    if problem.status not in NOTED or call.by is not None:
        return
    sent = request.get_data(as_text=True)
    seat = _seat_meant(call, sent)
    if seat is None:  # they came back for an answer, and hold none any more
        return
    refusal = {
        "at": now(),
        "seat": seat,
        "version": call.at.game.version,
        "sent": sent.encode(errors="replace")[:LONGEST].decode(errors="ignore"),
        "problem": _shortened(told(problem)),
    }
    participant = call.at.game.places[seat - 1].participant
    if participant is not None:
        call.context.refusals.note(call.caller.account, call.at.game.id, participant, refusal)


def _seat_meant(call: GameCall, sent: str) -> int | None:
    """The seat that was named if it is one of theirs, else one of theirs that may act, else the first."""
    held = seats_held(call.caller, call.at)
    try:
        body = json.loads(sent)
    except (ValueError, RecursionError):
        body = None
    named = body.get("seat") if isinstance(body, Mapping) else None
    if type(named) is int and named in held:
        return named
    return next((seat for seat in held if seat in call.at.may_act), held[0] if held else None)


def _shortened(problem: dict[str, Any]) -> dict[str, Any]:
    """Return the problem without the events that were missed, which are in the log, and with the first errors only;
    without errors and facts if it is still too large."""
    kept = {name: value for name, value in problem.items() if name != "missed"}
    if "errors" in kept:
        kept["errors"] = kept["errors"][:MOST_ERRORS]
    if len(json.dumps(kept)) <= LARGEST_PROBLEM:
        return kept
    small = {name: value for name, value in kept.items() if name not in ("errors", "facts")}
    return {**small, "detail": shorten(small["detail"], LONGEST_DETAIL)}
