"""A real `kontor up` with all its processes, in its own directory."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx

from kontor.service.settings import PREFIX
from tests.support.api_processes import WAIT, below, free_port
from tests.support.bot_games import wait_until
from tests.support.paths import IMPORT_PATH, ROOT
from tests.support.plain_http import NO_TLS


class Up:
    """A running `kontor up`, which can be killed and started again with the same data."""

    def __init__(self, home: Path, settings: Mapping[str, str]) -> None:
        port = free_port()
        small = {"api_processes": "1", "worker_processes": "1", "bot_niceness": "0"}
        # a bot that offers a trade to a person would otherwise wait 10 seconds for an answer that no test sends
        small |= {"bot_patience_seconds": "0", **settings}
        kept = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
        given = {f"{PREFIX}{name.upper()}": value for name, value in small.items()}
        self.home, self.data, self.url = home, home / "data", f"http://127.0.0.1:{port}"
        self._environment = {**kept, **given, "PYTHONPATH": IMPORT_PATH}
        words = ["up", "--port", str(port), "--data", str(self.data)]
        self._command = [sys.executable, "-m", "kontor.service.cli", *words]
        self.start()

    def start(self) -> None:
        with (self.home / "said").open("wb") as said:
            self.process = subprocess.Popen(self._command, cwd=ROOT, env=self._environment, stdout=said, stderr=said)

    def wait(self) -> None:
        """Wait until `kontor up` responds."""
        wait_until(lambda: _is_ready(self.url, self.process, self.home / "said"), WAIT)

    def kill(self) -> None:
        """Kill all processes of `kontor up` at once."""
        for pid in (self.process.pid, *below(self.process.pid)):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.kill()
            raise


@contextmanager
def an_up(home: Path | None = None, **settings: str) -> Iterator[Up]:
    """Start `kontor up`, and yield it. `settings`: settings by their names, such as `rulesets="tests.tiny:RULESET"`."""
    up = Up(home or Path(tempfile.mkdtemp(prefix="kontor-")), settings)
    try:
        up.wait()
        yield up
    finally:
        up.stop()
        shutil.rmtree(up.home, ignore_errors=True)


@contextmanager
def running_up(home: Path | None = None, **settings: str) -> Iterator[str]:
    """Start `kontor up`, and yield the address of its API."""
    with an_up(home, **settings) as up:
        yield up.url


def _is_ready(address: str, process: subprocess.Popen[bytes], said: Path) -> bool:
    assert process.poll() is None, said.read_text()
    try:
        return httpx.get(f"{address}/readyz", verify=NO_TLS).is_success
    except httpx.TransportError:
        return False
