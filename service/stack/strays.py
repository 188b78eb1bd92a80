"""What an earlier `kontor up` on this directory has left behind, ended before the next one starts.

Children end with their parents, but one that is frozen hears no signal, and holds the port. Ours carry a mark that only
their `kontor up` knew; servers are known by program and the directory they work in. Nothing else is ever ended.
"""

import os
import secrets
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from kontor.service.stack.data_directory import DataDirectory

MARK = "STARTED_BY_KONTOR_UP"  # in the environment of all that is started; no setting, so without their prefix
PATIENCE = 5.0  # seconds for a killed process to be gone


def end_marked(directory: DataDirectory) -> None:
    """End what carries the mark of the last start. To be called by whoever holds the directory."""
    with suppress(FileNotFoundError):
        mark = f"{MARK}={directory.mark.read_text()}".encode()
        end(lambda process: mark in (process / "environ").read_bytes().split(b"\0"))


def new_mark(directory: DataDirectory) -> str:
    """A mark for all that is started from now on."""
    mark = secrets.token_hex(16)
    directory.mark.touch(mode=0o600)
    directory.mark.write_text(mark)
    return mark


def end_servers(program: str, place: Path) -> None:
    """End the processes of a program that work in a directory."""
    end(lambda process: (process / "cwd").readlink() == place and (process / "exe").readlink().name == program)


def end(is_ours: Callable[[Path], bool]) -> None:
    """Kill those processes, and wait until they are gone, with all that they held."""
    until = time.monotonic() + PATIENCE
    while found := list(_living(is_ours)):
        for process in found:
            with suppress(ProcessLookupError):
                os.kill(int(process.name), signal.SIGKILL)
        if time.monotonic() > until:
            return
        time.sleep(0.02)


def _living(is_ours: Callable[[Path], bool]) -> Iterator[Path]:
    """Where there is no /proc, nothing is found."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # gone meanwhile, or none of our business
            if int(process.name) != os.getpid() and is_ours(process):
                yield process
