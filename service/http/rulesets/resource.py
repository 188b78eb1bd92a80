"""Rulesets: their schemas, boards and rules."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import marshmallow as ma
from flask import Response, request
from flask.views import MethodView

from kontor.domain.kernel import model
from kontor.domain.kernel.boards import board_hash
from kontor.domain.kernel.canonical import Json, JsonObject, NotCanonical
from kontor.domain.kernel.labels import ENGLISH, NO_LABELS, language_of
from kontor.service.http.auth import Call, needs, public, require_account
from kontor.service.http.games.queries import LANGUAGE
from kontor.service.http.json_bodies import json_body
from kontor.service.http.openapi.components import documented_body, schemas_of
from kontor.service.http.parameters import text_parameter
from kontor.service.http.problems import Problem, not_among, too_much, unreadable
from kontor.service.http.rulesets.schemas import (
    LabelsSchema,
    RuleSchema,
    RulesetSchema,
    RulesetsSchema,
    RulesSchema,
    StoredBoardSchema,
)
from kontor.service.http.smorest import Blueprint
from kontor.service.http.visible_text import hidden_texts
from kontor.service.registry import AnyRuleset
from kontor.service.store.boards import TooManyBoards

LONGEST_BOARD = 80  # characters of a name or hash
HASH = re.compile(r"sha256:[0-9a-f]{64}").fullmatch

blp = Blueprint("rulesets", "/v1/rulesets", "rulesets")


@blp.route("")
class Rulesets(MethodView):
    @public
    @blp.operation("listRulesets", 200, RulesetsSchema)
    def get(self, call: Call) -> dict[str, Any]:
        """List the rulesets"""
        return {"items": [_line(rules) for rules in call.context.registry.values()]}


@blp.route("/<name>")
class OneRuleset(MethodView):
    @public
    @blp.operation("getRuleset", 200, RulesetSchema)
    def get(self, call: Call, name: str) -> dict[str, Any]:
        """Get a ruleset: seats, boards, bots, commands and options"""
        rules = ruleset_named(call, name)
        base = f"/v1/rulesets/{name}"
        return {
            **_line(rules),
            "seats": _seats(rules.seats),
            "colours": rules.colours,
            "order": rules.order({}),
            "bots": sorted(rules.bots),
            "bots_about": dict(rules.bots_about),
            "levels": [model.write(each) for each in rules.levels],
            "boards": [_board_line(rules, board, body) for board, body in rules.boards().items()],
            "categories": [model.write(each) for each in rules.categories],
            "decisions": [{"kind": kind, "text": text} for kind, text in rules.decisions.items()],
            "commands": list(rules.commands),
            "events": list(rules.events),
            "options": model.schema(rules.options),
            "schemas_href": f"{base}/schemas",
            "labels_href": f"{base}/labels",
            "rules_href": f"{base}/rules",
            **({} if rules.guide() is None else {"guide_href": f"/rules/{name}/how-to-play"}),
        }


@blp.route("/<name>/schemas")
class Schemas(MethodView):
    @public
    @blp.operation("getRulesetSchemas", 200, "JsonSchema", content_type="application/schema+json")
    def get(self, call: Call, name: str) -> Response:
        """Get the JSON Schemas of commands, events, options and states"""
        return Response(json.dumps(schemas_of(ruleset_named(call, name))), content_type="application/schema+json")


class LabelsQuery(ma.Schema):
    language = text_parameter(
        "Such as `de`. If the ruleset has no labels in this language, they are English.", LANGUAGE, default=ENGLISH
    )
    board = text_parameter("The name or hash of a board: also return the names of its things.", longest=LONGEST_BOARD)


@blp.route("/<name>/labels")
class Labels(MethodView):
    @public
    @blp.arguments(LabelsQuery(), location="query")
    @blp.operation("getRulesetLabels", 200, LabelsSchema)
    def get(self, call: Call, query: Mapping[str, str], name: str) -> dict[str, Any]:
        """Get the labels of commands, fields and values: what players read

        A sentence contains fields of the command in braces: `{post}`, or `{traders+merchants}` for several amounts.
        Text in square brackets is left out if a field in it is missing. A sentence may be an object with variants: `by`
        names the field whose value selects one, and `""` is the variant for all other values.
        """
        rules = ruleset_named(call, name)
        labels = rules.labels()
        language = language_of(labels, query["language"])
        things = rules.thing_names(board_named(call, rules, query["board"]), language) if "board" in query else {}
        return {**NO_LABELS, **labels.get(language, {}), "language": language, "things": dict(things)}


@blp.route("/<name>/boards")
class Boards(MethodView):
    @needs("game:create")
    @blp.doc(requestBody=documented_body("Board"))
    @blp.operation("storeBoard", 201, StoredBoardSchema, also=(422, 429))
    def post(self, call: Call, name: str) -> dict[str, Any]:
        """Check and store a custom board

        To play on the board, create a game with `"board": "sha256:…"`. If several accounts send the same board, the
        server stores it once. It never deletes the board of a game. It deletes an unused board 30 days after its last
        use.
        """
        rules = ruleset_named(call, name)
        board = json_body(request, call.context.settings.max_body_bytes)
        if not isinstance(board, dict):
            raise unreadable("", "wrong-type", "must be an object")
        require_playable(rules, board)
        _require_none(hidden_texts(board))  # not checked for boards that are stored already: games use them
        settings, account = call.context.settings, require_account(call)
        bounds = settings.boards_per_account, settings.board_bytes_per_account
        try:
            return {"hash": call.context.store.boards.put_own(rules.name, board, account, *bounds)}
        except TooManyBoards:
            raise too_much(
                f"An account can store up to {bounds[0]} boards and {bounds[1] // 1024} KiB in total. "
                "Use your stored boards, or wait: an unused board is deleted 30 days after its last use."
            ) from None


@blp.route("/<name>/boards/<board>")
class Board(MethodView):
    @public
    @blp.operation("getBoard", 200, "Board")
    def get(self, call: Call, name: str, board: str) -> Response:
        """Get a board, by its name or hash"""
        found = board_named(call, ruleset_named(call, name), board)
        response = Response(json.dumps(found), content_type="application/json")
        if HASH(board):
            response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


@blp.route("/<name>/rules")
class Rules(MethodView):
    @public
    @blp.operation("listRules", 200, RulesSchema)
    def get(self, call: Call, name: str) -> dict[str, Any]:
        """List all rules with their texts"""
        return {"ruleset": name, "items": [_rule(name, *each) for each in ruleset_named(call, name).rules().items()]}


@blp.route("/<name>/rules/<rule>")
class Rule(MethodView):
    @public
    @blp.operation("getRule", 200, RuleSchema)
    def get(self, call: Call, name: str, rule: str) -> dict[str, Any]:
        """Get a rule by its id, which refusals contain"""
        rules = ruleset_named(call, name).rules()
        text = rules.get(rule)
        if text is None:
            raise not_among("rule", rule, rules)
        return _rule(name, rule, text)


def ruleset_named(call: Call, name: str) -> AnyRuleset:
    found = call.context.registry.get(name)
    if found is None:
        raise not_among("ruleset", name, call.context.registry)
    return found


def board_named(call: Call, rules: AnyRuleset, board: str) -> JsonObject:
    """Return a board by its name or hash. Raise 404 if the board does not exist."""
    found = rules.boards().get(board)
    if found is None and HASH(board):
        found = call.context.store.boards.find(board)
    if found is None:
        raise not_among("board", board, rules.boards())
    return found


def require_playable(rules: AnyRuleset, board: JsonObject) -> None:
    """Raise 422 if the board is not playable."""
    try:
        board_hash(board)
    except NotCanonical as error:
        raise Problem("board-flawed", f"The board has no canonical form: {error}.", errors=[]) from None
    _require_none(rules.check_board(board))


def _require_none(flaws: Sequence[model.Flaw]) -> None:
    if flaws:
        errors: list[Json] = [{"pointer": flaw.pointer, "code": flaw.code, "message": flaw.message} for flaw in flaws]
        first = f"{flaws[0].pointer or '/'}: {flaws[0].message}"
        raise Problem("board-flawed", f"{first} ({len(errors)} flaws in all)", errors=errors)


def _line(rules: AnyRuleset) -> dict[str, Any]:
    return {
        "name": rules.name,
        "title": rules.title,
        "version": rules.version,
        "href": f"/v1/rulesets/{rules.name}",
    }


def _board_line(rules: AnyRuleset, name: str, body: JsonObject) -> dict[str, Any]:
    line = rules.board_line(body)
    href = f"/v1/rulesets/{rules.name}/boards/{name}"
    seats = _seats(line.seats or rules.seats)
    return {"name": name, "title": line.title or name, "seats": seats, "hash": board_hash(body), "href": href}


def _seats(seats: tuple[int, int]) -> dict[str, int]:
    return {"fewest": seats[0], "most": seats[1]}


def _rule(name: str, rule: str, text: str) -> dict[str, Any]:
    return {"id": rule, "text": text, "href": f"/v1/rulesets/{name}/rules/{rule}"}
