"""Serve transparency logs on a port of this machine: the log of an application, or a log in memory that may lie."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socketserver import BaseServer
from uuid import UUID

from flask import Flask
from werkzeug.serving import WSGIRequestHandler, make_server

from kontor.service.tlog.tiles import HEIGHT, Tile
from tests.support.game_logs import GameLog
from tests.support.grown_logs import GrownLog


class _Quiet(WSGIRequestHandler):
    def log(self, type: str, message: str, *args: object) -> None:
        """Print nothing."""


@contextmanager
def served_app(app: Flask) -> Iterator[str]:
    """Serve an application, and yield its address."""
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=_Quiet)
    with _running(server):
        yield f"http://127.0.0.1:{server.port}"


@contextmanager
def served_log(current: Callable[[], GrownLog]) -> Iterator[str]:
    """Yield the address of a server that serves the current result of `current`, which is a log."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = _answer(current(), self.path)
            self.send_response(404 if body is None else 200)
            self.send_header("Content-Length", str(len(body or b"")))
            self.end_headers()
            self.wfile.write(body or b"")

        def log_message(self, format: str, *args: object) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    with _running(server):
        yield f"http://127.0.0.1:{server.server_address[1]}"


@contextmanager
def _running(server: BaseServer) -> Iterator[None]:
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def keys_of_log(log: GrownLog) -> str:
    """Return the keys of a log in the format of /.well-known/kontor-keys.json."""
    public = log.signer.key.public.hex()
    return json.dumps({"keys": [{"id": public[:16], "algorithm": "Ed25519", "public_key": public, "until": None}]})


def write_keys(log: GrownLog, path: Path) -> Path:
    path.write_text(keys_of_log(log))
    return path


def _answer(log: GrownLog, path: str) -> bytes | None:
    if path == "/.well-known/kontor-keys.json":
        return keys_of_log(log).encode()
    if path == "/v1/tlog/checkpoint":
        return log.note().encode()
    if path.startswith("/v1/games/"):
        return _events(log, UUID(path.split("/")[3]), int(path.rpartition("=")[2]))
    if path.startswith("/v1/tlog/tile/entries/"):
        tile = Tile.of_bundle(path.removeprefix("/v1/tlog/tile/entries/"))
        return None if tile is None else log.bundle(tile)
    tile = Tile.at(path.removeprefix("/v1/tlog/tile/"))
    if tile is None or (tile.first + tile.width) << HEIGHT * tile.level > len(log.leaves):
        return None
    return b"".join(log.nodes(HEIGHT * tile.level, tile.first + n) for n in range(tile.width))


def _events(log: GrownLog, game_id: UUID, after: int) -> bytes | None:
    if not isinstance(log, GameLog) or game_id not in log.events:
        return None
    return b"".join(line + b"\n" for line in log.events[game_id][after:])
