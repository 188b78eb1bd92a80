"""For those who check: the whole game as a signed bundle, and a signed receipt of where it stands."""

import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from typing import cast

import structlog
from flask import Response, request
from flask.views import MethodView

from kontor.domain.kernel.canonical import JsonObject
from kontor.service.audit.bundle import Subject, header, written
from kontor.service.clock import now
from kontor.service.engine.game_at import envelope_of
from kontor.service.engine.loaded_games import GameDamaged
from kontor.service.engine.log_pages import page_after
from kontor.service.http.auth import GameCall, LogCall, needs_game, needs_log
from kontor.service.http.context import Context
from kontor.service.http.games.events import NDJSON
from kontor.service.http.games.redaction import LogSeen, log_of_game, log_of_row, shown
from kontor.service.http.games.responses import ReceiptSchema, as_json
from kontor.service.http.problems import not_found
from kontor.service.http.smorest import Blueprint
from kontor.service.store import GameRow
from kontor.service.store.lookup import Caller

PAGE = 500  # events that are read at a time
CHUNK = 64 * 1024  # bytes that are sent at a time
GZIP = 16 + zlib.MAX_WBITS

logger = structlog.get_logger()

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
    def get(self, call: LogCall) -> Response:
        """The game as one signed file, for `kontor audit verify`

        Header, board, every event as you may see it, public keys, and a last line that signs all before it. Once the
        game has ended the bundle opens everything, to everybody who may read the game. A log that is not as it was
        written is bundled as it stands; `damaged` in the header or in the last line names the first wrong version.
        """
        context, row = call.context, call.context.store.row(call.game_id)
        if row is None or (board := context.store.board(row.board)) is None:
            raise not_found()
        note_reading(call.caller, row)
        log = log_seen(call, row)
        pages = Pages(context, log)
        head, seats = log.head, tuple(sorted(log.eyes.now))
        subject = Subject(row.id, row.ruleset, row.ruleset_version, head.version, head.hash, seats, log.damaged)
        lines = written(header(subject, now()), board, pages.lines(), context.signer, lambda: pages.damaged)
        zipped = request.accept_encodings.quality("gzip") > 0
        headers = {
            "Content-Disposition": f'attachment; filename="{row.id}.ndjson"',
            "Vary": "Accept-Encoding, Authorization",
            **({"Content-Encoding": "gzip"} if zipped else {}),
        }
        slot = ExitStack()  # a whole game may take long to send
        slot.enter_context(context.streams.taken())
        chunks = compressed(lines) if zipped else gathered(lines)
        response = Response(ended_by(chunks, slot.close), headers=headers, content_type=NDJSON)
        response.call_on_close(slot.close)  # also if nobody reads to the end
        return response


@blp.route("/head")
class Head(MethodView):
    @needs_game("game:read", key_optional=True)
    @blp.response(200, ReceiptSchema)
    def get(self, call: GameCall) -> Response:
        """Where the game stands, signed: a receipt for you to keep

        Whoever keeps it can prove afterwards if anything up to this version is ever rewritten.
        """
        context, game = call.context, call.at.game
        page = page_after(context.store, game.id, game.version - 1, 1, call.at.head)
        if page.damaged is not None:
            raise context.games.damage_found(game.id, page.damaged)
        command = cast(JsonObject, envelope_of(page.events[0].record)["command"])
        return as_json(context.signer.receipt(game, cast(str, command["id"])), headers={"ETag": f'"{game.version}"'})


def note_reading(caller: Caller, row: GameRow) -> None:
    """Whoever reads a private game by a grant alone leaves a trace of it."""
    is_own = bool(caller.participants) or caller.account == row.creator
    if row.visibility == "private" and caller.sees_all and not is_own:
        facts = {"game": str(row.id), "version": row.head.version, "account": str(caller.account)}
        logger.info("audit read", key=str(caller.id), **facts)


def log_seen(call: LogCall, row: GameRow) -> LogSeen:
    """The log as the caller may see it, up to where the game stood when the request arrived; damaged or not."""
    if isinstance(call.at, GameDamaged):
        return log_of_row(row, call.caller, call.at.version)
    return log_of_game(call.context.store, call.caller, call.at)


class Pages:
    """A log, page by page; `damaged`: the first version that was found not to be as it was written."""

    def __init__(self, context: Context, log: LogSeen) -> None:
        self._context = context
        self._log = log
        self.damaged = log.damaged

    def lines(self) -> Iterator[JsonObject]:
        log = self._log
        for after in range(0, log.head.version, PAGE):
            limit = min(PAGE, log.head.version - after)
            page = page_after(self._context.store, log.game_id, after, limit, log.head)
            if self.damaged is None and page.damaged is not None:
                self.damaged = self._context.games.damage_found(log.game_id, page.damaged).version
            yield from shown(log, page.events)


def ended_by(chunks: Iterable[bytes], close: Callable[[], None]) -> Iterator[bytes]:
    yield from chunks
    close()


def gathered(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Lines in chunks that are worth sending."""
    chunk = bytearray()
    for line in lines:
        chunk += line
        if len(chunk) >= CHUNK:
            yield bytes(chunk)
            chunk.clear()
    yield bytes(chunk)


def compressed(lines: Iterable[bytes]) -> Iterator[bytes]:
    packing = zlib.compressobj(wbits=GZIP)
    for chunk in gathered(lines):
        if packed := packing.compress(chunk):
            yield packed
    yield packing.flush()
