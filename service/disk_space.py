"""Room on the disk that holds the data directory: of the embedded PostgreSQL, or only of logs."""

import shutil
from pathlib import Path


def free_bytes(data: Path) -> int | None:
    """None: nothing is kept there."""
    try:
        return shutil.disk_usage(data).free
    except OSError:
        return None


def is_enough(data: Path, floor: int) -> bool:
    found = free_bytes(data)
    return found is None or found >= floor
