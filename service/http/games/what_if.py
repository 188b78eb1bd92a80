"""What-if requests: try commands from any position at the end of a commit, without storing anything. The answer must
not reveal anything about the seed (docs/contract/commands.md)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

import marshmallow as ma
from flask import Response
from flask.views import MethodView

from kontor.domain.kernel import play
from kontor.domain.kernel.canonical import Json, canonical
from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.game import Game, require_state, table_of
from kontor.domain.kernel.secrets import draws_in
from kontor.domain.kernel.violation import NotStarted, NotYourDecision, Violation
from kontor.service.engine.game_at import GameAt
from kontor.service.http.auth import GameCall, needs_game
from kontor.service.http.fields import Registered, boolean, integer, list_of, nested_field
from kontor.service.http.games.commands import SeatCommand, facts, read_all, seat_to_act
from kontor.service.http.games.positions import position
from kontor.service.http.games.requests import WhatIfForm
from kontor.service.http.games.responses import FactSchema
from kontor.service.http.games.score import ScoreSchema, score_body
from kontor.service.http.json_bodies import as_json
from kontor.service.http.problems import of_violation, unreadable
from kontor.service.http.smorest import GAME, Blueprint, Form
from kontor.service.registry import AnyGame, AnyRuleset
from kontor.service.visibility import clearance_of

LABEL = b"kontor/what-if/1\n"

blp = Blueprint("what-if", GAME, "commands")


@dataclass(frozen=True, slots=True)
class Question:
    version: int
    commands: tuple[SeatCommand, ...]
    luck: int


class WhatIfSchema(ma.Schema):
    version = integer("The version from which the commands were tried.")
    determined = boolean("True if the game has ended: then its own draws were used.")
    events = list_of(FactSchema, "What would happen.")
    state = Registered("State", "The position afterwards.")
    awaiting = list_of(integer(names="seat"), "The seats that would have to decide then.")
    score = nested_field(ScoreSchema, "The score then.")


@blp.route("/what-if")
class WhatIf(MethodView):
    @needs_game("game:read", key_optional=True)
    @blp.arguments(Form(WhatIfForm, "WhatIfRequest"))
    @blp.operation("askWhatIf", 200, WhatIfSchema, also=(409, 422))
    def post(self, call: GameCall, asked: WhatIfForm) -> Response:
        """Try commands from any position

        The server stores nothing. You can start from any version at which a commit ends. In a running game the server
        fills in hidden information at random and uses other dice. In a game that has ended it uses the draws of the
        game, so you can change one command and keep all other dice.
        """
        try:
            body = try_commands(call, read_question(call.at, asked))
        except Violation as error:
            raise of_violation(error, call.at.rules.name) from None
        return as_json(body, headers={"Cache-Control": "no-store"})


def read_question(at: GameAt, asked: WhatIfForm) -> Question:
    """Read the commands of a request. Each value of `luck` gives other random hidden information and other dice."""
    version = at.game.version if asked.version is None else asked.version
    if version > at.game.version:
        raise unreadable("/version", "out-of-range", f"must be at most {at.game.version}, the current version")
    return Question(version, read_all(at.rules, asked.commands), asked.luck)


def try_commands(call: GameCall, asked: Question) -> dict[str, Any]:
    """Return the answer to a what-if request: the position after the commands, with the events and the score."""
    now, found = call.at, position(call.context.past_games, call.at, asked.version)
    if found.at.game.state is None:  # open, or aborted before it started
        raise NotStarted("The game had not started at this version. Choose a later version.")
    if not found.settled:
        raise unreadable("/version", "not-settled", "is inside a commit; choose the last version of a commit")
    eyes = clearance_of(call.context.store, call.caller, now).at(asked.version)
    at = found.at if now.game.is_ended else found.at.moved_to(_imaginary_game(found.at, eyes, asked))
    events: list[Json] = []
    for each in asked.commands:
        happened = play.act(at.rules, at.game, _seat(at, each), each.command)
        events.extend(facts(at.rules, happened))
        at = at.moved_to(_after(at.rules, at.game, happened))
    state = require_state(at.game)
    return {
        "version": asked.version,
        "determined": now.game.is_ended,
        "events": events,
        "state": at.rules.view(state, eyes),
        "awaiting": list(at.awaiting),
        "score": score_body(at.rules.score(state), False, asked.version),
    }


def _imaginary_game(at: GameAt, eyes: frozenset[int], asked: Question) -> AnyGame:
    """Return a game in which the caller sees the same, but with random hidden information and other dice."""
    game = at.game
    public: Json = {"game": str(game.id), "version": asked.version, "seats": sorted(eyes), "luck": asked.luck}
    key = sha256(LABEL + canonical(public)).digest()
    view = at.rules.view(require_state(game), eyes)
    state = at.rules.determinize(table_of(game), view, Dice(key, {}))
    imagined: AnyGame = Game(game.id, key, game.board)
    return replace(
        imagined,
        version=game.version,
        status=game.status,
        created=game.created,
        places=game.places,
        turn_order=game.turn_order,
        joint=sha256(b"dice\n" + key).digest(),
        state=state,
    )


def _after(rules: AnyRuleset, game: AnyGame, events: Sequence[object]) -> AnyGame:
    """Return the game after events that are not stored. These events have no sealed parts, so the log is not needed."""
    version, state, counters = game.version, game.state, dict(game.counters)
    for event in events:
        version += 1
        state = rules.evolve(state, event, version)
        counters.update({draw.purpose: draw.counter + 1 for draw in draws_in(event)})
    status = "scoring" if rules.is_over(state) else game.status
    return replace(game, version=version, state=state, counters=counters, status=status)


def _seat(at: GameAt, asked: SeatCommand) -> int:
    """Return the seat that sends a command. In a what-if request any caller may play any seat."""
    seat = asked.seat if asked.seat is not None else seat_to_act(at.may_act, f"{asked.pointer}/seat")
    if seat is None:
        raise NotYourDecision("The game is over in this position. No seat can act.")
    return seat
