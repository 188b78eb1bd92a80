"""The logs of everything that `kontor up` starts: each is kept up to a size, and one older beside it.

Children hold their log open and know nothing of this: it is copied and cut down where it lies. They append, so they go
on at its new end; what one writes between copy and cut is lost.
"""

import shutil
import time
from contextlib import suppress

from kontor.service.stack.data_directory import DataDirectory

LARGEST = 10 * 1024 * 1024  # bytes
EVERY = 10.0  # seconds


class LogFiles:
    """All logs of a data directory."""

    def __init__(self, directory: DataDirectory) -> None:
        self._folder = directory.log("").parent
        self._next = time.monotonic()

    def check(self) -> None:
        """To be called often; looks now and then. A full disk is no reason to stop: it is cut down all the same."""
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + EVERY
        for log in self._folder.glob("*.log"):
            with suppress(OSError):
                if log.stat().st_size > LARGEST:
                    older = log.with_name(f"{log.name}.1")
                    with suppress(OSError):
                        shutil.copyfile(log, older)
                        older.chmod(0o600)
                    with log.open("r+b") as file:
                        file.truncate()
