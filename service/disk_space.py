"""The free space on the disk of the data directory. This directory contains the embedded PostgreSQL, or only logs."""

import shutil
from pathlib import Path


def free_bytes(data: Path) -> int | None:
    """Return the free bytes on the disk of the data directory, or None if the directory does not exist."""
    try:
        return shutil.disk_usage(data).free
    except OSError:
        return None


def is_enough(data: Path, floor: int) -> bool:
    found = free_bytes(data)
    return found is None or found >= floor
