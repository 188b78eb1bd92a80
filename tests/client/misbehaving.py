"""A server that answers as it is told to: with a status, with half a stream, or not at all."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Answer = Callable[["Handler"], None]


class Misbehaving(ThreadingHTTPServer):
    """Each request is answered by the next of `answers`; the last one goes on answering."""

    daemon_threads = True

    def __init__(self, answers: list[Answer]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers = answers
        self.got: list[tuple[str, dict[str, str], bytes]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request: object, client_address: object) -> None:
        pass  # whoever hangs up on purpose need not be told


class Handler(BaseHTTPRequestHandler):
    server: Misbehaving

    def do_GET(self) -> None:
        server = self.server
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        server.got.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
        answer = server.answers.pop(0) if len(server.answers) > 1 else server.answers[0]
        answer(self)

    do_POST = do_GET

    def log_message(self, *_: object) -> None:
        pass


def says(status: int, body: str = "", **headers: str) -> Answer:
    def answer(handler: Handler) -> None:
        handler.send_response(status)
        for name, value in {"Content_Length": str(len(body.encode())), **headers}.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(body.encode())

    return answer


def hangs_up(handler: Handler) -> None:
    handler.connection.close()


@contextmanager
def misbehaving(*answers: Answer) -> Iterator[Misbehaving]:
    server = Misbehaving([*answers])
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
