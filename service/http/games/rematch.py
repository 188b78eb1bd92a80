"""Rematch: a new game with the same settings and people. A game has one rematch, however many players ask for it."""

import secrets
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

from flask import Response
from flask.views import MethodView

from kontor.domain.kernel.game import Place, require_created
from kontor.service.clock import new_id, utc_now
from kontor.service.engine.game_at import GameAt
from kontor.service.engine.loaded_games import NoSuchGame
from kontor.service.engine.moves import Move
from kontor.service.game_settings import chosen_settings
from kontor.service.http.auth import GameCall, needs_game, require_account
from kontor.service.http.games import summaries
from kontor.service.http.games.create import create_game, first_move, new_row, plan_of, require_room_for_game
from kontor.service.http.games.requests import NewGameForm, NothingSaidForm, SeatRequest
from kontor.service.http.games.responses import CreatedSchema, SummarySchema
from kontor.service.http.json_bodies import as_json
from kontor.service.http.problems import Problem
from kontor.service.http.smorest import GAME, LOCATION, Blueprint, Form
from kontor.service.registry import AnyGame
from kontor.service.store.invitations import Invitation
from kontor.service.visibility import may_enter, participants_of

INVITED_FOR = timedelta(days=7)

blp = Blueprint("rematch", GAME, "games")


def require_player(call: GameCall) -> None:
    """Refuse callers who did not play the game, and games that are not over."""
    require_account(call)
    if not participants_of(call.caller, call.at):
        raise Problem("forbidden", "Only players of this game can ask for a rematch.")
    if not call.at.game.is_ended:
        raise Problem("not-ended", "The game has not ended yet. Ask for a rematch after its end.")


@blp.route("/rematch")
class Rematch(MethodView):
    @needs_game("game:create", require=require_player)
    @blp.arguments(Form(NothingSaidForm, optional=True), required=False)
    @blp.operation("askForRematch", 201, CreatedSchema, also=(409,), headers=LOCATION)
    @blp.alt_response(
        200, schema=SummarySchema, description="The rematch exists already: another player asked first", success=True
    )
    def post(self, call: GameCall, _: NothingSaidForm) -> Response:
        """Create a rematch

        The server creates a game with the same settings. You and the bots keep your seats. The server invites the other
        players to their seats, which they accept with `join`. A game has only one rematch, and a later call returns the
        same rematch.
        """
        rematch = call.context.store.invitations.settle_rematch(call.at.game.id, new_id())
        try:
            return _existing_rematch(call, rematch)
        except NoSuchGame:
            pass  # it does not exist yet
        try:
            return _create_rematch(call, rematch)
        except NoSuchGame:  # another player has just created it
            return _existing_rematch(call, rematch)


def _existing_rematch(call: GameCall, rematch: UUID) -> Response:
    at = call.context.games.fresh(rematch)
    mine = call.context.store.accounts.participants(call.caller.account, [rematch])
    if not may_enter(replace(call.caller, participants=mine), at) and not _is_invited(call, at):
        raise Problem("forbidden", "You have no seat in the rematch any more. Ask its creator to invite you.")
    headers = {"Location": f"/v1/games/{rematch}", "ETag": f'"{at.game.version}"'}
    return as_json(summaries.of_game(at, mine, account=call.caller.account), headers=headers)


def _is_invited(call: GameCall, at: GameAt) -> bool:
    account, invitations = require_account(call), call.context.store.invitations
    return any(invitations.to_seat(account, at.game.id, place.seat) for place in at.game.places)


def _create_rematch(call: GameCall, rematch: UUID) -> Response:
    context, rules, account = call.context, call.at.rules, require_account(call)
    require_room_for_game(call, account)
    accounts = {each.participant: each.account for each in context.store.participants.of_game(call.at.game.id)}
    asked = _same_form(call.at, account, accounts)
    plan, board = plan_of(context, rules, asked)
    row = replace(new_row(context.store, rules, asked, plan, account), id=rematch, seed=secrets.token_bytes(32))
    invited = _invitations(call.at.game, row.settings.by_invitation, rematch, account, accounts)

    def first(game: AnyGame) -> Move:
        return replace(first_move(rules, asked, plan, game, account), invited=invited)

    return create_game(call, row, board, first)


def _same_form(at: GameAt, account: UUID, accounts: Mapping[str, UUID]) -> NewGameForm:
    """Return the request that creates the same game again."""
    was = require_created(at.game)
    return NewGameForm(
        ruleset=was.ruleset,
        seats=tuple(_seat(place, account, accounts) for place in at.game.places),
        board=was.board,
        options=was.options,
        order=was.order,
        clock=was.clock,
        stand_in=was.stand_in,
        idle_days=was.idle_days,
        **chosen_settings(at.settings),
    )


def _seat(place: Place, account: UUID, accounts: Mapping[str, UUID]) -> SeatRequest:
    """Return the seat to request for the new game. A person gets their seat back, even if a bot played it at the
    end."""
    if place.participant is None:
        return SeatRequest("bot", place.bot, colour=place.colour) if place.bot else SeatRequest("invited")
    is_mine = accounts.get(place.participant) == account
    return SeatRequest("me" if is_mine else "invited", colour=place.colour)


def _invitations(
    game: AnyGame, seats: tuple[int, ...], rematch: UUID, account: UUID, accounts: Mapping[str, UUID]
) -> tuple[Invitation, ...]:
    """Return the invitations for players whose account still exists. The caller can invite any account to the other
    seats."""
    at, people = utc_now(), {seat: accounts.get(str(game.place(seat).participant)) for seat in seats}
    return tuple(
        Invitation(new_id(), rematch, seat, account, invitee, None, at, at + INVITED_FOR)
        for seat, invitee in people.items()
        if invitee is not None
    )
