"""Audit: get a game as a signed bundle, or a signed receipt of its last event."""

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
from kontor.service.http.auth import GameCall, LogCall, needs_game, needs_log
from kontor.service.http.context import Context
from kontor.service.http.games.responses import HeadSchema
from kontor.service.http.json_bodies import as_json
from kontor.service.http.long_answers import NDJSON, long_answer
from kontor.service.http.problems import Problem, no_game
from kontor.service.http.smorest import GAME, Blueprint
from kontor.service.signing.receipts import CHECKPOINT
from kontor.service.tlog.served import LeafContradicted
from kontor.service.visibility import log_as_stored

blp = Blueprint("audit", GAME, "audit")


@blp.route("/audit")
class AuditBundle(MethodView):
    @needs_log("game:read", key_optional=True)
    @blp.operation(
        "getAuditBundle",
        200,
        {"type": "string", "description": "NDJSON; docs/audit.md describes the lines."},
        also=(429,),
        content_type=NDJSON,
    )
    def get(self, call: LogCall) -> Response:
        """Get the game as one signed file, for `kontor audit verify`

        The file has a header, the board, every event as you may see it, and the public keys. Its last line signs all
        lines before it. After the end of the game the file opens all secrets, for everyone who may read the game. If
        the log is damaged, the file has the events that are stored. Then `damaged` in the header or in the last line is
        the first damaged version. If the log contradicts the transparency log, the server does not sign it and answers
        503 `log-damaged`.
        """
        context, row = call.context, call.context.store.games.row(call.game_id)
        if row is None or (board := context.store.boards.find(row.board)) is None:
            raise no_game()
        log = log_as_stored(context.store, call.caller, call.at)
        tell = partial(context.games.loaded.damage_found, row.id)
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
    @blp.operation("getHead", 200, HeadSchema, also=(409,))
    def get(self, call: GameCall) -> Response:
        """Get a signed receipt of the head of the game

        Keep the receipt. With it you can prove later that an event up to this version was changed. The answer also has
        the newest checkpoint of the transparency log and, if that checkpoint contains the game, the proof. If the game
        contradicts the transparency log, the server does not sign it and answers 503 `log-damaged`.
        """
        context, game = call.context, call.at.game
        require_played_here(context, game.id)
        [newest] = context.games.events_after(call.at, game.version - 1, 1)
        command = cast(JsonObject, envelope_of(newest.record)["command"])
        with nothing_contradicted(context):
            carried = context.tlog.carried(game.id, game.version)
        receipt = context.signer.receipt(game, cast(str, command["id"]))
        return as_json({**receipt, "checkpoint_href": CHECKPOINT, **carried}, headers={"ETag": f'"{game.version}"'})


@contextmanager
def nothing_contradicted(context: Context) -> Iterator[None]:
    """Answer 503 `log-damaged` if the game contradicts a leaf of the transparency log."""
    try:
        yield
    except LeafContradicted as error:
        raise context.games.loaded.damage_found(error.game_id, error.version) from error


def require_played_here(context: Context, game_id: UUID) -> None:
    """Refuse to sign an imported game, because only the server on which it was played knows that its log is right."""
    if context.store.imports.frame(game_id) is not None:
        raise Problem(
            "imported", "This game was imported. The server on which it was played has signed its last version."
        )
