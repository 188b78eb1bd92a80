"""The wall clock of `kontor up` and of all it starts, to be stepped (stepped_clock.c, built when it is needed)."""

import shutil
import struct
import subprocess
from collections.abc import Mapping
from pathlib import Path

SOURCE = Path(__file__).with_name("stepped_clock.c")


class SteppedClock:
    """Ahead of the real one by `seconds`; the processes read it from a file that they have in their memory."""

    def __init__(self, home: Path) -> None:
        self._file, self._library = home / "clock", home / "clock.so"
        self._file.write_bytes(bytes(8))
        argv = [str(shutil.which("cc")), "-O2", "-shared", "-fPIC", "-o", str(self._library), str(SOURCE)]
        subprocess.run(argv, check=True)
        self._library.chmod(0o755)  # PostgreSQL runs as somebody else
        self._file.chmod(0o644)
        self.seconds = 0.0

    @classmethod
    def made(cls, home: Path) -> "SteppedClock | None":
        """None where there is no compiler."""
        return cls(home) if shutil.which("cc") else None

    def environment(self) -> Mapping[str, str]:
        return {"LD_PRELOAD": str(self._library), "STEPPED_CLOCK": str(self._file)}

    def step(self, seconds: float) -> None:
        self.seconds += seconds
        with self._file.open("r+b") as file:
            file.write(struct.pack("=q", int(self.seconds * 1e9)))
