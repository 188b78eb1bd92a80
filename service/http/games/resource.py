"""Games: create, list, show; and seeds reserved for them."""

import json
import secrets
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from flask import Response, request
from flask.views import MethodView

from kontor.domain.kernel.seals import commitment
from kontor.service.clock import new_id, stamp
from kontor.service.engine.game_at import Seen
from kontor.service.engine.loaded_games import NoSuchGame
from kontor.service.engine.moves import Move
from kontor.service.http.auth import account, caller, needs
from kontor.service.http.context import house
from kontor.service.http.games import summaries
from kontor.service.http.games.create import first_move, new_row, plan_of
from kontor.service.http.games.idempotency import answered, keyed_by, replayed
from kontor.service.http.games.requests import ChangeHeaders, ListQuery, NewGameForm
from kontor.service.http.games.responses import ListSchema, SeedSchema, SummarySchema
from kontor.service.http.paging import link_to, next_page, read_cursor
from kontor.service.http.problems import not_found, unauthenticated, unreadable
from kontor.service.http.smorest import Blueprint, Form
from kontor.service.store import ReservedSeed, Wanted

SEED_LASTS = timedelta(hours=1)

blp = Blueprint("games", __name__, url_prefix="/v1", description="Games: create, find, look at.")


@blp.route("/seeds")
class Seeds(MethodView):
    @needs("game:create")
    @blp.response(201, SeedSchema)
    def post(self) -> dict[str, Any]:
        """Reserve a seed before any nonce is known

        Its commitment is published now; whoever adds a nonce afterwards knows that the dice were not chosen for it.
        """
        seed = ReservedSeed(new_id(), secrets.token_bytes(32), datetime.now(UTC) + SEED_LASTS, account())
        house().store.reserve_seed(seed)
        return {
            "id": seed.id,
            "commitment": commitment(seed.seed, seed.id).hex(),
            "expires_at": stamp(seed.expires),
        }


@blp.route("/games")
class GamesResource(MethodView):
    @needs("game:create")
    @blp.arguments(Form(NewGameForm, "NewGame"))
    @blp.arguments(ChangeHeaders, location="headers")
    @blp.response(201, SummarySchema, headers={"Location": {"schema": {"type": "string"}}})
    @blp.alt_response(409, "Problem")
    @blp.alt_response(422, "Problem")
    def post(self, asked: NewGameForm, headers: Mapping[str, str]) -> Response:
        """Create a game

        Seats are chairs, 1 to n in the order given: yours (`me`, also several), open, or a bot's. The last seat taken
        starts the game; there is no call for it.
        """
        rules = house().registry.get(asked.ruleset)
        if rules is None:
            raise unreadable("/ruleset", "not-one-of", f"rulesets are {', '.join(house().registry)}")
        owner = account()
        keyed = keyed_by(headers, f"{caller().name}/games", _created)
        if keyed is not None and (known := house().store.answer(keyed.scope, keyed.key)) is not None:
            return replayed(known)
        plan, board = plan_of(rules, asked)
        row = new_row(rules, asked, plan, owner)

        def act() -> tuple[Seen, Move]:
            return house().games.create(row, board, lambda game: first_move(rules, asked, plan, game, owner), keyed)

        try:
            return answered(act, _created, rules.name)
        except NoSuchGame:
            raise unreadable("/seed", "unknown-reference", "has just expired or been used") from None

    @needs("game:read", key=False)
    @blp.arguments(ListQuery, location="query")
    @blp.response(200, ListSchema)
    def get(self, query: Mapping[str, Any]) -> Any:
        """Find games, newest first

        Without a key: the public ones. `mine` and `awaiting=me` need one.
        """
        who, secret = caller(), house().signer.cursor_secret
        if (query["mine"] or "awaiting" in query) and who.account is None:
            raise unauthenticated()
        wanted = Wanted(
            reader=None if who.is_token else who.account,
            sees_all=who.sees_all,
            mine=query["mine"],
            awaiting="awaiting" in query,
            status=query.get("status"),
            ruleset=query.get("ruleset"),
            before=read_cursor(query["cursor"], secret) if "cursor" in query else None,
            limit=query["limit"] + 1,
        )
        rows = house().store.list_games(wanted)
        shown = rows[: query["limit"]]
        following = next_page(shown[-1].id, secret) if len(rows) > len(shown) else None
        mine = house().accounts.participants(who.account, [row.id for row in shown])
        items = [summaries.of_row(row, mine) for row in shown]
        return {"items": items, "next": following}, 200, link_to(following)


@blp.route("/games/<uuid:game_id>")
class OneGame(MethodView):
    @needs("game:read", key=False)
    @blp.response(200, SummarySchema)
    @blp.alt_response(304, description="Not modified")
    def get(self, game_id: Any) -> Any:
        """A game's summary: status, seats, whose decision it is, the result"""
        row = house().store.row(game_id)
        if row is None:
            raise not_found()
        headers = {"ETag": f'"{row.head.version}"'}
        if request.if_none_match.contains(str(row.head.version)):
            return Response(status=304, headers=headers)
        return summaries.of_row(row, caller().participants), 200, headers


def _created(seen: Seen, move: Move) -> tuple[int, dict[str, Any], Mapping[str, str]]:
    participants = frozenset(each.participant for each in move.seated)
    body = summaries.of_game(seen, participants)
    return 201, body, {"Location": f"/v1/games/{seen.game.id}", "ETag": f'"{seen.game.version}"'}


def as_json(body: Mapping[str, Any], status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return Response(json.dumps(body), status, dict(headers or {}), content_type="application/json")
