"""For those who check: the whole game as a signed bundle, and a signed receipt of where it stands."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import cast
from uuid import UUID

from flask import Response
from flask.views import MethodView

from kontor.domain.kernel.canonical import JsonObject
from kontor.service.audit.bundle_writer import LogLines, StoredBundles
from kontor.service.engine.game_at import envelope_of
from kontor.service.engine.log_pages import page_after
from kontor.service.http.auth import GameCall, LogCall, needs_game, needs_log
from kontor.service.http.context import Context
from kontor.service.http.games.json_answers import as_json
from kontor.service.http.games.responses import CHECKPOINT, HeadSchema
from kontor.service.http.long_answers import NDJSON, long_answer
from kontor.service.http.problems import Problem, not_found
from kontor.service.http.smorest import Blueprint
from kontor.service.tlog.served import LeafContradicted
from kontor.service.visibility.redaction import log_as_stored

blp = Blueprint(
    "audit",
    __name__,
    url_prefix="/v1/games/<uuid:game_id>",
    description="What it takes to check a game without this server: bundles and signed heads.",
)


@blp.route("/audit")
class AuditBundle(MethodView):
    @needs_log("game:read", key_optional=True)
    @blp.response(
        200, {"type": "string", "description": "NDJSON; docs/audit.md says which lines."}, content_type=NDJSON
    )
    @blp.alt_response(429, "Problem")
    @blp.doc(operationId="getAuditBundle")
    def get(self, call: LogCall) -> Response:
        """The game as one signed file, for `kontor audit verify`

        Header, board, every event as you may see it, public keys, and a last line that signs all before it. Once the
        game has ended the bundle opens everything, to everybody who may read the game. A log that is not as it was
        written is bundled as it stands; `damaged` in the header or in the last line names the first wrong version. A
        log that contradicts the transparency log is not signed: 503 `log-damaged`.
        """
        context, row = call.context, call.context.store.games.row(call.game_id)
        if row is None or (board := context.store.boards.find(row.board)) is None:
            raise not_found()
        log = log_as_stored(context.store, call.caller, call.at)
        tell = partial(context.games.damage_found, row.id)
        shows = LogLines(context.store, row.id, log.head, log.lines, log.damaged, tell)
        bundles = StoredBundles(context.store, context.tlog, context.signer)
        with nothing_contradicted(context):
            lines = bundles.bundle(row, board, log.head, tuple(sorted(log.clearance.now)), shows)
        headers = {
            "Content-Disposition": f'attachment; filename="{row.id}.ndjson"',
            "Vary": "Accept-Encoding, Authorization",
        }
        return long_answer(context.streams, lines, headers)


@blp.route("/head")
class Head(MethodView):
    @needs_game("game:read", key_optional=True)
    @blp.response(200, HeadSchema)
    @blp.alt_response(409, "Problem")
    @blp.doc(operationId="getHead")
    def get(self, call: GameCall) -> Response:
        """Where the game stands, signed: a receipt for you to keep

        Whoever keeps it can prove afterwards if anything up to this version is ever rewritten. With it come the newest
        checkpoint of the transparency log and, once one holds the game, the proof of it. A game that contradicts the
        transparency log is not signed: 503 `log-damaged`.
        """
        context, game = call.context, call.at.game
        require_played_here(context, game.id)
        page = page_after(context.store, game.id, game.version - 1, 1, call.at.head)
        if page.damaged is not None:
            raise context.games.damage_found(game.id, page.damaged)
        command = cast(JsonObject, envelope_of(page.events[0].record)["command"])
        with nothing_contradicted(context):
            carried = context.tlog.carried(game.id, game.version)
        receipt = context.signer.receipt(game, cast(str, command["id"]))
        return as_json({**receipt, "checkpoint_href": CHECKPOINT, **carried}, headers={"ETag": f'"{game.version}"'})


@contextmanager
def nothing_contradicted(context: Context) -> Iterator[None]:
    """Answer as for a damaged log if the game is not what a leaf of the transparency log states."""
    try:
        yield
    except LeafContradicted as error:
        raise context.games.damage_found(error.game_id, error.version) from error


def require_played_here(context: Context, game_id: UUID) -> None:
    """Nothing is signed about a game that only the server it was played on can vouch for."""
    if context.store.imports.frame(game_id) is not None:
        raise Problem("imported", "This game was imported; the server it was played on has signed its end.")
