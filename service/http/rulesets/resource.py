"""What can be played, as data and text: rulesets, their schemas, boards and rules."""

import json
import re
from typing import Any

from flask import Response, request
from flask.views import MethodView

from kontor.domain.kernel import model
from kontor.domain.kernel.canonical import Json, JsonObject, NotCanonical
from kontor.service.http.auth import account, needs
from kontor.service.http.context import house
from kontor.service.http.openapi.components import body_of, schemas_of
from kontor.service.http.problems import Problem, not_found, unreadable
from kontor.service.http.rulesets.schemas import (
    RuleSchema,
    RulesetSchema,
    RulesetsSchema,
    RulesSchema,
    StoredBoardSchema,
)
from kontor.service.http.smorest import Blueprint
from kontor.service.http.strict_json import json_body
from kontor.service.registry import AnyRuleset
from kontor.service.store.boards import board_hash

HASH = re.compile(r"sha256:[0-9a-f]{64}").fullmatch

blp = Blueprint("rulesets", __name__, url_prefix="/v1/rulesets", description="What can be played.")


@blp.route("")
class Rulesets(MethodView):
    @blp.doc(security=[])
    @blp.response(200, RulesetsSchema)
    def get(self) -> dict[str, Any]:
        """The rulesets"""
        return {"items": [_line(rules) for rules in house().registry.values()]}


@blp.route("/<name>")
class OneRuleset(MethodView):
    @blp.doc(security=[])
    @blp.response(200, RulesetSchema)
    def get(self, name: str) -> dict[str, Any]:
        """One ruleset: seats, boards, bots, commands, options"""
        rules = ruleset(name)
        base = f"/v1/rulesets/{name}"
        return {
            **_line(rules),
            "seats": {"fewest": rules.seats[0], "most": rules.seats[1]},
            "colours": rules.colours,
            "bots": sorted(rules.bots),
            "boards": [
                {"name": board, "hash": board_hash(body), "href": f"{base}/boards/{board}"}
                for board, body in rules.boards().items()
            ],
            "categories": [model.write(each) for each in rules.categories],
            "commands": list(rules.commands),
            "events": list(rules.events),
            "options": model.schema(rules.options),
            "schemas_href": f"{base}/schemas",
            "rules_href": f"{base}/rules",
        }


@blp.route("/<name>/schemas")
class Schemas(MethodView):
    @blp.doc(security=[])
    @blp.response(200, "JsonSchema", content_type="application/schema+json")
    def get(self, name: str) -> Response:
        """JSON Schema of its commands, events, options and states"""
        return Response(json.dumps(schemas_of(ruleset(name))), content_type="application/schema+json")


@blp.route("/<name>/boards")
class Boards(MethodView):
    @needs("game:create")
    @blp.doc(requestBody=body_of("Board"))
    @blp.response(201, StoredBoardSchema)
    @blp.alt_response(422, "Problem")
    def post(self, name: str) -> dict[str, Any]:
        """Check a board of your own and store it for ever

        Play on it with `"board": "sha256:…"`. The same board is stored once, whoever sends it.
        """
        rules = ruleset(name)
        board = json_body(request, house().settings.max_body_bytes)
        if not isinstance(board, dict):
            raise unreadable("", "wrong-type", "must be an object")
        require_playable(rules, board)
        return {"hash": house().store.put_board(rules.name, board, account())}


@blp.route("/<name>/boards/<board>")
class Board(MethodView):
    @blp.doc(security=[])
    @blp.response(200, "Board")
    def get(self, name: str, board: str) -> Response:
        """A board, by its name or by its hash"""
        found = ruleset(name).boards().get(board)
        if found is None and HASH(board):
            found = house().store.board(board)
        if found is None:
            raise not_found()
        response = Response(json.dumps(found), content_type="application/json")
        if HASH(board):
            response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


@blp.route("/<name>/rules")
class Rules(MethodView):
    @blp.doc(security=[])
    @blp.response(200, RulesSchema)
    def get(self, name: str) -> dict[str, Any]:
        """All rules with their texts"""
        return {"ruleset": name, "items": [_rule(name, *each) for each in ruleset(name).rules().items()]}


@blp.route("/<name>/rules/<rule>")
class Rule(MethodView):
    @blp.doc(security=[])
    @blp.response(200, RuleSchema)
    def get(self, name: str, rule: str) -> dict[str, Any]:
        """One rule by its id, as a refusal names it"""
        text = ruleset(name).rules().get(rule)
        if text is None:
            raise not_found()
        return _rule(name, rule, text)


def ruleset(name: str) -> AnyRuleset:
    found = house().registry.get(name)
    if found is None:
        raise not_found()
    return found


def require_playable(rules: AnyRuleset, board: JsonObject) -> None:
    """Refuse a board with flaws."""
    try:
        board_hash(board)
    except NotCanonical as error:
        raise Problem("board-flawed", f"The board has no canonical form: {error}.", errors=[]) from None
    if flaws := rules.check_board(board):
        errors: list[Json] = [{"pointer": flaw.pointer, "code": flaw.code, "message": flaw.message} for flaw in flaws]
        raise Problem("board-flawed", f"The board has {len(errors)} flaws.", errors=errors)


def _line(rules: AnyRuleset) -> dict[str, Any]:
    return {
        "name": rules.name,
        "title": rules.title,
        "version": rules.version,
        "href": f"/v1/rulesets/{rules.name}",
    }


def _rule(name: str, rule: str, text: str) -> dict[str, Any]:
    return {"id": rule, "text": text, "href": f"/v1/rulesets/{name}/rules/{rule}"}
