"""The list of all games of the server, for auditors. It includes private games. Games that changed last are at the
end."""

from collections.abc import Mapping
from datetime import UTC
from typing import Any, get_args

import marshmallow as ma
from flask.views import MethodView

from kontor.domain.kernel.game import Status
from kontor.service.audit.changed_games import changed_games, cursor_of, feed_of, read_cursor
from kontor.service.clock import stamp
from kontor.service.game_settings import Visibility
from kontor.service.http.auth import Call, needs
from kontor.service.http.fields import integer, list_of, one_of, string, uuid
from kontor.service.http.games.queries import LIMIT_MOST
from kontor.service.http.paging import link_to, no_cursor, page_at
from kontor.service.http.parameters import flag_parameter, integer_parameter, text_parameter
from kontor.service.http.smorest import Blueprint
from kontor.service.signing.cursors import NotOurs
from kontor.service.store.commit_feed import Position
from kontor.service.store.games import GameRow

blp = Blueprint("audit_games", "/v1/audit", "operators")


class AuditGamesQuery(ma.Schema):
    cursor = text_parameter("The cursor of an earlier answer: list only games that changed after it.", longest=200)
    since = ma.fields.AwareDateTime(
        format="iso", default_timezone=UTC, metadata={"description": "Only games that changed at this time or later."}
    )
    imported = flag_parameter("True: only imported games, in the order of their import.", default=False)
    limit = integer_parameter("The largest number of games on a page.", 1, LIMIT_MOST, default=50)


class AuditGameSchema(ma.Schema):
    id = uuid(names="game")
    ruleset = string(names="ruleset")
    version = integer("The version of the game: the number of its newest event.")
    head = string("The hash of the last event.")
    status = one_of(get_args(Status), "The status of the game.")
    visibility = one_of(
        get_args(Visibility),
        "Who may read the game: `public` any client, `unlisted` any client that knows its id, `private` its players.",
    )
    changed_at = string("When its newest event was stored.")
    href = string("The address of the game.")
    audit_href = string("The address of its audit bundle.")


class AuditGamesSchema(ma.Schema):
    items = list_of(AuditGameSchema, "The games of this page.")
    next = string("The address of the next page.", null=True)
    cursor = string("Store this cursor. Send it later to list only the games that have changed since.", null=True)


@blp.route("/games")
class AuditGames(MethodView):
    @needs("audit:read")
    @blp.arguments(AuditGamesQuery, location="query")
    @blp.operation("listGamesForAudit", 200, AuditGamesSchema)
    def get(self, call: Call, query: Mapping[str, Any]) -> Any:
        """List all games, in the order of their last commit

        A game that changes moves to the end of the list, so a client that follows the cursors misses no change. A page
        may be shorter than its limit: if `next` is not null, there are more games. The server records each call.
        """
        context, secret, imported = call.context, call.context.signer.cursor_secret, query["imported"]
        after = _position(query["cursor"], secret, imported) if "cursor" in query else None
        since = query.get("since")
        found = changed_games(
            context.store,
            feed_of(context.store, imported),
            after,
            query["limit"],
            lambda row: since is None or row.changed_at >= since,
        )
        cursor = None if found.position is None else cursor_of(found.position, secret)
        following = page_at(cursor) if cursor is not None and found.more else None
        items = [_game_line(row) for _, row in found.rows]
        return {"items": items, "next": following, "cursor": cursor}, 200, link_to(following)


def _position(text: str, secret: bytes, imported: bool) -> Position:
    try:
        return read_cursor(text, secret, imported)
    except NotOurs:
        raise no_cursor() from None


def _game_line(row: GameRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "ruleset": row.ruleset,
        "version": row.head.version,
        "head": row.head.hash.hex(),
        "status": row.status,
        "visibility": row.settings.visibility,
        "changed_at": stamp(row.changed_at),
        "href": f"/v1/games/{row.id}",
        "audit_href": f"/v1/games/{row.id}/audit",
    }
