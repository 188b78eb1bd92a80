"""Rotate the logs of the processes that `kontor up` starts: one file up to a maximum size, and one older file.

The processes keep their log open, so the file is copied and then truncated in place. The processes append to the file,
so they continue at its new end. Lines that a process writes between copying and truncating are lost.
"""

import shutil
import time
from contextlib import suppress

from kontor.service.stack.data_directory import DataDirectory

LARGEST = 10 * 1024 * 1024  # bytes
EVERY = 10.0  # seconds


class LogFiles:
    """All log files of a data directory."""

    def __init__(self, directory: DataDirectory) -> None:
        self._folder = directory.log("").parent
        self._next = time.monotonic()

    def check(self) -> None:
        """Rotate large log files. Call this method often: it checks the sizes only every 10 seconds. On a full disk,
        truncate a file without a copy."""
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
