"""`kontor demo` on a server of its own: a game to its end, then the terminal is closed. Nothing may be left of it: no
process, no directory, no port."""

import signal
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from kontor.service.cli.temporary_server import PREFIX
from tests.support.api_processes import below, command_line, free_port
from tests.support.at_a_terminal import at_a_terminal
from tests.support.bot_games import wait_until
from tests.support.up_at_a_terminal import living

SMALL = {"KONTOR_RULESETS": "tests.tiny:RULESET", "KONTOR_API_PROCESSES": "1", "KONTOR_WORKER_PROCESSES": "1"}
# as if no server ran where one is looked for
DEMO = """\
from kontor.service.cli import demo
from kontor.service.cli.main import run
demo.HERE = "http://127.0.0.1:{port}"
run()
"""


@pytest.fixture
def place() -> Iterator[Path]:
    """Where directories for a while are made; with a short name, for sockets."""
    with tempfile.TemporaryDirectory(prefix="k") as path:
        yield Path(path)


def test_a_demo_plays_a_whole_game_and_leaves_nothing_behind_when_its_terminal_is_closed(place: Path) -> None:
    left = place / f"{PREFIX}left"  # by a demo that was killed
    left.mkdir()
    (left / "lock").touch()
    words = ("demo", "--bots", "random", "--seats", "2", "--option", "rounds=1", "--timeout", "120")
    program = ("-c", DEMO.format(port=free_port()))
    with at_a_terminal(*words, env={**SMALL, "TMPDIR": str(place)}, program=program) as demo:
        shown = demo.until("Press any key to stop the server")
        for sentence in ("No server runs at", "Final score", "See http://127.0.0.1:"):
            assert sentence in shown
        started = below(demo.process.pid)
        assert any("haproxy" in command_line(pid) for pid in started)
        port = next(int(word) for pid in started for word in port_of(command_line(pid)))
        demo.close()
        assert demo.process.wait(60) in (1, 120, 128 + signal.SIGHUP)  # 120: Python cannot flush to a closed terminal
    wait_until(lambda: not any(map(command_line, started)))
    assert living(place) == []
    assert list(place.iterdir()) == []
    with socket.socket() as free:
        free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        free.bind(("127.0.0.1", port))


def port_of(line: str) -> list[str]:
    words = line.split()
    return [words[words.index("--port") + 1]] if "--port" in words else []
