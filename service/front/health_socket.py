"""Answer HAProxy's health checks of a request process, on an own socket and in an own thread.

On the socket for requests a check would wait behind them: HAProxy would remove a busy process. And that socket accepts
connections while the process is frozen, or dead and not yet replaced: HAProxy would keep it.
"""

import os
import threading
from contextlib import suppress
from pathlib import Path
from socket import AF_UNIX, SOCK_STREAM, socket

VARIABLE = "HEALTH_SOCKET_OF_KONTOR"  # tells granian's worker where to listen; no setting, so without their prefix
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
SECONDS = 1.0  # for HAProxy to send its request


def answer_checks() -> None:
    """Begin to answer, until the process ends. Do nothing outside of a request process of `kontor server serve`."""
    if (path := os.environ.get(VARIABLE)) is None:
        return
    Path(path).unlink(missing_ok=True)  # left by a worker that was killed
    listener = socket(AF_UNIX, SOCK_STREAM)
    listener.bind(path)
    listener.listen(16)
    threading.Thread(target=_answer_all, args=(listener,), name="health checks", daemon=True).start()


def _answer_all(listener: socket) -> None:
    while True:
        connection, _ = listener.accept()
        with connection, suppress(OSError):  # HAProxy has closed it, or sends nothing
            connection.settimeout(SECONDS)
            connection.recv(4096)
            connection.sendall(ANSWER)
