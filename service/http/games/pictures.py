"""The board of a game as SVG or text, drawn from the same view as the answer of `/state`."""

import json
from collections.abc import Mapping
from typing import Any, cast

from flask import Response
from flask.views import MethodView

from kontor.domain.kernel.drawing.changes import mark_changes, titles_in
from kontor.domain.kernel.drawing.model import Drawing
from kontor.domain.kernel.game import table_of
from kontor.service.engine.game_at import GameAt, envelope_of
from kontor.service.engine.log_pages import page_after
from kontor.service.http.auth import GameCall, needs_game
from kontor.service.http.games.positions import position, view_asked
from kontor.service.http.games.queries import StateQuery
from kontor.service.http.games.state import Seen, seen_at
from kontor.service.http.pictures import SVG, Form, TextQuery, ThemeQuery, paint, picture, text_options, theme_of
from kontor.service.http.smorest import ETAG, GAME, Blueprint
from kontor.service.visibility import clearance_of

A_DAY = "public, max-age=86400"  # not longer: a release may change the drawing

blp = Blueprint("pictures", GAME, "state")


class SvgQuery(StateQuery, ThemeQuery):
    pass


class BoardTextQuery(StateQuery, TextQuery):
    pass


@blp.route("/board.svg")
class BoardSvg(MethodView):
    @needs_game("game:read", key_optional=True)
    @blp.arguments(SvgQuery(), location="query")
    @blp.operation("getBoardSvg", 200, {"type": "string"}, also=(304,), content_type=SVG, headers=ETAG)
    def get(self, call: GameCall, query: Mapping[str, Any]) -> Response:
        """Get a picture of the position, now or at any version, as you may see it

        Each object of the game is a group with `data-kind` (the `x-kind` of the schemas) and `data-id` (the id that
        commands use). If an object is a part of another object, `data-of` is the id of that object. `data-changed`
        marks the objects that the last commit changed. To show the map and its panels separately, use `data-map` of
        the picture and `data-area` of each panel (`data-part`) as `viewBox`.
        """
        return _picture(call, query, theme_of(query))


@blp.route("/board.txt")
class BoardText(MethodView):
    @needs_game("game:read", key_optional=True)
    @blp.arguments(BoardTextQuery(), location="query")
    @blp.operation("getBoardText", 200, {"type": "string"}, also=(304,), content_type="text/plain", headers=ETAG)
    def get(self, call: GameCall, query: Mapping[str, Any]) -> Response:
        """Get the position as text, for terminals and screen readers"""
        return _picture(call, query, text_options(query))


def _picture(call: GameCall, query: Mapping[str, Any], form: Form) -> Response:
    seen = seen_at(call, query.get("version"), view_asked(query))
    text = call.context.answer_cache.cached_text(
        seen.found.at, ("board", seen.eyes, form), lambda: paint(_drawing(call, seen), form)
    )
    return picture(text, form, _headers(call.at, "version" in query))


def _headers(now: GameAt, fixed: bool) -> dict[str, str]:
    """Return the headers of a picture. Its cache time is shorter than the cache time of `/state`."""
    lasts = now.game.is_ended and fixed and now.settings.visibility != "private"
    return {"Cache-Control": A_DAY if lasts else "private, no-cache", "Vary": "Accept, Authorization"}


def _drawing(call: GameCall, seen: Seen) -> Drawing:
    """Draw a position, and mark the objects that its commit changed."""
    drawing = _draw(seen.found.at, seen.eyes)
    _titles(call, seen.found.at, seen.eyes, drawing)  # caches them: the next position is compared with them
    before = _commit_before(call, seen.found.at)
    if before == 0:
        return drawing
    earlier = position(call.context.past_games, call.at, before).at
    eyes = seen.eyes & clearance_of(call.context.store, call.caller, call.at).at(before)
    return mark_changes(drawing, _titles(call, earlier, eyes)) if earlier.game.state is not None else drawing


def _titles(call: GameCall, at: GameAt, eyes: frozenset[int], drawing: Drawing | None = None) -> Mapping[str, str]:
    """Return the titles of all objects in a position, from the cache if the position was drawn before."""
    key = ("titles", eyes)
    text = call.context.answer_cache.cached_json(at, key, lambda: titles_in(drawing or _draw(at, eyes)))
    return cast("Mapping[str, str]", json.loads(text))


def _draw(at: GameAt, eyes: frozenset[int]) -> Drawing:
    """Draw a position from the view of these seats, so that the picture cannot show a secret of other seats."""
    game = at.game
    return at.rules.draw(table_of(game), None if game.state is None else at.rules.view(game.state, eyes))


def _commit_before(call: GameCall, at: GameAt) -> int:
    """Return the last version of the commit before this position, or 0 if there is no earlier commit."""
    page = page_after(call.context.store, at.game.id, at.game.version - 1, 1, at.head)
    command = cast("dict[str, Any]", envelope_of(page.events[0].record)["command"])
    return int(command["first"]) - 1
