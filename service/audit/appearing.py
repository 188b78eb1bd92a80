"""A file that is there when it is whole, and not before."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


class BeingWritten(Exception):
    """Somebody else writes the same file at this moment."""


@contextmanager
def appearing(path: Path) -> Iterator[IO[bytes]]:
    """What is written lies beside it until all is written."""
    beside = path.with_name(f".{path.name}.part")
    with beside.open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BeingWritten(f"Somebody else is writing {path}.") from None
        if not beside.exists() or not os.path.samestat(os.fstat(file.fileno()), beside.stat()):
            raise BeingWritten(f"Somebody else has just written {path}.")
        try:
            file.truncate(0)
            yield file
            file.flush()
            os.fsync(file.fileno())
            beside.replace(path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
