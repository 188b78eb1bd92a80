"""`kontor witness`: run a witness for transparency logs (C2SP tlog-witness)."""

import sys
import time
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kontor.errors import KontorError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontor.service.tlog.witness import Witness

MOST_BYTES = 80 * 1024  # a note of 64 KiB and a proof
SECONDS = 10.0  # time that a client may be silent


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--name", help="name of a new witness, such as witness.example/w1; needed if FILE does not exist")
@click.option("--log", "logs", multiple=True, metavar="KEY", help="verifier key of a log to witness; may be repeated")
@click.option("--host", default="127.0.0.1", show_default=True, help="address to listen on")
@click.option("--port", type=click.IntRange(0, 65535), default=8090, show_default=True, help="port to listen on")
def witness(file: Path, name: str | None, logs: "Sequence[str]", host: str, port: int) -> None:
    """Cosign the checkpoints of logs that only grow. FILE contains the key of the witness, and what it has cosigned.

    A log sends its checkpoints to http://HOST:PORT/add-checkpoint. The witness refuses a checkpoint that does not
    continue the last one. Never restore FILE from a copy: the witness would forget what it has cosigned."""
    from kontor.service.tlog.notes import BadNote, VerifierKey
    from kontor.service.tlog.witness import BadWitness, Witness, WitnessFile

    try:
        if not file.exists():
            if name is None:
                raise BadWitness(f"{file} does not exist: give the new witness a --name.")
            WitnessFile.create(name).write(file)
        running = Witness(file, [VerifierKey.read(each) for each in logs], time.time)
    except (BadNote, BadWitness) as error:
        raise KontorError(str(error)) from None
    if name not in (None, running.key.name):
        raise KontorError(f"The witness in {file} is called {running.key.name}, not {name}.")
    with server_of(running, host, port) as server:
        click.echo(f"verifier key: {running.key}")
        click.echo(f"listening on http://{host}:{server.server_address[1]} for {len(logs)} logs")
        sys.stdout.flush()
        server.serve_forever()


def server_of(witness: "Witness", host: str, port: int) -> ThreadingHTTPServer:
    """Return an HTTP server for a witness. It logs every answer to standard error."""
    return ThreadingHTTPServer((host, port), type("Handler", (_Handler,), {"witness": witness}))


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # keeps connections open
    timeout = SECONDS
    witness: "Witness"

    def do_POST(self) -> None:
        from kontor.service.tlog.witness import SIZE_TYPE, Refused

        length = self.headers.get("Content-Length", "")
        is_number = length.isascii() and length.isdigit() and len(length) < 10  # int() refuses thousands of digits
        if not is_number or int(length) > MOST_BYTES:
            self.close_connection = True
            self._answer(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"Send Content-Length, at most {MOST_BYTES} bytes.\n")
            return
        body = self.rfile.read(int(length))
        if not self.path.endswith("/add-checkpoint"):
            self._answer(HTTPStatus.NOT_FOUND, "A witness has the path /add-checkpoint only.\n")
            return
        try:
            self._answer(HTTPStatus.OK, self.witness.add_checkpoint(body))
        except Refused as error:
            self.log_message("refused: %s", error)
            if error.size is None:
                self._answer(error.status, f"{error}\n")
            else:
                self._answer(error.status, f"{error.size}\n", SIZE_TYPE)

    def _answer(self, status: HTTPStatus, text: str, content_type: str = "text/plain; charset=utf-8") -> None:
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
