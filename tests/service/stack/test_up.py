"""`kontor up` as a person at a terminal meets it: real processes on a directory of their own."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import ClassVar

import httpx
import pytest

from kontor.service.stack.data_directory import CannotStart
from kontor.service.stack.listening import require_free_port
from tests.support.api_processes import free_port
from tests.support.bot_games import wait_until
from tests.support.paths import ROOT
from tests.tiny import RULESET

BOARD = next(iter(RULESET.boards()))


@pytest.fixture
def data() -> Iterator[Path]:
    directory = Path(tempfile.mkdtemp(prefix="kontor-", suffix=" 50% ö"))
    yield directory
    for up in Up.started:
        if up.process.poll() is None:
            up.stop()
    shutil.rmtree(directory, ignore_errors=True)


class Up:
    """A running `kontor up`."""

    started: ClassVar[list["Up"]] = []

    def __init__(self, data: Path, port: int) -> None:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("KONTOR_")}
        small = {
            "KONTOR_API_PROCESSES": "1",
            "KONTOR_WORKER_PROCESSES": "1",
            "KONTOR_MAX_STREAMS": "4",
            "KONTOR_BOT_NICENESS": "0",
        }
        self.url = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "kontor.service.cli", "up", "--port", str(port), "--data", str(data)],
            cwd=ROOT,
            env={**kept, **small, "KONTOR_RULESETS": "tests.tiny:RULESET", "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        Up.started.append(self)

    def said(self, text: str) -> str:
        """What it says, up to the line with this text."""
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
        """Its exit code and its last words."""
        rest, _ = self.process.communicate(timeout=30)
        return self.process.returncode, rest


@contextmanager
def someone_waiting(url: str) -> Iterator[None]:
    """A client that waits for something to happen, and is cut off."""

    def wait() -> None:
        with suppress(httpx.HTTPError):
            httpx.get(url, timeout=30)

    client = threading.Thread(target=wait)
    client.start()
    time.sleep(0.3)
    yield
    client.join()


def living(data: Path) -> list[str]:
    """Processes that know the directory: servers by their arguments, ours by their environment."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes() + (entry / "environ").read_bytes()
            if str(data).encode() in words and (entry / "stat").read_text().rsplit(")", 1)[1].split()[0] != "Z":
                found.append((entry / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        except OSError:
            continue
    return found


def test_up_serves_stops_in_seconds_and_carries_on(data: Path) -> None:
    port = free_port()
    up = Up(data, port)
    greeting = up.said("Ctrl-C stops it")
    assert f"{up.url}/v1" in greeting
    assert f"{up.url}/docs" in greeting
    account = httpx.post(f"{up.url}/v1/accounts", json={"name": "Anna"}).json()
    key = {"Authorization": f"Bearer {account['api_key']}"}
    seats = [{"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}]
    made = httpx.post(f"{up.url}/v1/games", json={"ruleset": "tiny", "board": BOARD, "seats": seats}, headers=key)
    assert made.status_code == 201, made.text
    game = f"{up.url}/v1/games/{made.json()['id']}"
    wait_until(lambda: httpx.get(game).json()["status"] == "finished")

    second = Up(data, free_port())  # on the same directory
    assert re.search(r"kontor: Kontor is running on .* already \(process \d+\)", second.said("already"))
    assert second.ended()[0] == 1
    other = Path(f"{data}-other")
    third = Up(other, port)  # on the same port
    assert "kontor: Kontor cannot listen on" in third.said("cannot listen")
    assert third.ended()[0] == 1
    assert not other.exists()

    seats = [{"kind": "me"}, {"kind": "open"}]
    waiting = httpx.post(
        f"{up.url}/v1/games", json={"ruleset": "tiny", "board": BOARD, "seats": seats}, headers=key
    ).json()
    begun = time.monotonic()
    with someone_waiting(f"{up.url}/v1/games/{waiting['id']}/events?after={waiting['version']}&wait=25"):
        code, rest = up.stop()
    assert code == 0
    assert "Your games are kept" in rest
    assert "Traceback" not in rest
    assert time.monotonic() - begun < 10
    assert living(data) == []

    again = Up(data, port)
    again.said("Ctrl-C stops it")
    assert httpx.get(f"{up.url}/v1/me", headers=key).json()["name"] == "Anna"
    assert httpx.get(game).json()["status"] == "finished"
    again.process.kill()  # not even asked: nothing may be left behind, and the next start is a start like any other
    again.process.communicate()
    wait_until(lambda: living(data) == [])
    last = Up(data, port)
    last.said("Ctrl-C stops it")
    assert httpx.get(game).json()["status"] == "finished"
    assert last.stop(signal.SIGTERM)[0] == 0
    assert living(data) == []


def test_a_taken_port_is_refused() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(CannotStart, match=rf"127.0.0.1:{port}: Address already in use. .*--port"):
            require_free_port("127.0.0.1", port)
