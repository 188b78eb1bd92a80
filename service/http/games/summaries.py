"""The list of games and the summary of one: rows and projections, with the caller's own seats marked."""

from collections.abc import Mapping
from typing import Any, cast

from flask import Response, request
from flask.views import MethodView

from kontor.domain.kernel.game import require_created
from kontor.service.clock import stamp
from kontor.service.engine import projection
from kontor.service.engine.game_at import GameAt
from kontor.service.engine.loaded_games import GameDamaged
from kontor.service.http.auth import Call, LogCall, needs, needs_log, note_read, unauthenticated
from kontor.service.http.games.requests import ListQuery
from kontor.service.http.games.responses import ListSchema, SummarySchema, as_json, json_text
from kontor.service.http.paging import link_to, next_page, read_cursor
from kontor.service.http.problems import not_found
from kontor.service.http.smorest import Blueprint
from kontor.service.store import GameRow, Wanted

blp = Blueprint("summaries", __name__, url_prefix="/v1/games", description="Find games; a game's summary.")


@blp.route("")
class GameList(MethodView):
    @needs("game:read", key_optional=True)
    @blp.arguments(ListQuery(), location="query")
    @blp.response(200, ListSchema)
    def get(self, call: Call, query: Mapping[str, Any]) -> Response:
        """Find games, newest first

        Without a key: the public ones. `mine` and `awaiting=me` need one.
        """
        context, caller, secret = call.context, call.caller, call.context.signer.cursor_secret
        if (query["mine"] or "awaiting" in query) and caller.account is None:
            raise unauthenticated()
        wanted = Wanted(
            reader=None if caller.is_token else caller.account,
            sees_all=caller.sees_all,
            mine=query["mine"],
            awaiting="awaiting" in query,
            status=query.get("status"),
            ruleset=query.get("ruleset"),
            practice=query.get("practice"),
            before=read_cursor(query["cursor"], secret) if "cursor" in query else None,
            limit=query["limit"] + 1,
        )
        if caller.sees_all:
            note_read(context, caller)
        rows = context.store.list_games(wanted)
        shown = rows[: query["limit"]]
        following = next_page(shown[-1].id, secret) if len(rows) > len(shown) else None
        mine = context.accounts.participants(caller.account, [row.id for row in shown])
        items = [of_row(row, mine) for row in shown]
        return as_json({"items": items, "next": following}, headers=link_to(following))


@blp.route("/<uuid:game_id>")
class Summary(MethodView):
    @needs_log("game:read", key_optional=True)
    @blp.response(200, SummarySchema)
    @blp.alt_response(304, description="Not modified")
    def get(self, call: LogCall) -> Response:
        """A game's summary: status, seats, whose decision it is, the result"""
        at, who = call.at, call.caller.participants
        if isinstance(at, GameDamaged):
            row = call.context.store.row(call.game_id)
            if row is None:
                raise not_found()
            return as_json(of_row(row, who), headers={"ETag": f'"{row.head.version}"'})
        headers = {"ETag": f'"{at.game.version}"'}
        if request.if_none_match.contains(str(at.game.version)):
            return Response(status=304, headers=headers)
        mine = frozenset(who.intersection(str(place.participant) for place in at.game.places))
        return json_text(call.context.rendered.text(at, ("summary", mine), lambda: of_game(at, mine)), headers=headers)


def of_row(row: GameRow, participants: frozenset[str]) -> dict[str, Any]:
    summary = cast("dict[str, Any]", row.summary)
    return {
        "id": str(row.id),
        "ruleset": row.ruleset,
        "ruleset_version": row.ruleset_version,
        "board": row.board,
        "visibility": row.visibility,
        "practice": row.practice,
        "status": row.status,
        "version": row.head.version,
        "head": row.head.hash.hex(),
        "awaiting": row.awaiting,
        "created_at": stamp(row.created_at),
        "changed_at": stamp(row.changed_at),
        "href": f"/v1/games/{row.id}",
        **summary,
        **_bot_time(row.bot_milliseconds),
        **({"imported": True} if row.imported else {}),
        "seats": [{**seat, "mine": seat.get("participant") in participants} for seat in summary["seats"]],
    }


def of_game(at: GameAt, participants: frozenset[str]) -> dict[str, Any]:
    """The same from a game at hand."""
    created = require_created(at.game)
    summary = cast("dict[str, Any]", dict(projection.summary(at.game)))
    return {
        "id": str(at.game.id),
        "ruleset": created.ruleset,
        "ruleset_version": created.ruleset_version,
        "board": created.board,
        "visibility": at.visibility,
        "practice": at.practice,
        "status": at.game.status,
        "version": at.game.version,
        "head": at.game.head.hex(),
        "awaiting": list(at.awaiting),
        "created_at": at.created_at,
        "changed_at": at.game.at,
        "href": f"/v1/games/{at.game.id}",
        **summary,
        **_bot_time(at.bot_milliseconds),
        **({"imported": True} if at.imported else {}),
        "seats": [{**seat, "mine": seat.get("participant") in participants} for seat in summary["seats"]],
    }


def _bot_time(milliseconds: int | None) -> dict[str, int]:
    return {} if milliseconds is None else {"bot_milliseconds": milliseconds}
