"""List refused commands to the caller who sent them, so that the author of a bot can debug it later."""

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
from kontor.service.http.fields import Registered, integer, list_of, string
from kontor.service.http.json_answers import as_json
from kontor.service.http.problem_answers import problem_body
from kontor.service.http.problems import Problem, of_refusal
from kontor.service.http.smorest import GAME, Blueprint
from kontor.service.visibility import participants_of, seats_held

NOTED = (400, 409, 412, 422)  # statuses of errors that the caller can correct
LONGEST = 2_000  # bytes of the request body, in UTF-8
LARGEST_PROBLEM = 4_000  # bytes
LONGEST_DETAIL = 300  # characters of `detail` in a problem that is larger
MOST_ERRORS = 10
AWAY = "The server stores refusals in Redis, which is unavailable now. Try again later."

blp = Blueprint("refusals", GAME, "Your refused commands.")


class RefusalSchema(ma.Schema):
    at = string()
    seat = integer(names="seat")
    version = integer("The version of the game at that time.")
    sent = string(f"The first {LONGEST} bytes of the request body.")
    problem = Registered("Problem")


class RefusalsSchema(ma.Schema):
    items = list_of(RefusalSchema, "Newest first.")
    note = string("Why the list is empty, if the server cannot read refusals now.", optional=True)


@blp.route("/refusals")
class GameRefusals(MethodView):
    @needs_game("game:read")
    @blp.operation("listRefusals", 200, RefusalsSchema)
    def get(self, call: GameCall) -> Response:
        """List your refused commands, newest first

        The server stores the newest 50 refusals of each seat that you hold or held, for a day. Their status is 400
        (cannot be read), 409 or 412 (too early or too late) or 422 (against a rule). It shortens long ones, and stores
        at most 64 KiB for a seat and 512 KiB for an account. Only you can read them. They are not part of the log of
        the game.
        """
        mine = participants_of(call.caller, call.at)
        if not mine:
            raise Problem("forbidden", "You have no seat in this game. Only players can read their refusals.")
        found = call.context.refusals.of(call.caller.account, call.at.game.id, mine)
        body = {"items": [], "note": AWAY} if found is None else {"items": found}
        return as_json(body, headers={"Cache-Control": "no-store"})


def note_refusal(call: GameCall, refused: Problem | Refusal) -> None:
    """Store a refusal for the caller's seat. Skip a cached call: the guard runs the view again."""
    problem = of_refusal(refused) if isinstance(refused, Refusal) else refused
    if problem.status not in NOTED or call.is_cached:
        return
    sent = request.get_data(as_text=True)
    seat = _seat_meant(call, sent)
    if seat is None:  # the caller lost the seat and only came for a stored answer
        return
    refusal = {
        "at": now(),
        "seat": seat,
        "version": call.at.game.version,
        "sent": sent.encode(errors="replace")[:LONGEST].decode(errors="ignore"),
        "problem": _shorten(problem_body(problem)),
    }
    participant = call.at.game.places[seat - 1].participant
    if participant is not None:
        call.context.refusals.note(call.caller.account, call.at.game.id, participant, refusal)


def _seat_meant(call: GameCall, sent: str) -> int | None:
    """Return the seat that the body names if the caller holds it, else one that may act, else the first held seat."""
    held = seats_held(call.caller, call.at)
    try:
        body = json.loads(sent)
    except (ValueError, RecursionError):
        body = None
    named = body.get("seat") if isinstance(body, Mapping) else None
    if type(named) is int and named in held:
        return named
    return next((seat for seat in held if seat in call.at.may_act), held[0] if held else None)


def _shorten(problem: dict[str, Any]) -> dict[str, Any]:
    """Return the problem without `missed` (those events are in the log) and with the first errors only. If it is still
    too large, leave out errors and facts."""
    kept = {name: value for name, value in problem.items() if name != "missed"}
    if "errors" in kept:
        kept["errors"] = kept["errors"][:MOST_ERRORS]
    if len(json.dumps(kept)) <= LARGEST_PROBLEM:
        return kept
    small = {name: value for name, value in kept.items() if name not in ("errors", "facts")}
    return {**small, "detail": shorten(small["detail"], LONGEST_DETAIL)}
