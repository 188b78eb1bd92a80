"""The data directory: what lies where, whose it is, and what could be wrong with it, said in a sentence."""

import fcntl
import os
import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

SOCKET_LIMIT = 107  # bytes of a Unix socket's path, on Linux; some systems have four less
NEEDED = 300 * 1024 * 1024  # a fresh cluster takes about 60 MB, and a log that cannot grow is no log


class CannotStart(Exception):
    """Something outside of Kontor is in the way; the message is for the person at the terminal."""


@dataclass(frozen=True, slots=True)
class Places:
    """The layout of a data directory (an absolute path)."""

    data: Path

    @property
    def pg(self) -> Path:  # its socket, and the cluster in pg/data
        return self.data / "pg"

    @property
    def cluster(
        self,
    ) -> Path:  # for PostgreSQL, which may not be able to pass through a link (service.stack.postgres_account)
        return self.pg.resolve() / "data"

    @property
    def redis(self) -> Path:
        return self.data / "redis"

    @property
    def redis_socket(self) -> Path:
        return self.redis / "redis.sock"

    @property
    def keys(self) -> Path:
        return self.data / "signing-keys.json"

    def log(self, name: str) -> Path:
        return self.data / "log" / f"{name}.log"


def prepare(data: Path) -> Places:
    """Make the directory, for its owner only, and see whether servers could live in it."""
    places = Places(Path(os.path.abspath(data)))
    longest = max(os.fsencode(places.pg / ".s.PGSQL.5432.lock"), os.fsencode(places.redis_socket), key=len)
    if len(longest) > SOCKET_LIMIT:
        raise CannotStart(
            f"The path of the data directory is too long: sockets in it may have {SOCKET_LIMIT} bytes, "
            f"{longest.decode(errors='replace')} has {len(longest)}. Choose a shorter one with --data."
        )
    if set(str(places.data)) & {",", '"'}:  # PostgreSQL reads these in the path of a socket as something else
        raise CannotStart(
            f"The data directory {places.data} has a comma or a quote in its path; choose another --data."
        )
    try:
        for folder in (places.data, places.redis, places.data / "log"):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        free = shutil.disk_usage(places.data).free
    except OSError as error:
        raise CannotStart(f"The data directory {places.data} cannot be used: {error.strerror}.") from error
    if free < NEEDED:
        raise CannotStart(
            f"The disk is full: {places.data} has {free // 2**20} MB left, Kontor wants {NEEDED // 2**20} MB to start."
        )
    return places


@contextmanager
def held(places: Places) -> Iterator[None]:
    """Hold the directory for this process: a second `kontor up` on it is told so. The lock goes with the process."""
    with open(places.data / "lock", "a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.seek(0)
            holder = file.read().strip() or "another process"
            raise CannotStart(
                f"Kontor is running on {places.data} already ({holder}). Stop it first, or choose another --data."
            ) from None
        file.truncate(0)
        file.write(f"process {os.getpid()}")
        file.flush()
        yield


def require_free_port(host: str, port: int) -> None:
    """Say now that the port is taken: everything else takes seconds."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        raise CannotStart(
            f"Kontor cannot listen on {host}:{port}: {error.strerror}. Choose another port with --port."
        ) from error
