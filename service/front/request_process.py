"""One request process: granian (WSGI) on a Unix socket behind HAProxy. `kontor server serve` starts several of them.

The process answers HAProxy's health checks on a separate socket and in a separate thread. On the socket for requests, a
check would wait behind requests, and HAProxy would remove a busy process. Also, that socket accepts connections even
while the process is frozen, or dead and not yet replaced. So HAProxy would keep a frozen process.
"""

import multiprocessing
import os
import signal
import threading
from contextlib import suppress
from pathlib import Path
from socket import AF_UNIX, SOCK_STREAM, socket

from flask import Flask
from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

from kontor.service import gc_pauses, logs, tracing
from kontor.service.http.app import create_app
from kontor.service.settings import Settings
from kontor.service.stack.processes import allow_all_files, ends_with_parent

CONNECTIONS = 1024  # far more than HAProxy ever opens: requests wait in HAProxy
HEALTH = "HEALTH_SOCKET_OF_KONTOR"  # the socket that granian's worker listens on; not a setting, so no KONTOR_ prefix
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
SECONDS = 1.0  # for HAProxy to send its request


def serve(requests: Path, health: Path, threads: int) -> None:
    os.environ[HEALTH] = str(health)
    # Granian's worker is a fork, too: it has loaded what this process has loaded.
    multiprocessing.set_start_method("fork", force=True)
    requests.unlink(missing_ok=True)  # left by a process that was killed
    Granian(
        f"{__name__}:load_app",
        factory=True,
        uds=requests,
        interface=Interfaces.WSGI,
        workers=1,
        blocking_threads=threads,
        backpressure=CONNECTIONS,
        backlog=CONNECTIONS,
        respawn_failed_workers=True,
        respawn_interval=0.2,
        workers_kill_timeout=2,
        log_level=LogLevels.error,
        websockets=False,
    ).serve()


def load_app() -> Flask:
    """Create the application in granian's worker, with the settings from the environment."""
    # If granian's main process is killed, its worker would live on and keep the socket.
    main = multiprocessing.parent_process()
    if main is not None and (prepare := ends_with_parent(signal.SIGKILL, main.pid)) is not None:
        prepare()
    allow_all_files()
    logs.configure()
    app = create_app(Settings.from_environment(), behind_front=True)
    if tracing.begin():
        from kontor.service.http import request_spans
        from kontor.service.store import traced

        traced.instrument()
        request_spans.instrument(app)
    gc_pauses.keep_pauses_short()
    _answer_checks()
    return app


def _answer_checks() -> None:
    """Start a thread that answers health checks until the process ends. Do nothing outside of a request process of
    `kontor server serve`."""
    if (path := os.environ.get(HEALTH)) is None:
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
