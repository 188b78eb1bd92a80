"""Create games: read the request, plan the game, and store its first events. Also reserve seeds for games."""

import json
import secrets
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any, cast
from uuid import UUID

from flask import Response
from flask.views import MethodView

from kontor.domain.kernel import model, play
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.commits import SYSTEM, Command, commit
from kontor.domain.kernel.lifecycle import SeatPlan, SeatTaken
from kontor.domain.kernel.model import Flaw, Unreadable
from kontor.domain.kernel.nearest import must_be_one_of
from kontor.domain.kernel.seals import commitment
from kontor.domain.kernel.violation import Violation
from kontor.service.clock import new_id, new_participant, now, stamp, utc_now
from kontor.service.engine.game_at import GameAt
from kontor.service.engine.loaded_games import NoSuchGame
from kontor.service.engine.moves import IdempotencyKey, Move, Reply
from kontor.service.game_settings import GameSettings, chosen_settings
from kontor.service.http.auth import Call, needs, require_account
from kontor.service.http.context import Context
from kontor.service.http.games import summaries
from kontor.service.http.games.changes import origin_of, reply_response
from kontor.service.http.games.queries import ChangeHeaders
from kontor.service.http.games.requests import NewGameForm
from kontor.service.http.games.responses import CreatedSchema, SeedSchema
from kontor.service.http.idempotency import key_of, require_unanswered
from kontor.service.http.problems import of_unreadable, of_violation, too_much, unreadable
from kontor.service.http.rulesets.resource import HASH, require_playable
from kontor.service.http.smorest import LOCATION, Blueprint, Form
from kontor.service.http.times import future_time
from kontor.service.registry import AnyGame, AnyRuleset
from kontor.service.signing.receipts import CHECKPOINT, Signer
from kontor.service.store.commits import KeyTaken, NewGame, TooManyGames
from kontor.service.store.participants import Seated
from kontor.service.store.seeds import MOST as MOST_SEEDS
from kontor.service.store.seeds import ReservedSeed
from kontor.service.store.store import Store

SEED_LASTS = timedelta(hours=1)
LONGEST_OPEN = timedelta(days=366)

blp = Blueprint("games", "/v1", "games")


@blp.route("/seeds")
class Seeds(MethodView):
    @needs("game:create")
    @blp.operation("reserveSeed", 201, SeedSchema)
    def post(self, call: Call) -> dict[str, Any]:
        """Reserve a seed before the players choose their nonces

        The server signs the commitment to the seed now. A player who adds a nonce later knows that the server did not
        choose the dice for this nonce. Show the receipt to the players: it proves which seed the server committed to.
        """
        at = utc_now()
        seed = ReservedSeed(new_id(), secrets.token_bytes(32), at + SEED_LASTS, require_account(call))
        if not call.context.store.seeds.reserve(seed):
            raise too_much(
                f"An account can reserve up to {MOST_SEEDS} seeds. Use one, or wait: a seed expires after an hour."
            )
        made, expires_at = commitment(seed.seed, seed.id), stamp(seed.expires)
        return {
            "id": seed.id,
            "commitment": made.hex(),
            "expires_at": expires_at,
            "receipt": call.context.signer.seed_receipt(seed.id, made, stamp(at), expires_at),
            "checkpoint_href": CHECKPOINT,
        }


@blp.route("/games")
class CreateGame(MethodView):
    @needs("game:create")
    @blp.arguments(Form(NewGameForm, "GameRequest"))
    @blp.headers(ChangeHeaders)
    @blp.operation("createGame", 201, CreatedSchema, also=(409, 422), headers=LOCATION)
    def post(self, call: Call, asked: NewGameForm) -> Response:
        """Create a game

        Seats have the numbers 1 to n, in the order of the list. A seat is of kind `me` (you may have several), `open`
        (for the first account that joins), `invited` (for an account you choose) or `bot`. The game starts when the
        last seat is taken; there is no call to start it.
        """
        context, account = call.context, require_account(call)
        rules = context.registry.get(asked.ruleset)
        if rules is None:
            raise unreadable("/ruleset", "not-one-of", must_be_one_of(asked.ruleset, context.registry))
        key = key_of(call.caller, "games")
        require_unanswered(context, key)
        require_room_for_game(call, account)
        plan, board = plan_of(context, rules, asked)
        row = new_row(context.store, rules, asked, plan, account)

        try:
            return create_game(call, row, board, lambda game: first_move(rules, asked, plan, game, account), key)
        except NoSuchGame:
            raise unreadable(
                "/seed", "unknown-reference", "the seed has just expired or was just used; reserve another seed"
            ) from None


def create_game(
    call: Call,
    row: NewGame,
    board: JsonObject,
    first: Callable[[AnyGame], Move],
    key: IdempotencyKey | None = None,
) -> Response:
    """Store a new game with its first move, and answer with its summary. Raise `NoSuchGame` if the id of the game was
    reserved and is no longer free."""

    def make_reply(after: GameAt, move: Move) -> Reply:
        return created_reply(call.context.signer, after, move)

    try:
        _, reply = call.context.games.create(row, board, first, key, make_reply, origin_of(call))
    except (KeyTaken, TooManyGames):  # an earlier attempt of this request may have created the game
        require_unanswered(call.context, key)
        raise
    except Violation as error:
        raise of_violation(error, row.ruleset) from None
    return reply_response(reply)


def require_room_for_game(call: Call, account: UUID) -> None:
    """Refuse a game over the daily limit of the account. (The limit of unfinished games is checked when the game is
    stored.)"""
    most = call.context.settings.games_per_day
    if 0 < most <= call.context.store.games.count_created(account, utc_now() - timedelta(days=1)):
        raise too_much(f"An account can create up to {most} games in 24 hours. Try again later.")


def created_reply(signer: Signer, after: GameAt, move: Move) -> Reply:
    """Build the answer to a request that created a game: a receipt and the summary, which marks the creator's seats."""
    summary = summaries.of_game(after, frozenset(each.participant for each in move.seated), account=after.creator)
    receipt = signer.receipt(after.game, str(move.commits[-1].command.id))
    body = {**summary, "receipt": receipt, "checkpoint_href": CHECKPOINT}
    headers = {"Location": f"/v1/games/{after.game.id}", "ETag": f'"{after.game.version}"'}
    return Reply(201, json.dumps(body), headers)


def plan_of(context: Context, rules: AnyRuleset, asked: NewGameForm) -> tuple[play.Plan, JsonObject]:
    """Return the plan of a game and its board. Raise 400, with pointers to the errors, if the request describes no
    possible game."""
    fewest, most = rules.seats
    if not fewest <= len(asked.seats) <= most:
        raise unreadable("/seats", "wrong-size", f"{rules.name} has {fewest} to {most} seats")
    _require_seats(rules, asked)
    if asked.dice_seed is not None and (asked.seed is not None or not asked.practice):
        raise unreadable("/dice_seed", "unknown-field", "is allowed only in a practice game without a reserved seed")
    if asked.stand_in is not None and asked.stand_in not in rules.bots:
        raise unreadable("/stand_in", "not-one-of", must_be_one_of(asked.stand_in, sorted(rules.bots)))
    board = _board(context.store, rules, asked)
    seats = tuple(
        SeatPlan(n, "bot" if seat.kind == "bot" else "open", seat.bot, seat.colour if seat.kind != "me" else None)
        for n, seat in enumerate(asked.seats, 1)
    )
    name = context.store.boards.put(rules.name, board)
    options = _options(rules, asked)
    told = (asked.order or rules.order(options), asked.clock, asked.stand_in)
    idle_days = asked.idle_days or context.settings.idle_days or None
    limits = (_open_until(asked, context.settings.open_days), idle_days)
    return play.Plan(name, options, seats, *told, True if asked.practice else None, *limits), board


def _open_until(asked: NewGameForm, days: int) -> str | None:
    """Return the time until which the game waits for players. Return None if the game starts at once, or if there is no
    limit."""
    if all(seat.kind in ("me", "bot") for seat in asked.seats):
        if asked.open_until is not None:
            raise unreadable("/open_until", "unknown-field", "is allowed only if a seat is open or invited")
        return None
    if asked.open_until is not None:
        return stamp(future_time("/open_until", asked.open_until, LONGEST_OPEN, "a year"))
    return stamp(utc_now() + timedelta(days=days)) if days else None


def new_row(store: Store, rules: AnyRuleset, asked: NewGameForm, plan: play.Plan, account: UUID) -> NewGame:
    """Return the database row of a new game, with the reserved seed or a new seed."""
    game_id, seed = new_id(), secrets.token_bytes(32)
    if asked.seed is not None:
        reserved = store.seeds.find(UUID(asked.seed))
        if reserved is None or reserved.account != account:
            raise unreadable(
                "/seed", "unknown-reference", "is not your seed, has expired or was used; reserve another seed"
            )
        game_id, seed = reserved.id, reserved.seed
    elif asked.dice_seed is not None:
        seed = bytes.fromhex(asked.dice_seed)
    by_invitation = tuple(n for n, seat in enumerate(asked.seats, 1) if seat.kind == "invited")
    settings = GameSettings(**chosen_settings(asked), by_invitation=by_invitation)
    return NewGame(game_id, seed, rules.name, rules.version, plan.board, settings, account)


def first_move(rules: AnyRuleset, asked: NewGameForm, plan: play.Plan, game: AnyGame, account: UUID) -> Move:
    """Return the first move of a game, which creates the game and gives the creator their seats."""
    takers = [
        SeatTaken(n, new_participant(), seat.nonce, seat.nonce is not None and asked.seed is None, seat.colour)
        for n, seat in enumerate(asked.seats, 1)
        if seat.kind == "me"
    ]
    events = play.create(rules, game, plan, takers)
    made = commit(rules, game, Command(new_id(), SYSTEM, {"type": "create"}), events, now())
    return Move((made,), tuple(Seated(each.participant, each.seat, account) for each in takers))


def _options(rules: AnyRuleset, asked: NewGameForm) -> dict[str, bool | int | str]:
    """Return all options of a game with their values. The log stores defaults too, because a default may change
    later."""
    try:
        return cast("dict[str, bool | int | str]", model.write(model.read(rules.options, asked.options)))
    except Unreadable as error:
        raise of_unreadable(error, "/options") from None


def _board(store: Store, rules: AnyRuleset, asked: NewGameForm) -> JsonObject:
    name = rules.usual_board(len(asked.seats)) if asked.board is None else asked.board
    if HASH(name):
        stored = store.boards.find(name)
        if stored is None:
            raise unreadable("/board", "unknown-reference", "there is no board with this hash; store it first")
        require_playable(rules, stored)
        return stored
    try:
        return rules.boards()[rules.pick_board(name, len(asked.seats))]
    except (KeyError, ValueError):
        raise unreadable("/board", "not-one-of", must_be_one_of(name, rules.boards())) from None
    except Violation as error:
        raise of_violation(error, rules.name) from None


def _require_seats(rules: AnyRuleset, asked: NewGameForm) -> None:
    if flaws := [flaw for n, _ in enumerate(asked.seats) for flaw in _seat_flaws(rules, asked, n)]:
        raise of_unreadable(Unreadable(flaws))


def _seat_flaws(rules: AnyRuleset, asked: NewGameForm, n: int) -> Sequence[Flaw]:
    seat, at = asked.seats[n], f"/seats/{n}"
    flaws = []
    if seat.kind == "bot" and seat.bot is None:
        flaws.append(Flaw(f"{at}/bot", "missing-field", f"name a bot, one of: {', '.join(sorted(rules.bots))}"))
    elif seat.kind == "bot" and seat.bot not in rules.bots:
        flaws.append(Flaw(f"{at}/bot", "not-one-of", must_be_one_of(seat.bot, sorted(rules.bots))))
    if seat.kind != "bot" and seat.bot is not None:
        flaws.append(Flaw(f"{at}/bot", "unknown-field", "only a seat of kind `bot` may name a bot"))
    if seat.kind != "me" and seat.nonce is not None:
        flaws.append(Flaw(f"{at}/nonce", "unknown-field", "only a seat of kind `me` may have a nonce"))
    if seat.colour is not None and seat.colour not in rules.colours:
        flaws.append(Flaw(f"{at}/colour", "not-one-of", must_be_one_of(seat.colour, rules.colours)))
    if seat.colour is not None and seat.colour in [each.colour for each in asked.seats[:n]]:
        flaws.append(Flaw(f"{at}/colour", "duplicate", "another seat has this colour; choose another colour"))
    return flaws
