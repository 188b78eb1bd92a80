"""The recorded games of the rulesets. The home page replays them until a game is finished on this server."""

from collections.abc import Mapping
from functools import cache
from typing import cast
from uuid import UUID

from flask import Response, request

from kontor.domain.kernel.canonical import JsonObject, parse
from kontor.domain.kernel.drawing.changes import mark_changes, titles_in
from kontor.domain.kernel.drawing.crop import crop_to_map
from kontor.domain.kernel.drawing.model import Drawing
from kontor.domain.kernel.event_lines import commits_of, record_of
from kontor.domain.kernel.fold import fold
from kontor.domain.kernel.game import table_of
from kontor.service.audit.bundle import read_bundle, seed_of
from kontor.service.engine.game_at import new_game
from kontor.service.http.auth import Call, public
from kontor.service.http.json_bodies import as_json
from kontor.service.http.pages.page import blp
from kontor.service.http.pictures import paint, picture, theme_of
from kontor.service.http.problems import not_found
from kontor.service.registry import AnyGame, AnyRuleset

A_DAY = {"Cache-Control": "public, max-age=86400"}  # not longer: a release may have another game


@blp.get("/recorded")
@public
def list_recorded_games(call: Call) -> Response:
    """List the recorded games, with the versions that can be drawn."""
    rulesets = [rules for rules in call.context.registry.values() if _positions(rules)]
    return as_json({"items": [_line(rules) for rules in rulesets]}, headers=A_DAY)


@blp.get("/recorded/<name>/board.svg")
@public
def recorded_position(call: Call, name: str) -> Response:
    """Draw a position of a recorded game with all secrets open, and mark the objects that the last commit changed.
    Without a version, draw a position from the middle of the game."""
    return _picture_of(_drawing(call, name))


@blp.get("/recorded/<name>/map.svg")
@public
def recorded_map(call: Call, name: str) -> Response:
    """Draw the map of a recorded position without header and panels."""
    return _picture_of(crop_to_map(_drawing(call, name)))


def _picture_of(drawing: Drawing) -> Response:
    theme = theme_of({"theme": request.args.get("theme", "")})
    return picture(paint(drawing, theme), theme, A_DAY)


def _drawing(call: Call, name: str) -> Drawing:
    call.context.limits.require_within(call.caller, "game:read", request.remote_addr)
    rules = call.context.registry.get(name)
    found = {} if rules is None else _positions(rules)
    middle = list(found)[len(found) // 2] if found else 0
    version = request.args.get("version", middle, int)
    if rules is None or version not in found:
        raise not_found()
    before = max((each for each in found if each < version), default=version)
    return mark_changes(_draw(rules, found[version]), titles_in(_draw(rules, found[before])))


def cover_of(rules: AnyRuleset) -> str:
    """Return the address of a picture of the game: a position with many pieces, or else an empty board."""
    if rules.recorded() is not None:
        return f"/recorded/{rules.name}/map.svg"
    return f"/v1/rulesets/{rules.name}/boards/{rules.usual_board(rules.seats[0])}/board.svg"


def _line(rules: AnyRuleset) -> JsonObject:
    found = _positions(rules)
    seats = len(next(iter(found.values())).places)
    return {"ruleset": rules.name, "href": f"/recorded/{rules.name}", "seats": seats, "settled": list(found)}


def _draw(rules: AnyRuleset, game: AnyGame) -> Drawing:
    everybody = frozenset(place.seat for place in game.places)
    return rules.draw(table_of(game), rules.view(game.state, everybody))


@cache  # a few hundred positions, which share most objects
def _positions(rules: AnyRuleset) -> Mapping[int, AnyGame]:
    """Return the states of the ruleset's recorded game: the game after each commit, by version. The result is empty if
    the ruleset has no recorded game."""
    content = rules.recorded()
    if content is None:
        return {}
    bundle = read_bundle(content)
    lines = [cast(JsonObject, parse(line)) for line in bundle.lines]
    game_id = UUID(cast(str, cast(JsonObject, bundle.header)["game"]))
    game = new_game(game_id, seed_of(lines), cast(JsonObject, bundle.board))
    found: dict[int, AnyGame] = {}
    for commit in commits_of(lines):
        game = fold(rules, game, [record_of(line) for line in commit])
        if game.state is not None:
            found[game.version] = game
    return found
