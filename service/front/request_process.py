"""One request process: granian (WSGI) on a Unix socket behind HAProxy. `kontor server serve` starts several."""

import multiprocessing
import os
from pathlib import Path

from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

from kontor.service.front import health_socket

CONNECTIONS = 1024  # far more than HAProxy ever opens: requests wait in HAProxy


def serve(socket: Path, health: Path, threads: int) -> None:
    os.environ[health_socket.VARIABLE] = str(health)
    # Granian's worker is a fork, too: it has loaded what this process has loaded.
    multiprocessing.set_start_method("fork", force=True)
    socket.unlink(missing_ok=True)  # left by a process that was killed
    Granian(
        "kontor.service.front.wsgi:app",
        uds=socket,
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
