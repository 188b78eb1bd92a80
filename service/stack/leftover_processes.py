"""Kill the processes that an earlier `kontor up` on this directory has left, before the next one starts.

Children end with their parents, but a frozen process handles no signal and keeps its port. Kontor's processes have a
marker in their environment, which is unique for each start. Servers are recognised by their program and their working
directory. No other process is ever killed.
"""

import os
import secrets
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from kontor.service.stack.data_directory import DataDirectory

MARK = "STARTED_BY_KONTOR_UP"  # environment variable of all children; not a setting, so without the prefix KONTOR_
PATIENCE = 5.0  # seconds for a killed process to disappear


def end_marked(directory: DataDirectory) -> None:
    """Kill the processes that have the marker of the last start. The caller must hold the data directory's lock."""
    with suppress(FileNotFoundError):
        mark = f"{MARK}={directory.mark.read_text()}".encode()
        end(lambda process: mark in (process / "environ").read_bytes().split(b"\0"))


def new_mark(directory: DataDirectory) -> str:
    """Create, store and return a new marker for the processes of this start."""
    mark = secrets.token_hex(16)
    directory.mark.touch(mode=0o600)
    directory.mark.write_text(mark)
    return mark


def end_servers(program: str, place: Path) -> None:
    """Kill all processes of a program whose working directory is `place`."""
    end(lambda process: (process / "cwd").readlink() == place and (process / "exe").readlink().name == program)


def end(is_ours: Callable[[Path], bool]) -> None:
    """Kill the processes for which `is_ours` is true. Wait until they have released their resources."""
    until = time.monotonic() + PATIENCE
    while found := list(_living(is_ours)):
        for process in found:
            with suppress(ProcessLookupError):
                os.kill(int(process.name), signal.SIGKILL)
        if time.monotonic() > until:
            return
        time.sleep(0.02)


def _living(is_ours: Callable[[Path], bool]) -> Iterator[Path]:
    """Yield the processes in /proc for which `is_ours` is true. On a system without /proc, yield none."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # the process has ended, or belongs to another user
            if int(process.name) != os.getpid() and is_ours(process):
                yield process
