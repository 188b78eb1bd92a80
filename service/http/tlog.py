"""The transparency log over HTTP (C2SP tlog-tiles): public checkpoints, tiles and entries, proofs for readers of a
game, and cosignatures of witnesses."""

from collections.abc import Mapping

import marshmallow as ma
from flask import Response, request
from flask.views import MethodView

from kontor.service.http.auth import Call, GameCall, needs_game, public
from kontor.service.http.games.audit import require_played_here
from kontor.service.http.json_bodies import FOR_EVER, text_body
from kontor.service.http.parameters import integer_parameter
from kontor.service.http.problems import Problem, not_found, unreadable
from kontor.service.http.smorest import Blueprint
from kontor.service.tlog.notes import BadNote
from kontor.service.tlog.served import NoSuchCheckpoint, NotWitnessed, ServedLog
from kontor.service.tlog.tiles import Tile

TEXT = "text/plain"
BYTES = "application/octet-stream"
LARGEST_NOTE = 16 * 1024

blp = Blueprint("tlog", "/v1", "audit")


class ProofQuery(ma.Schema):
    version = integer_parameter("Prove the newest leaf that has this version or a later one.", 1, default=1)


@blp.route("/tlog/checkpoint")
class Checkpoint(MethodView):
    @public
    @blp.operation("getCheckpoint", 200, {"type": "string"}, content_type=TEXT)
    def get(self, call: Call) -> Response:
        """Get the newest signed checkpoint with its cosignatures

        A checkpoint is a signed note: origin, size and root of the tree, an empty line, and signatures. The answer is
        404 until the server has signed the first checkpoint.
        """
        return _text(_log(call).checkpoint())


@blp.route("/tlog/tile/<path:path>")
class Tiles(MethodView):
    @public
    @blp.operation("getTile", 200, {"type": "string", "format": "binary"}, content_type=BYTES)
    def get(self, call: Call, path: str) -> Response:
        """Get a tile of the tree: up to 256 hashes of 32 bytes

        `path` is `<level>/<index>[.p/<width>]`. The index is written in groups of three digits, as in `0/x001/234` and
        `1/000.p/17`.
        """
        tile = Tile.at(path)
        return _for_ever(None if tile is None else _log(call).tile(tile))


@blp.route("/tlog/tile/entries/<path:path>")
class Entries(MethodView):
    @public
    @blp.operation("getTileEntries", 200, {"type": "string", "format": "binary"}, content_type=BYTES)
    def get(self, call: Call, path: str) -> Response:
        """Get the entries of a tile of level 0

        Before each entry are two bytes with its length. An entry is one hash of the id, the version and the head of a
        game. A reader who does not know all three values learns nothing from the entry.
        """
        tile = Tile.of_bundle(path)
        return _for_ever(None if tile is None else _log(call).entries(tile))


@blp.route("/tlog/cosignatures")
class Cosignatures(MethodView):
    @public
    @blp.doc(requestBody={"required": True, "content": {TEXT: {"schema": {"type": "string"}}}})
    @blp.operation("addCosignatures", 201, {"type": "string"}, content_type=TEXT)
    def post(self, call: Call) -> Response:
        """Add the cosignatures of witnesses to a checkpoint

        Send the checkpoint unchanged, with the lines of your cosignatures below it. The server accepts only the
        witnesses that its operator has listed.
        """
        try:
            note = _log(call).add_cosignatures(text_body(request, LARGEST_NOTE))
        except BadNote as error:
            raise unreadable("", "not-a-note", str(error)) from None
        except NotWitnessed:
            raise Problem("forbidden", "No witness of this log has signed this checkpoint.") from None
        except NoSuchCheckpoint:
            raise Problem("not-found", "This log has not signed this checkpoint.") from None
        return Response(note, 201, content_type=f"{TEXT}; charset=utf-8")


@blp.route("/games/<uuid:game_id>/proof")
class Proof(MethodView):
    @needs_game("game:read", key_optional=True)
    @blp.arguments(ProofQuery(), location="query")
    @blp.operation("getProof", 200, {"type": "string"}, content_type=TEXT)
    def get(self, call: GameCall, query: Mapping[str, int]) -> Response:
        """Get the proof that a checkpoint contains this history of the game, and no other

        The answer is a tlog-proof. Its line `extra` has the id of the game, all leaves of the game and a path. The
        index of the entry, its path and the checkpoint follow. The answer is 404 until a checkpoint contains the
        version. By default the server signs a checkpoint every minute.
        """
        proof = call.context.tlog.proof(call.at.game.id, query["version"])
        if proof is None:
            require_played_here(call.context, call.at.game.id)
        return _text(None if proof is None else str(proof))


def _log(call: Call) -> ServedLog:
    """Return the transparency log. The rate limit of the client's address applies, because no key is needed."""
    call.context.limits.require_within(call.caller, "game:read", request.remote_addr)
    return call.context.tlog


def _text(text: str | None) -> Response:
    if text is None:
        raise Problem("not-found", "No checkpoint contains this yet. Try again after the next checkpoint.")
    return Response(text, content_type=f"{TEXT}; charset=utf-8")


def _for_ever(body: bytes | None) -> Response:
    if body is None:
        raise not_found()
    return Response(body, headers={"Cache-Control": FOR_EVER}, content_type=BYTES)
