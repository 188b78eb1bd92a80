"""The score of a game: totals, ranks, and a ledger with the reason for all points."""

from collections.abc import Mapping
from typing import cast

import marshmallow as ma
from flask import Response
from flask.views import MethodView

from kontor.domain.kernel import model
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.game import require_state, table_of
from kontor.domain.kernel.play import PAPER
from kontor.domain.kernel.ruleset import Score
from kontor.domain.kernel.violation import NotStarted
from kontor.service.engine.game_at import GameAt
from kontor.service.http.auth import GameCall, needs_game
from kontor.service.http.fields import boolean, integer, list_of, mapping_of, string
from kontor.service.http.games.positions import position
from kontor.service.http.json_bodies import as_json
from kontor.service.http.parameters import integer_parameter
from kontor.service.http.smorest import GAME, Blueprint
from kontor.service.visibility import clearance_of

blp = Blueprint("score", GAME, "results")


class ScoreQuery(ma.Schema):
    version = integer_parameter("The version of the game. The default is the current one.", 1)


class SeatScoreSchema(ma.Schema):
    seat = integer(names="seat")
    total = integer("The sum of all points.")
    rank = integer("1 is the winner. Equal seats share a rank.")
    breakdown = mapping_of(integer(), "The points of each category of the ruleset.")


class LedgerLineSchema(ma.Schema):
    """Some points of a seat, and the rule that gives them."""

    seat = integer(names="seat")
    points = integer("How many points.")
    category = string(names="category")
    rule = string("The rule that gives the points.", names="rule")
    version = integer("The version of the event that brought the points, if it was a single event.", optional=True)
    about = list_of(string(), "The cities, routes or other things that brought the points.")


class ScoreSchema(ma.Schema):
    final = boolean("True if the game is over. Before, the score is what the seats would get now.")
    version = integer("The version of the game: the number of the newest event that the answer takes into account.")
    seats = list_of(SeatScoreSchema, "The score of each seat.")
    ledger = list_of(LedgerLineSchema, "All gains of points, each with its rule.")


@blp.route("/score")
class ScoreResource(MethodView):
    @needs_game("game:read", key_optional=True)
    @blp.arguments(ScoreQuery(), location="query")
    @blp.operation("getScore", 200, ScoreSchema, also=(409,))
    def get(self, call: GameCall, query: Mapping[str, int]) -> Response:
        """Get the score with its ledger, now or at any version

        Each line of the ledger has a rule, an event and points. In a running game the score uses only information that
        you may see. The server fills in hidden information at random.
        """
        at = position(call.context.past_games, call.at, query.get("version")).at
        if at.game.state is None:
            raise NotStarted("The game has not started. There is nothing to score yet.")
        score = score_now(at, clearance_of(call.context.store, call.caller, call.at).at(at.game.version))
        return as_json(score_body(score, at.game.status == "finished", at.game.version))


def score_now(at: GameAt, eyes: frozenset[int]) -> Score:
    """Return the score as the seats `eyes` can compute it. Hidden information is filled in at random, with the same
    random numbers for all callers."""
    game, state = at.game, require_state(at.game)
    everything = frozenset(place.seat for place in game.places)
    view = at.rules.view(state, eyes)
    if game.is_ended or view == at.rules.view(state, everything):
        return at.rules.score(state)
    return at.rules.score(at.rules.determinize(table_of(game), view, Dice(PAPER, {})))


def score_body(score: Score, final: bool, version: int) -> JsonObject:
    return {"final": final, "version": version, **cast(JsonObject, model.write(score))}
