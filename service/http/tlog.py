"""The transparency log over HTTP (C2SP tlog-tiles): checkpoint, tiles and entries for everybody, proofs for whoever may
read the game, and the place where witnesses leave their cosignatures."""

from collections.abc import Mapping

import marshmallow as ma
from flask import Response, request
from flask.views import MethodView

from kontor.service.http.auth import Call, GameCall, needs_game, public
from kontor.service.http.games.audit import require_played_here
from kontor.service.http.games.json_answers import FOR_EVER
from kontor.service.http.problems import Problem, not_found, unreadable
from kontor.service.http.smorest import Blueprint
from kontor.service.http.strict_json import text_body
from kontor.service.tlog.notes import BadNote
from kontor.service.tlog.served import NoSuchCheckpoint, NotWitnessed, ServedLog
from kontor.service.tlog.tiles import Tile

TEXT = "text/plain"
BYTES = "application/octet-stream"
LARGEST_NOTE = 16 * 1024

blp = Blueprint(
    "tlog",
    __name__,
    url_prefix="/v1",
    description="The transparency log over the heads of all games (C2SP tlog-tiles; docs/transparency.md).",
)


class ProofQuery(ma.Schema):
    version = ma.fields.Integer(
        load_default=1,
        validate=ma.validate.Range(1, 2**53 - 1),
        metadata={"description": "The leaf is of this version or a later one."},
    )


@blp.route("/tlog/checkpoint")
class Checkpoint(MethodView):
    @public
    @blp.response(200, {"type": "string"}, content_type=TEXT)
    @blp.doc(operationId="getCheckpoint")
    def get(self, call: Call) -> Response:
        """The newest signed checkpoint, with the cosignatures it has

        A signed note: origin, size and root of the tree, an empty line, signatures. 404 until something was signed.
        """
        return _text(_log(call).checkpoint())


@blp.route("/tlog/tile/<path:path>")
class Tiles(MethodView):
    @public
    @blp.response(200, {"type": "string", "format": "binary"}, content_type=BYTES)
    @blp.doc(operationId="getTile")
    def get(self, call: Call, path: str) -> Response:
        """A tile of the tree: up to 256 hashes of 32 bytes

        `path` is `<level>/<index>[.p/<width>]`, the index in groups of three digits: `0/x001/234`, `1/000.p/17`.
        """
        tile = Tile.at(path)
        return _for_ever(None if tile is None else _log(call).tile(tile))


@blp.route("/tlog/tile/entries/<path:path>")
class Entries(MethodView):
    @public
    @blp.response(200, {"type": "string", "format": "binary"}, content_type=BYTES)
    @blp.doc(operationId="getTileEntries")
    def get(self, call: Call, path: str) -> Response:
        """The entries of a tile of level 0, each behind its length in two bytes

        An entry is a hash of game, version and head: it says nothing to whoever does not know all three.
        """
        tile = Tile.of_bundle(path)
        return _for_ever(None if tile is None else _log(call).entries(tile))


@blp.route("/tlog/cosignatures")
class Cosignatures(MethodView):
    @public
    @blp.doc(requestBody={"required": True, "content": {TEXT: {"schema": {"type": "string"}}}})
    @blp.response(201, {"type": "string"}, content_type=TEXT)
    @blp.doc(operationId="addCosignatures")
    def post(self, call: Call) -> Response:
        """Add the cosignatures of witnesses to a checkpoint

        Send the checkpoint as it was served, with your lines below it. Witnesses are those whom the operator lists.
        """
        try:
            note = _log(call).add_cosignatures(text_body(request, LARGEST_NOTE))
        except BadNote as error:
            raise unreadable("", "not-a-note", str(error)) from None
        except NotWitnessed:
            raise Problem("forbidden", "None of the witnesses of this log has signed this checkpoint.") from None
        except NoSuchCheckpoint:
            raise Problem("not-found", "This log has signed no such checkpoint.") from None
        return Response(note, 201, content_type=f"{TEXT}; charset=utf-8")


@blp.route("/games/<uuid:game_id>/proof")
class Proof(MethodView):
    @needs_game("game:read", key_optional=True)
    @blp.arguments(ProofQuery(), location="query")
    @blp.response(200, {"type": "string"}, content_type=TEXT)
    @blp.doc(operationId="getProof")
    def get(self, call: GameCall, query: Mapping[str, int]) -> Response:
        """The proof that the newest checkpoint holds a head of the game

        A tlog-proof: `extra` says which game, version and hash, then index, path and checkpoint. 404 until a
        checkpoint holds the version; by default one is signed every minute.
        """
        proof = call.context.tlog.proof(call.at.game.id, query["version"])
        if proof is None:
            require_played_here(call.context, call.at.game.id)
        return _text(None if proof is None else str(proof))


def _log(call: Call) -> ServedLog:
    """For everybody, but not for ever so many questions: they are counted by address."""
    call.context.limits.require_within(call.caller, "game:read", request.remote_addr)
    return call.context.tlog


def _text(text: str | None) -> Response:
    if text is None:
        raise Problem("not-found", "No checkpoint holds this yet; ask again after the next one.")
    return Response(text, content_type=f"{TEXT}; charset=utf-8")


def _for_ever(body: bytes | None) -> Response:
    if body is None:
        raise not_found()
    return Response(body, headers={"Cache-Control": FOR_EVER}, content_type=BYTES)
