"""A connection between a client and a server that a test can cut. Open connections then break, and new ones work."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit


class Line:
    """A forwarder of bytes in both directions. It does not read the bytes."""

    def __init__(self, to: tuple[str, int]) -> None:
        self._to = to
        self._ends: list[socket.socket] = []
        self._carrying: list[threading.Thread] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Break all open connections."""
        ends, self._ends = self._ends, []
        for each in ends:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.cut()
        for each in self._carrying:
            each.join()

    def _accept(self) -> None:
        with suppress(OSError):  # closed
            while True:
                near, _ = self._listener.accept()
                try:
                    far = socket.create_connection(self._to)
                except OSError:  # the server is down: the caller gets the same error as from the server itself
                    near.close()
                    continue
                self._ends += [near, far]
                self._carrying.append(threading.Thread(target=_connect, args=(near, far), daemon=True))
                self._carrying[-1].start()


def _connect(near: socket.socket, far: socket.socket) -> None:
    with near, far:
        back = threading.Thread(target=_carry, args=(far, near), daemon=True)
        back.start()
        _carry(near, far)
        back.join()


def _carry(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):
        while piece := one.recv(65536):
            other.sendall(piece)
    for each in (one, other):
        with suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)


@contextmanager
def a_line_to(url: str) -> Iterator[Line]:
    parts = urlsplit(url)
    line = Line((str(parts.hostname), int(parts.port or 80)))
    try:
        yield line
    finally:
        line.close()
