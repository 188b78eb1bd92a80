"""Votes: an abort, undo or pause happens when all people at the table have made the same call.

Deleted accounts, and seats that a bot plays, do not vote. A seat token can only play, not vote.
"""

from collections.abc import Collection, Mapping
from typing import cast

import marshmallow as ma
from flask import Response
from flask.views import MethodView

from kontor.domain.kernel.canonical import JsonObject, canonical_text, parse_strict
from kontor.service.engine.game_at import GameAt
from kontor.service.http.auth import GameCall, needs_game, require_account
from kontor.service.http.fields import integer, list_of, one_of, string
from kontor.service.http.games.responses import VotesSchema
from kontor.service.http.json_bodies import as_json
from kontor.service.http.problems import Problem
from kontor.service.http.smorest import GAME, Blueprint
from kontor.service.store.store import Store
from kontor.service.visibility import seats_held

blp = Blueprint("agreements", GAME, "agreements")

voted = blp.alt_response(  # the answer of a call that needs the votes of all people
    202, schema=VotesSchema, description="Your vote is stored; other people must still agree", success=True
)


def require_sitting(call: GameCall) -> None:
    """Refuse callers who hold no seat, and callers with a seat token."""
    require_account(call)
    if not seats_held(call.caller, call.at):
        raise Problem("forbidden", "Only people at the table can vote on this.")


class AgreementSchema(VotesSchema):
    about = one_of(["abort", "undo", "pause"], "What the people vote on.")
    to = integer("For an undo: the version to go back to.", optional=True)
    version = integer("For an undo: the version of the game at which the vote is valid.", optional=True)
    until = string("For a pause: when the clocks run again at the latest.", optional=True)


class AgreementsSchema(ma.Schema):
    version = integer("The version of the game: the number of the newest event that the answer takes into account.")
    items = list_of(AgreementSchema, "The votes that are open now.")


@blp.route("/agreements")
class Agreements(MethodView):
    @needs_game("game:read", require=require_sitting)
    @blp.operation("listAgreements", 200, AgreementsSchema)
    def get(self, call: GameCall) -> Response:
        """List open votes of the people at the table

        There are votes to abort, to undo and to pause. Each vote lists the seats that have agreed and the seats that
        have not. A player agrees by making the same call. A vote to undo is for one version and ends when the game
        changes.
        """
        game, votes = call.at.game, call.context.store.votes
        people = people_at(call.context.store, call.at)
        asked = {} if game.status != "running" else votes.standing(game.id)
        items = [{**_read_subject(subject), **_tally(people, agreed)} for subject, agreed in asked.items()]
        return as_json({"version": game.version, "items": [each for each in items if is_current(each, game.version)]})


def is_current(asked: JsonObject, version: int) -> bool:
    return asked.get("version", version) == version


def agree(call: GameCall, asked: JsonObject) -> Response | None:
    """Store the vote of the caller. Return an answer with the votes so far, or None if all people have agreed."""
    game, held = call.at.game, seats_held(call.caller, call.at)
    mine = [str(place.participant) for place in game.places if place.seat in held]
    call.context.store.votes.cast(game.id, canonical_text(asked), mine)
    agreed = call.context.store.votes.standing(game.id)[canonical_text(asked)]
    tally = _tally(people_at(call.context.store, call.at), agreed)
    return as_json(tally, 202) if tally["missing"] else None


def settle(call: GameCall, asked: JsonObject) -> None:
    """Delete the votes on a change of the game. Call this before the change: if the process dies between the two, the
    people must vote again."""
    call.context.store.votes.settle(call.at.game.id, canonical_text(asked))


def people_at(store: Store, at: GameAt) -> Mapping[str | None, int]:
    """Return the people who can vote: the seat of each participant."""
    known = {each.participant for each in store.participants.of_game(at.game.id)}
    return {each.participant: each.seat for each in at.game.places if each.bot is None and each.participant in known}


def _tally(people: Mapping[str | None, int], agreed: Collection[str | None]) -> Mapping[str, list[int]]:
    return {
        "agreed": sorted(seat for participant, seat in people.items() if participant in agreed),
        "missing": sorted(seat for participant, seat in people.items() if participant not in agreed),
    }


def _read_subject(subject: str) -> JsonObject:
    return cast(JsonObject, parse_strict(subject))
