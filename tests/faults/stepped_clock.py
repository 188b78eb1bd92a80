"""The wall clocks of `kontor up` and of all its processes, to be stepped (stepped_clock.c, built when it is needed)."""

import shutil
import struct
import subprocess
from collections.abc import Mapping
from pathlib import Path

SOURCE = Path(__file__).with_name("stepped_clock.c")
SLOTS = 4096  # as in stepped_clock.c


class SteppedClock:
    """One clock for all processes, and a further step for each of them. They read both from a file in their memory."""

    def __init__(self, home: Path) -> None:
        self._file, self._library = home / "clock", home / "clock.so"
        self._file.write_bytes(bytes(8 * (1 + SLOTS)))
        argv = [str(shutil.which("cc")), "-O2", "-shared", "-fPIC", "-o", str(self._library), str(SOURCE)]
        subprocess.run(argv, check=True)
        self._library.chmod(0o755)  # PostgreSQL runs as somebody else
        self._file.chmod(0o644)
        self._steps: dict[int, float] = {}

    @classmethod
    def made(cls, home: Path) -> "SteppedClock | None":
        """None where there is no compiler."""
        return cls(home) if shutil.which("cc") else None

    def environment(self) -> Mapping[str, str]:
        return {"LD_PRELOAD": str(self._library), "STEPPED_CLOCK": str(self._file)}

    def step(self, seconds: float, pid: int | None = None) -> None:
        """Step the clock of all processes, or that of one (not of PostgreSQL's)."""
        slot = 0 if pid is None else 1 + pid % SLOTS
        self._steps[slot] = self._steps.get(slot, 0.0) + seconds
        with self._file.open("r+b") as file:
            file.seek(8 * slot)
            file.write(struct.pack("=q", int(self._steps[slot] * 1e9)))
