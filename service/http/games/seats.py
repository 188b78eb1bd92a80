"""Seats: join, leave, resign, return, a token for one; and the end that players agree on."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import UUID

import structlog
from flask import Response, request
from flask.views import MethodView

from kontor.domain.kernel import play
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.commits import SYSTEM, Command, commit, seat_actor
from kontor.domain.kernel.game import Place
from kontor.domain.kernel.lifecycle import AbortReason, BotHolder, ParticipantHolder, SeatTaken
from kontor.domain.kernel.violation import GameOver
from kontor.service.api_keys import SEAT_PREFIX, mint
from kontor.service.clock import new_id, new_participant, now
from kontor.service.engine.game_at import Seen
from kontor.service.engine.games import Decide
from kontor.service.engine.moves import Move
from kontor.service.http.auth import account, caller, held_by, needs, seen
from kontor.service.http.context import house
from kontor.service.http.games.idempotency import change, outcome, was_answered
from kontor.service.http.games.requests import AbortForm, ChangeHeaders, CommandHeaders, JoinForm, NoForm, ResignForm
from kontor.service.http.games.resource import as_json
from kontor.service.http.games.responses import OutcomeSchema, TokenSchema, VotesSchema
from kontor.service.http.problems import Problem, not_found, unreadable
from kontor.service.http.smorest import Blueprint, Form
from kontor.service.store import Seated
from kontor.service.store.lookup import Caller

log = structlog.get_logger()

blp = Blueprint("seats", __name__, url_prefix="/v1/games/<uuid:game_id>", description="Sit down, stand up, hand over.")


@blp.route("/seats/<int:seat>/join")
class Join(MethodView):
    @needs("game:play", then=lambda: (_place(), account()))
    @blp.arguments(Form(JoinForm, optional=True), required=False, example={"colour": "blue"})
    @blp.arguments(CommandHeaders, location="headers")
    @blp.response(201, OutcomeSchema)
    @blp.alt_response(409, "Problem")
    def post(self, asked: JoinForm, headers: Mapping[str, str], game_id: UUID, seat: int) -> Response:
        """Sit down

        The last one to sit down starts the game. A nonce of your own makes sure that nobody else chose the dice.
        """
        sitting, who = new_participant(), account()

        def decide(at: Seen) -> Move:
            taker = SeatTaken(seat, sitting, asked.nonce, False, asked.colour)
            move = _move(at, seat, {"type": "join"}, play.take_seat(at.rules, at.game, taker))
            return Move(move.commits, (Seated(sitting, seat, who),))

        return change(game_id, decide, outcome(_seated(sitting)), headers)


@blp.route("/seats/<int:seat>/leave")
class Leave(MethodView):
    @needs("game:play", then=lambda: _unless_answered(_require_held))
    @blp.arguments(Form(NoForm, optional=True), required=False)
    @blp.arguments(CommandHeaders, location="headers")
    @blp.response(201, OutcomeSchema)
    @blp.alt_response(409, "Problem")
    def post(self, _: NoForm, headers: Mapping[str, str], game_id: UUID, seat: int) -> Response:
        """Stand up again, before the start"""

        def decide(at: Seen) -> Move:
            place = _require_held(at)
            events = play.leave_seat(at.game, seat)
            return Move(_move(at, seat, {"type": "leave"}, events).commits, left=(str(place.participant),))

        return change(game_id, decide, outcome(caller()), headers)


@blp.route("/seats/<int:seat>/resign")
class Resign(MethodView):
    @needs("game:play", then=lambda: _unless_answered(_require_held))
    @blp.arguments(Form(ResignForm, optional=True), required=False, example={"bot": "random"})
    @blp.arguments(CommandHeaders, location="headers")
    @blp.response(201, OutcomeSchema)
    @blp.alt_response(409, "Problem")
    def post(self, asked: ResignForm, headers: Mapping[str, str], game_id: UUID, seat: int) -> Response:
        """Hand the seat to a bot; you may return"""
        bots = seen().rules.bots
        if asked.bot not in bots:
            raise unreadable("/bot", "not-one-of", f"bots are {', '.join(sorted(bots))}")

        def decide(at: Seen) -> Move:
            place = _require_held(at)
            play.require_playing(at.game)
            events = play.change_seat(at.game, seat, BotHolder("bot", asked.bot), "resigned")
            return Move(_move(at, seat, {"type": "resign"}, events).commits, left=(str(place.participant),))

        return change(game_id, decide, outcome(caller()), headers)


@blp.route("/seats/<int:seat>/return")
class Return(MethodView):
    @needs("game:play", then=lambda: _require_own(seen()))
    @blp.arguments(Form(NoForm, optional=True), required=False)
    @blp.arguments(CommandHeaders, location="headers")
    @blp.response(201, OutcomeSchema)
    @blp.alt_response(409, "Problem")
    def post(self, _: NoForm, headers: Mapping[str, str], game_id: UUID, seat: int) -> Response:
        """Take your seat back from the bot that plays it"""
        who = caller().account

        def decide(at: Seen) -> Move:
            place = _require_own(at)
            play.require_playing(at.game)
            if place.bot is None:
                raise Problem("seat-not-held", f"You hold seat {seat} already; no bot plays it.")
            holder = ParticipantHolder("participant", str(place.participant))
            move = _move(at, seat, {"type": "return"}, play.change_seat(at.game, seat, holder, "returned"))
            return Move(move.commits, (Seated(holder.participant, seat, who),) if who is not None else ())

        return change(game_id, decide, outcome(caller()), headers)


@blp.route("/seats/<int:seat>/token")
class Token(MethodView):
    @needs("game:play", then=lambda: (account(), _require_held(seen())))
    @blp.arguments(Form(NoForm, optional=True), required=False)
    @blp.response(201, TokenSchema)
    def post(self, _: NoForm, game_id: UUID, seat: int) -> dict[str, Any]:
        """Make a token for this one seat

        Give it to a bot or to a friend: it plays the seat as long as you hold it, and nothing else.
        """
        owner, place = account(), _require_held(seen())
        token = mint(SEAT_PREFIX)
        house().accounts.add_token(new_id(), owner, token, game_id, seat, str(place.participant))
        return {"token": token.text, "game": game_id, "seat": seat}

    @needs("game:play", then=lambda: (account(), _require_held(seen())))
    @blp.response(204)
    def delete(self, game_id: UUID, seat: int) -> None:
        """Revoke all tokens of your seat"""
        place = _require_held(seen())
        house().accounts.revoke_tokens(game_id, str(place.participant))


@blp.route("/abort")
class Abort(MethodView):
    @needs("game:play", then=lambda: _unless_answered(_require_say))
    @blp.arguments(Form(AbortForm, optional=True), required=False)
    @blp.arguments(ChangeHeaders, location="headers")
    @blp.response(201, OutcomeSchema)
    @blp.alt_response(202, schema=VotesSchema, description="Noted; others have yet to agree", success=True)
    @blp.alt_response(409, "Problem")
    def post(self, asked: AbortForm, headers: Mapping[str, str], game_id: UUID) -> Response:
        """End the game without a result

        While it is open its creator may. Once it runs all people at the table have to agree: each calls this once. An
        administrator may with a reason. The seed is published, so that the log opens.
        """
        if "admin" in caller().scopes:
            if asked.reason is None:
                raise unreadable("/reason", "missing-field", "an administrator says why")
            log.warning("aborted by an administrator", game=str(game_id), account=str(account()), reason=asked.reason)
            return change(game_id, _aborting(lambda _: "admin"), outcome(caller()), headers)
        at = seen()
        if at.game.status != "running":  # open, or refused as over unless it is this request that ended it
            return change(game_id, _aborting(_as_creator), outcome(caller()), headers)
        people = _people(at)
        mine = [str(place.participant) for place in at.game.places if place.seat in held_by(caller(), at)]
        agreed = house().accounts.vote_abort(game_id, mine)
        if missing := sorted(seat for who, seat in people.items() if who not in agreed):
            done = sorted(seat for who, seat in people.items() if who in agreed)
            return as_json({"agreed": done, "missing": missing}, 202)
        return change(game_id, _aborting(lambda _: "agreed"), outcome(caller()), headers)


def _people(at: Seen) -> dict[str | None, int]:
    """Those at the table who can be asked; whoever deleted their account cannot."""
    known = {each.participant for each in house().store.participants(at.game.id)}
    return {each.participant: each.seat for each in at.game.places if each.bot is None and each.participant in known}


def _as_creator(at: Seen) -> AbortReason:
    if at.game.status == "running":
        raise GameOver("The game has started meanwhile; now all people at the table have to agree.")
    _require_say(at)
    return "creator"


def _require_say(at: Seen) -> None:
    """Whether the caller has a say in ending the game."""
    who = caller()
    is_creator = at.creator is not None and at.creator == who.account and not who.is_token
    if "admin" in who.scopes or (is_creator if at.game.status == "open" else held_by(who, at)):
        return
    if at.game.is_ended or at.game.status == "scoring":
        raise GameOver("The game is over already.")
    people = "its creator" if at.game.status == "open" else "those who sit at the table"
    raise Problem("forbidden", f"Only {people} may end the game now.")


def _aborting(reason: Callable[[Seen], AbortReason]) -> Decide:
    def decide(at: Seen) -> Move:
        events = play.abort(at.game, reason(at))
        return Move((commit(at.rules, at.game, Command(new_id(), SYSTEM, {"type": "abort"}), events, now()),))

    return decide


def _move(at: Seen, seat: int, body: JsonObject, events: Sequence[object]) -> Move:
    return Move((commit(at.rules, at.game, Command(new_id(), seat_actor(seat), body), events, now()),))


def _place() -> Place:
    """The chair of the address; a game never gets more of them or fewer."""
    seat = (request.view_args or {})["seat"]
    if not 1 <= seat <= len(seen().game.places):
        raise not_found()
    return seen().game.place(seat)


def _unless_answered(require: Callable[[Seen], object]) -> None:
    """Whoever left a seat or ended a game holds it no longer, but may still come back for the answer."""
    try:
        require(seen())
    except (Problem, GameOver):
        if not was_answered():
            raise


def _require_held(at: Seen) -> Place:
    place = at.game.place(_place().seat)
    if place.seat not in held_by(caller(), at):
        raise Problem("forbidden", f"You do not hold seat {place.seat}.")
    return place


def _require_own(at: Seen) -> Place:
    place = at.game.place(_place().seat)
    if place.participant is None or place.participant not in caller().participants:
        raise Problem("forbidden", f"Seat {place.seat} is not yours.")
    return place


def _seated(participant: str) -> Caller:
    """The caller with the seat they are just taking."""
    who = caller()
    return Caller(who.id, who.account, who.scopes, who.participants | {participant}, who.seat, who.game_id)
