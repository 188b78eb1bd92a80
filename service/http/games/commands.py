"""Commands, what could be commanded, and what would happen if."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from flask import Response, request
from flask.views import MethodView

from kontor.domain.kernel.bots import expand
from kontor.service.engine.game_at import Seen
from kontor.service.engine.moves import Move
from kontor.service.http.auth import caller, held_by, needs, seen
from kontor.service.http.games.command_requests import (
    decided,
    may_act,
    read_request,
    require_own_seats,
    require_seat,
    tried,
)
from kontor.service.http.games.idempotency import awaited, change, expected_version, outcome, stale
from kontor.service.http.games.requests import CommandHeaders, LegalQuery
from kontor.service.http.games.resource import as_json
from kontor.service.http.games.responses import DryRunSchema, LegalSchema, OutcomeSchema, WhatIfSchema
from kontor.service.http.games.what_if import played_on_paper, read_what_if
from kontor.service.http.problems import Problem, unreadable
from kontor.service.http.smorest import Blueprint
from kontor.service.http.strict_json import json_body

blp = Blueprint("play", __name__, url_prefix="/v1/games/<uuid:game_id>", description="Decide.")


@blp.route("/commands")
class Commands(MethodView):
    @needs("game:play", then=lambda: require_seat(seen(), caller()))
    @blp.doc(
        requestBody={
            "required": True,
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/CommandRequest"}}},
        }
    )
    @blp.arguments(CommandHeaders, location="headers")
    @blp.response(201, OutcomeSchema, headers={"ETag": {"schema": {"type": "string"}}})
    @blp.alt_response(200, schema=DryRunSchema, description="A dry run: nothing was appended", success=True)
    @blp.alt_response(409, "Problem")
    @blp.alt_response(412, "Problem")
    @blp.alt_response(422, "Problem")
    def post(self, headers: Mapping[str, str], game_id: UUID) -> Response:
        """Ask for something to happen

        One command, or `{"commands": […]}`: all of them or none. With `"dry_run": true` nothing is appended. With an
        `Idempotency-Key` it happens once, however often it is sent; with `If-Match` only at that version.
        """
        who = caller()
        asked = read_request(seen().rules, json_body(request))
        require_own_seats(seen(), who, asked)
        if asked.dry_run:
            return _dry_run(headers, asked)

        def decide(at: Seen) -> Move:
            return decided(at, who, asked)

        return change(game_id, decide, outcome(who), headers)


def _dry_run(headers: Mapping[str, str], asked: Any) -> Response:
    at = seen()
    if expected_version(headers) not in (None, at.game.version):
        raise stale(at)
    events, undetermined = tried(at, caller(), asked)
    body = {"dry_run": True, "version": at.game.version, "events": events, "undetermined": undetermined}
    return as_json(body, headers={"Cache-Control": "no-store"})


@blp.route("/legal-commands")
class LegalCommands(MethodView):
    @needs("game:read", then=lambda: require_seat(seen(), caller()))
    @blp.arguments(LegalQuery, location="query")
    @blp.response(200, LegalSchema)
    def get(self, query: Mapping[str, int], game_id: UUID) -> Response:
        """What your seat may do now

        Options are commands with open fields: `{"one_of": […]}`, `{"range": [a, b]}` or
        `{"list": …, "min": a, "max": b}`. `expand=N` adds up to N complete commands, ready to post.
        """
        at = seen()
        seat = _own_seat(at, query.get("seat"))
        acting = seat in may_act(at)
        body: dict[str, Any] = {
            "version": at.game.version,
            "seat": seat,
            "awaiting": awaited(at),
            "options": list(at.rules.legal(at.game.state, seat)) if acting else [],
        }
        if query["expand"]:
            body["commands"], body["truncated"] = (
                expand(at.rules, at.game, seat, query["expand"]) if acting else ([], False)
            )
        return as_json(body, headers={"ETag": f'"{at.game.version}"', "Cache-Control": "private, no-cache"})


def _own_seat(at: Seen, given: int | None) -> int:
    held = held_by(caller(), at)
    if given is not None and given not in held:
        raise Problem("forbidden", f"You do not hold seat {given}; its options are for its holder.")
    if given is not None:
        return given
    acting = [seat for seat in held if seat in may_act(at)]
    if len(held) > 1 and len(acting) > 1:
        raise unreadable("query/seat", "missing-field", f"say for which seat: {', '.join(map(str, acting))}")
    return acting[0] if acting else held[0]


@blp.route("/what-if")
class WhatIf(MethodView):
    @needs("game:read", key=False)
    @blp.doc(
        requestBody={
            "required": True,
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/WhatIfRequest"}}},
        }
    )
    @blp.response(200, WhatIfSchema)
    @blp.alt_response(409, "Problem")
    @blp.alt_response(422, "Problem")
    def post(self, game_id: UUID) -> Response:
        """What would happen if, on paper

        From any position in which somebody can act. In a game that goes on, hidden things are filled in by lot and dice
        are of its own; in one that has ended its own draws are used, so that one changed command keeps all other dice.
        """
        asked = read_what_if(seen(), json_body(request))
        return as_json(played_on_paper(seen(), caller(), asked), headers={"Cache-Control": "no-store"})
