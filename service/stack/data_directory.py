"""The data directory of `kontor up`: its layout, its lock, and the checks before a start."""

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

SOCKET_LIMIT = 107  # bytes of a Unix socket's path, on Linux; some systems have four less
NEEDED = 300 * 1024 * 1024  # bytes: a new cluster takes about 60 MB, and the log must be able to grow


class CannotStart(Exception):
    """A problem outside of Kontor prevents the start. The message of the exception is for the operator."""


@dataclass(frozen=True, slots=True)
class DataDirectory:
    """The layout of a data directory. `path` is absolute."""

    path: Path

    @property
    def pg(self) -> Path:
        """The folder with PostgreSQL's socket, and with the cluster in pg/data."""
        return self.path / "pg"

    @property
    def cluster(self) -> Path:
        """The path of the cluster, without symbolic links. PostgreSQL's user may be unable to follow a link
        (service.stack.postgres_account)."""
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
        """The file with the marker of the processes that the last start created. `service.stack.leftover_processes`
        uses the marker to find processes that still run."""
        return self.path / "mark"

    def log(self, name: str) -> Path:
        return self.path / "log" / f"{name}.log"


def prepare(path: Path) -> DataDirectory:
    """Create the data directory for its owner only, and check that servers can run in it."""
    directory = DataDirectory(Path(os.path.abspath(path)))
    longest = max(os.fsencode(directory.pg / ".s.PGSQL.5432.lock"), os.fsencode(directory.redis_socket), key=len)
    if len(longest) > SOCKET_LIMIT:
        raise CannotStart(
            f"The path of the data directory is too long: a socket path may have {SOCKET_LIMIT} bytes, but "
            f"{longest.decode(errors='replace')} has {len(longest)}. Choose a shorter path with --data."
        )
    if set(str(directory.path)) & {",", '"'}:  # in a socket path, PostgreSQL gives them another meaning
        raise CannotStart(
            f"The path of the data directory {directory.path} contains a comma or a quote; choose another --data."
        )
    try:
        for folder in (directory.path, directory.redis, directory.path / "log"):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        free = shutil.disk_usage(directory.path).free
    except OSError as error:
        raise CannotStart(f"Cannot use the data directory {directory.path}: {error.strerror}.") from error
    if free < NEEDED:
        left, needed = free // 2**20, NEEDED // 2**20
        raise CannotStart(f"The disk is full: {directory.path} has {left} MB free, Kontor needs {needed} MB to start.")
    return directory


@contextmanager
def lock_directory(directory: DataDirectory) -> Iterator[None]:
    """Lock the data directory, so that a second `kontor up` on it fails. The lock ends with the process."""
    with open(directory.path / "lock", "a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.seek(0)
            holder = file.read().strip() or "another process"
            raise CannotStart(
                f"Kontor is already running on {directory.path} ({holder}). Stop it first, or choose another --data."
            ) from None
        file.truncate(0)
        file.write(f"process {os.getpid()}")
        file.flush()
        yield


def is_held(directory: DataDirectory) -> bool:
    """Return whether a `kontor up` is running on the data directory."""
    try:
        with open(directory.path / "lock") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:  # there is no lock file
        return False
    return False


def remove(directory: DataDirectory) -> None:
    """Delete the data directory and its cluster, which may be elsewhere (service.stack.postgres_account)."""
    shutil.rmtree(directory.pg.resolve(), ignore_errors=True)
    shutil.rmtree(directory.path, ignore_errors=True)


def remove_left(place: Path, prefix: str) -> None:
    """Delete the temporary data directories of this user that an ended process has left, because no process has locked
    them."""
    for path in place.glob(f"{prefix}*"):
        with suppress(OSError, CannotStart):
            if (path / "lock").exists() and path.stat().st_uid == os.geteuid():
                with lock_directory(DataDirectory(path)):
                    remove(DataDirectory(path))
