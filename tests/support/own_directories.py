"""Directories of a test process, in memory if there is room. A process that was killed leaves its directories behind.
The next run deletes them, because they would fill the memory of the machine."""

import os
import re
import shutil
import tempfile
from pathlib import Path

# A run creates hundreds of databases of 10 MB and writes each of them twice: on a busy disk, waiting would cost more
# than the tests. In memory this is a copy, and takes 4 GB at the end of a run of three processes.
IN_MEMORY = Path("/dev/shm")
ROOM = 6 * 2**30

NAME = re.compile(r"kontor-(\d+)-\w+")


def make() -> Path:
    """Make a directory, and return its path. Its name is short, because it contains sockets, and says which process it
    belongs to."""
    return Path(tempfile.mkdtemp(prefix=f"kontor-{os.getpid()}-", dir=_parent()))


def delete_abandoned(parent: Path | None = None) -> None:
    """Delete the directories of processes that no longer run. A PostgreSQL that still runs in one notices, and ends."""
    for path in (parent or _parent()).glob("kontor-*"):
        if (named := NAME.fullmatch(path.name)) and not _is_running(int(named[1])):
            shutil.rmtree(path, ignore_errors=True)


def _parent() -> Path:
    """Return a directory in memory if it has enough room, otherwise the usual temporary directory. A container often
    has only 64 MB in memory."""
    has_room = IN_MEMORY.is_dir() and min(shutil.disk_usage(IN_MEMORY).free, _free_memory()) > ROOM
    return IN_MEMORY if has_room else Path(tempfile.gettempdir())


def _free_memory() -> int:
    """Return how many bytes of memory programs may still use. Files in memory use these bytes too, whatever size their
    file system reports."""
    stated = re.search(r"^MemAvailable: +(\d+) kB", Path("/proc/meminfo").read_text(encoding="ascii"), re.M)
    return int(stated[1]) * 1024 if stated else 0


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass  # it runs, as another user
    return True
