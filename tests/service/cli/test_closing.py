"""`kontor demo` in a terminal that is closed: nothing may be left of it, no process, no directory, no port."""

import os
import pty
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from kontor.service.cli.own_server import PREFIX
from tests.support.api_processes import WAIT, below, command_line
from tests.support.bot_games import wait_until
from tests.support.paths import IMPORT_PATH
from tests.support.up_at_a_terminal import living

SMALL = {
    "KONTOR_RULESETS": "tests.tiny:RULESET",
    "KONTOR_API_PROCESSES": "1",
    "KONTOR_WORKER_PROCESSES": "1",
    "PYTHONPATH": IMPORT_PATH,
}
# as if no server ran where one is looked for
DEMO = """\
from kontor.service.cli import demo
from kontor.service.cli.main import run
demo.HERE = "http://127.0.0.1:1"
run()
"""


@pytest.fixture
def place() -> Iterator[Path]:
    """Where directories for a while are made; with a short name, for sockets."""
    with tempfile.TemporaryDirectory(prefix="k") as path:
        yield Path(path)


def test_closing_the_terminal_of_a_demo_leaves_nothing_behind(place: Path) -> None:
    ours, theirs = pty.openpty()
    demo = subprocess.Popen(
        [sys.executable, "-c", DEMO, "demo", "--bots", "random", "--seats", "2"],
        env={**os.environ, **SMALL, "TMPDIR": str(place)},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        preexec_fn=lambda: open(os.ttyname(0)).close(),  # from now on the terminal is its own, and tells when it goes
    )
    os.close(theirs)
    wait_until(lambda: demo.poll() is not None or "haproxy" in " ".join(map(command_line, below(demo.pid))), WAIT)
    assert demo.poll() is None, os.read(ours, 4096).decode()
    port = next(int(word) for pid in below(demo.pid) for word in port_of(command_line(pid)))
    started = below(demo.pid)
    os.close(ours)
    assert demo.wait(30) in (1, 128 + signal.SIGHUP)
    wait_until(lambda: not any(map(command_line, started)))
    assert living(place) == []
    assert list(place.glob(f"{PREFIX}*")) == []
    with socket.socket() as free:
        free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        free.bind(("127.0.0.1", port))


def port_of(line: str) -> list[str]:
    words = line.split()
    return [words[words.index("--port") + 1]] if "--port" in words else []
