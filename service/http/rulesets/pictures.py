"""Pictures of boards. A client names a board of a ruleset by its name, and a stored board by its hash."""

from collections.abc import Mapping
from typing import Any

from flask import Response, request
from flask.views import MethodView

from kontor.domain.kernel.ruleset import Table
from kontor.service.http.auth import Call, public
from kontor.service.http.pictures import SVG, Form, TextQuery, ThemeQuery, paint, picture, text_options, theme_of
from kontor.service.http.problems import not_found
from kontor.service.http.rulesets.resource import HASH, board_named, ruleset_named
from kontor.service.http.smorest import Blueprint

AN_HOUR = {"Cache-Control": "public, max-age=3600"}

blp = Blueprint("board_pictures", "/v1/rulesets", "rulesets")


@blp.route("/<name>/boards/<board>/board.svg")
class EmptyBoardSvg(MethodView):
    @public
    @blp.arguments(ThemeQuery(), location="query")
    @blp.operation("getEmptyBoardSvg", 200, {"type": "string"}, also=(304,), content_type=SVG)
    def get(self, call: Call, query: Mapping[str, Any], name: str, board: str) -> Response:
        """Get a picture of a board, by its name or hash"""
        return _picture(call, name, board, theme_of(query))


@blp.route("/<name>/boards/<board>/board.txt")
class EmptyBoardText(MethodView):
    @public
    @blp.arguments(TextQuery(), location="query")
    @blp.operation("getEmptyBoardText", 200, {"type": "string"}, also=(304,), content_type="text/plain")
    def get(self, call: Call, query: Mapping[str, Any], name: str, board: str) -> Response:
        """Get a board as text, by its name or hash"""
        return _picture(call, name, board, text_options(query))


def _picture(call: Call, name: str, board: str, form: Form) -> Response:
    """Return a picture of a board. The rate limit of the client's address applies, because drawing is slow and needs no
    key."""
    call.context.limits.require_within(call.caller, "game:read", request.remote_addr)
    rules = ruleset_named(call, name)
    found = board_named(call, rules, board)
    if HASH(board) and rules.check_board(found):  # a board of another ruleset: all are in one table
        raise not_found()
    drawing = rules.draw(Table(found, {}, ()), None)
    return picture(paint(drawing, form), form, AN_HOUR)
