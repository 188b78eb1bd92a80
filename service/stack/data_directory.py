"""The data directory: what lies where, whose it is, and what could be wrong with it, said in a sentence."""

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

SOCKET_LIMIT = 107  # bytes of a Unix socket's path, on Linux; some systems have four less
NEEDED = 300 * 1024 * 1024  # a fresh cluster takes about 60 MB, and a log that cannot grow is no log


class CannotStart(Exception):
    """Something outside of Kontor is in the way; the message is for the person at the terminal."""


@dataclass(frozen=True, slots=True)
class DataDirectory:
    """The layout of a data directory (an absolute path)."""

    path: Path

    @property
    def pg(self) -> Path:
        """PostgreSQL's socket, and the cluster in pg/data."""
        return self.path / "pg"

    @property
    def cluster(self) -> Path:
        """As PostgreSQL is told, which may not be able to pass through a link (service.stack.postgres_account)."""
        return self.pg.resolve() / "data"

    @property
    def redis(self) -> Path:
        return self.path / "redis"

    @property
    def redis_socket(self) -> Path:
        return self.redis / "redis.sock"

    @property
    def signing_keys(self) -> Path:
        return self.path / "signing-keys.json"

    @property
    def mark(self) -> Path:
        """By which the processes of the last start are known (service.stack.strays)."""
        return self.path / "mark"

    def log(self, name: str) -> Path:
        return self.path / "log" / f"{name}.log"


def prepare(path: Path) -> DataDirectory:
    """Make the directory, for its owner only, and see whether servers could live in it."""
    directory = DataDirectory(Path(os.path.abspath(path)))
    longest = max(os.fsencode(directory.pg / ".s.PGSQL.5432.lock"), os.fsencode(directory.redis_socket), key=len)
    if len(longest) > SOCKET_LIMIT:
        raise CannotStart(
            f"The path of the data directory is too long: sockets in it may have {SOCKET_LIMIT} bytes, "
            f"{longest.decode(errors='replace')} has {len(longest)}. Choose a shorter one with --data."
        )
    if set(str(directory.path)) & {",", '"'}:  # PostgreSQL reads these in the path of a socket as something else
        raise CannotStart(
            f"The data directory {directory.path} has a comma or a quote in its path; choose another --data."
        )
    try:
        for folder in (directory.path, directory.redis, directory.path / "log"):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        free = shutil.disk_usage(directory.path).free
    except OSError as error:
        raise CannotStart(f"The data directory {directory.path} cannot be used: {error.strerror}.") from error
    if free < NEEDED:
        left, needed = free // 2**20, NEEDED // 2**20
        raise CannotStart(f"The disk is full: {directory.path} has {left} MB left, Kontor wants {needed} MB to start.")
    return directory


@contextmanager
def held(directory: DataDirectory) -> Iterator[None]:
    """Hold the directory for this process: a second `kontor up` on it is told so. The lock goes with the process."""
    with open(directory.path / "lock", "a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.seek(0)
            holder = file.read().strip() or "another process"
            raise CannotStart(
                f"Kontor is running on {directory.path} already ({holder}). Stop it first, or choose another --data."
            ) from None
        file.truncate(0)
        file.write(f"process {os.getpid()}")
        file.flush()
        yield


def is_held(directory: DataDirectory) -> bool:
    """Whether a `kontor up` runs on it now."""
    try:
        with open(directory.path / "lock") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:  # there is none
        return False
    return False


def remove(directory: DataDirectory) -> None:
    """Everything that is kept there is gone; its cluster may lie elsewhere (service.stack.postgres_account)."""
    shutil.rmtree(directory.pg.resolve(), ignore_errors=True)
    shutil.rmtree(directory.path, ignore_errors=True)


def remove_left(place: Path, prefix: str) -> None:
    """Remove directories of ours that somebody used for a while, and nobody holds any more."""
    for path in place.glob(f"{prefix}*"):
        with suppress(OSError, CannotStart):
            if (path / "lock").exists() and path.stat().st_uid == os.geteuid():
                with held(DataDirectory(path)):
                    remove(DataDirectory(path))
