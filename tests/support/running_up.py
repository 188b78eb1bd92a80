"""A real `kontor up` with everything that belongs to it, on a directory of its own."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from kontor.service.settings import PREFIX
from tests.support.api_processes import WAIT, free_port
from tests.support.bot_games import wait_until
from tests.support.paths import ROOT


@contextmanager
def running_up(home: Path | None = None, **settings: str) -> Iterator[str]:
    """Its address. Settings by their names, as `rulesets="tests.tiny:RULESET"`."""
    home, port = home or Path(tempfile.mkdtemp(prefix="kontor-")), free_port()
    kept = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    small = {"api_processes": "1", "worker_processes": "1", "bot_niceness": "0", **settings}
    given = {f"{PREFIX}{name.upper()}": value for name, value in small.items()}
    command = [sys.executable, "-m", "kontor.service.cli", "up", "--port", str(port), "--data", str(home / "data")]
    with (home / "said").open("wb") as said:
        process = subprocess.Popen(
            command, cwd=ROOT, env={**kept, **given, "PYTHONPATH": str(ROOT)}, stdout=said, stderr=said
        )
    address = f"http://127.0.0.1:{port}"
    try:
        wait_until(lambda: _is_ready(address, process, home / "said"), WAIT)
        yield address
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)
        shutil.rmtree(home, ignore_errors=True)


def _is_ready(address: str, process: subprocess.Popen[bytes], said: Path) -> bool:
    assert process.poll() is None, said.read_text()
    try:
        return httpx.get(f"{address}/readyz").is_success
    except httpx.TransportError:
        return False
