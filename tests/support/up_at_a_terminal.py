"""`kontor up` as a user at a terminal starts, stops and kills it, in its own directory."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import ClassVar

from kontor.service.settings import PREFIX
from tests.support.paths import IMPORT_PATH, ROOT


class Up:
    """A running `kontor up`."""

    started: ClassVar[list["Up"]] = []

    def __init__(self, data: Path, port: int, **settings: str) -> None:
        """Start `kontor up`. `settings`: settings by their names, such as `webhooks_loopback="true"`. By default it has
        few processes and streams."""
        small = {"api_processes": "1", "worker_processes": "1", "max_streams": "4", "bot_niceness": "0"}
        given = {"rulesets": "tests.tiny:RULESET", **small, **settings}
        kept = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
        self.url = f"http://127.0.0.1:{port}"
        self.data = data
        self.process = subprocess.Popen(
            [sys.executable, "-m", "kontor.service.cli", "up", "--port", str(port), "--data", str(data)],
            cwd=ROOT,
            env={
                **kept,
                **{f"{PREFIX}{name.upper()}": value for name, value in given.items()},
                "PYTHONPATH": IMPORT_PATH,
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        Up.started.append(self)

    def said(self, text: str) -> str:
        """Return the output of `kontor up` up to the line with this text."""
        lines: list[str] = []
        assert self.process.stdout is not None
        for line in self.process.stdout:
            lines.append(line)
            if text in line:
                return "".join(lines)
        raise AssertionError(f"never said {text!r}: {''.join(lines)}")

    def stop(self, how: signal.Signals = signal.SIGINT) -> tuple[int, str]:
        self.process.send_signal(how)
        return self.ended()

    def ended(self) -> tuple[int, str]:
        """Wait until `kontor up` ends, and return its exit code and its last output."""
        rest, _ = self.process.communicate(timeout=30)
        return self.process.returncode, rest


def living(data: Path) -> list[str]:
    """Return the processes that use the data directory. Servers are found by their arguments, and our own processes by
    their environment."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes() + (entry / "environ").read_bytes()
            if str(data).encode() in words and (entry / "stat").read_text().rsplit(")", 1)[1].split()[0] != "Z":
                found.append((entry / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        except OSError:
            continue
    return found
