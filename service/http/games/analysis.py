"""Analysis of a finished game: for each decision, what a bot would have done, and how much worse the actual choice
was."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, get_args

import marshmallow as ma
from flask import Response
from flask.views import MethodView

from kontor.domain.kernel.canonical import canonical
from kontor.domain.kernel.ruleset import Missed
from kontor.service.engine.game_at import envelope_of
from kontor.service.http.auth import GameCall, needs_game
from kontor.service.http.fields import Registered, integer, list_of, nested_field, one_of, string
from kontor.service.http.games.queries import AnalysisQuery
from kontor.service.http.games.story import note_of
from kontor.service.http.jobs import JobSchema, require_job_allowed, start_job
from kontor.service.http.json_bodies import as_json
from kontor.service.http.paging import link_to
from kontor.service.http.problems import Problem
from kontor.service.http.smorest import GAME, Blueprint
from kontor.service.store.analyses import Analysis, StoredVerdict

blp = Blueprint("analysis", GAME, "results")
COST = "In hundredths of `judge.unit`"
MISSED = (
    "What the cost does not show. `win`: another command could have won the game in this turn. `chance`: the command "
    "ended the game with a loss, and another one would not have. The cost ignores who wins, so it may be small or 0."
)


class JudgeSchema(ma.Schema):
    bot = string("The bot that judged.", names="bot")
    revision = integer("The revision of the bot that judged. Costs of different revisions cannot be compared.")
    unit = string("The unit of the costs, which are in hundredths.")


class SeatAnalysisSchema(ma.Schema):
    seat = integer(names="seat")
    decisions = integer("How many decisions of the seat were judged.")
    agreed = integer("For how many decisions of the seat the judge found no better command.")
    cost = integer(f"{COST}, for all decisions together.")
    missed = integer("How many decisions missed a win or a chance.")


class VerdictSchema(ma.Schema):
    version = integer("The version of the game before the decision.")
    seat = integer(names="seat")
    bot = string("The bot that decided; null: a person.", names="bot", null=True)
    sent = Registered("Command", "The command that was sent.")
    best = Registered("Command", "The command that the judge would have sent.")
    cost = integer(f"{COST}. Null: the judge cannot say how much.", null=True)
    missed = one_of(get_args(Missed), MISSED, null=True)
    note = Registered("JsonValue", "What the player or bot noted about this decision, if anything.", optional=True)


class AnalysisSchema(ma.Schema):
    game = string(names="game")
    judge = nested_field(JudgeSchema, "Null: no client has requested an analysis.", null=True)
    decisions = integer("How many decisions the game had; 0 without a judge.")
    judged = integer("How many decisions were judged; fewer than `decisions` until the job is done.")
    seats = list_of(SeatAnalysisSchema, "The sums for each seat.")
    items = list_of(VerdictSchema, "The judged decisions of this page.")
    next = string("The address of the next page; null on the last one.", null=True)


def require_judged_later(call: GameCall) -> None:
    """Refuse callers who may not start a job, and games that are not over: an analysis would help a player."""
    require_job_allowed(call)
    if not call.at.game.is_ended:
        raise Problem("not-ended", "The server analyses only games that are over. For a practice game, ask for a hint.")


@blp.route("/analysis")
class AnalysisResource(MethodView):
    @needs_game("game:read", key_optional=True)
    @blp.arguments(AnalysisQuery(), location="query")
    @blp.operation("getAnalysis", 200, AnalysisSchema)
    def get(self, call: GameCall, query: Mapping[str, int]) -> Response:
        """Get the analysis of a game: what a bot would have done at each decision, and what the actual choice cost

        The bot used only information that the seat could see at that time. While the job runs, you get the decisions
        that were judged so far.
        """
        analyses, game = call.context.store.analyses, call.at.game.id
        sums, limit = analyses.sums(game), query["limit"]
        items = analyses.page(game, query["after"], limit)
        last = items[-1].version if len(items) == limit else None
        following = None if last is None else f"/v1/games/{game}/analysis?after={last}&limit={limit}"
        about, notes = analyses.about(game), _notes(call, items)
        body = {
            "game": str(game),
            "judge": _judge(about),
            "decisions": 0 if about is None else about.decisions,
            "judged": sum(each.decisions for each in sums),
            "seats": [asdict(each) for each in sums],
            "items": [{**_item(each), **notes.get(each.version, {})} for each in items],
            "next": following,
        }
        return as_json(body, headers=link_to(following))

    @needs_game("game:read", require=require_judged_later)
    @blp.operation("analyseGame", 202, JobSchema, also=(409,))
    def post(self, call: GameCall) -> Any:
        """Start the analysis of a game that is over

        A worker lets a bot judge every decision. Poll `Location` for the progress. The worker does not judge a decision
        twice.
        """
        return start_job(call, "analysis", canonical({"game": str(call.at.game.id)}))


def _notes(call: GameCall, items: Sequence[StoredVerdict]) -> Mapping[int, dict[str, Any]]:
    """Return the notes of players and bots on these decisions, by the version before each decision. Return no notes if
    the game is not over."""
    if not items or not call.at.game.is_ended:
        return {}
    first, last = items[0].version, items[-1].version
    events = call.context.games.events_after(call.at, first, last + 1 - first)
    noted = [each for each in events if envelope_of(each.record)["type"] == "note_sealed"]
    return {each.record.version - 1: {"note": note_of(each)} for each in noted}


def _judge(about: Analysis | None) -> dict[str, Any] | None:
    return None if about is None else {"bot": about.bot, "revision": about.revision, "unit": about.unit}


def _item(verdict: StoredVerdict) -> dict[str, Any]:
    return {**asdict(verdict), "sent": json.loads(verdict.sent), "best": json.loads(verdict.best)}
