"""What people at a table decide together: whoever calls agrees, and when all have, it happens.

A seat that a bot plays is not asked, nor is whoever has deleted their account. A token for a seat has no say: it plays.
"""

from collections.abc import Collection, Mapping
from typing import cast

from flask import Response
from flask.views import MethodView

from kontor.domain.kernel.canonical import JsonObject, canonical_text, parse_strict
from kontor.service.engine.game_at import GameAt
from kontor.service.http.auth import GameCall, needs_game, require_account
from kontor.service.http.games.json_answers import as_json
from kontor.service.http.games.responses import AgreementsSchema
from kontor.service.http.problems import Problem
from kontor.service.http.smorest import Blueprint
from kontor.service.store import Store
from kontor.service.visibility.access import seats_held

blp = Blueprint(
    "agreements",
    __name__,
    url_prefix="/v1/games/<uuid:game_id>",
    description="What the people at a table have agreed to so far.",
)


def require_sitting(call: GameCall) -> None:
    """Whoever sits at the table has a say in what happens to the game as a whole."""
    require_account(call)
    if not seats_held(call.caller, call.at):
        raise Problem("forbidden", "Only those who sit at the table have a say in this.")


@blp.route("/agreements")
class Agreements(MethodView):
    @needs_game("game:read", require=require_sitting)
    @blp.response(200, AgreementsSchema)
    @blp.doc(operationId="listAgreements")
    def get(self, call: GameCall) -> Response:
        """What the people at the table are asked

        To abort, to undo, to pause: who agrees by now, and who has yet to, by making the same call. An undo is agreed
        to for one version: once the game moves on, it is gone.
        """
        game, votes = call.at.game, call.context.votes
        people = people_at(call.context.store, call.at)
        asked = {} if game.status != "running" else votes.standing(game.id)
        items = [{**_read(subject), **_tally(people, agreed)} for subject, agreed in asked.items()]
        return as_json({"version": game.version, "items": [each for each in items if is_current(each, game.version)]})


def is_current(asked: JsonObject, version: int) -> bool:
    return asked.get("version", version) == version


def agree(call: GameCall, asked: JsonObject) -> Response | None:
    """Note that the caller agrees; the answer for the time being, or None once all people at the table do."""
    game, held = call.at.game, seats_held(call.caller, call.at)
    mine = [str(place.participant) for place in game.places if place.seat in held]
    call.context.votes.cast(game.id, canonical_text(asked), mine)
    agreed = call.context.votes.standing(game.id)[canonical_text(asked)]
    tally = _tally(people_at(call.context.store, call.at), agreed)
    return as_json(tally, 202) if tally["missing"] else None


def settle(call: GameCall, asked: JsonObject) -> None:
    """Called before it happens: if the process dies in between, all are asked once more, and never once too seldom."""
    call.context.votes.settle(call.at.game.id, canonical_text(asked))


def people_at(store: Store, at: GameAt) -> Mapping[str | None, int]:
    """By participant, the seats of those at the table who can be asked."""
    known = {each.participant for each in store.participants.of_game(at.game.id)}
    return {each.participant: each.seat for each in at.game.places if each.bot is None and each.participant in known}


def _tally(people: Mapping[str | None, int], agreed: Collection[str | None]) -> Mapping[str, list[int]]:
    return {
        "agreed": sorted(seat for participant, seat in people.items() if participant in agreed),
        "missing": sorted(seat for participant, seat in people.items() if participant not in agreed),
    }


def _read(subject: str) -> JsonObject:
    return cast(JsonObject, parse_strict(subject))
