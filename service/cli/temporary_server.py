"""Start a server for one command. Stop the server and delete its directory when the command ends, even after a
signal."""

import signal
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from kontor.service.stack import data_directory, processes
from kontor.service.stack.data_directory import DataDirectory

PREFIX = "kontor-demo-"
READY = 90.0  # seconds until the server must answer
STOPS = 60.0
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextmanager
def temporary_server() -> Iterator[str]:
    """Start `kontor up` on a temporary directory, and yield the address of the server."""
    import httpx

    from kontor.service.stack.ports import is_healthy

    data_directory.remove_left(Path(tempfile.gettempdir()), PREFIX)  # left by a command that was killed
    with leaving_once():
        directory = DataDirectory(Path(tempfile.mkdtemp(prefix=PREFIX)))
        try:
            port, log = free_port(), directory.path / "up.log"
            argv = [
                sys.executable,
                "-m",
                "kontor.service.cli",
                "up",
                "--port",
                str(port),
                "--data",
                str(directory.path),
            ]
            server = processes.start("The server", argv, log=log, when_orphaned=signal.SIGTERM)
            try:
                url = f"http://127.0.0.1:{port}"
                with httpx.Client(base_url=url, timeout=2) as client:
                    processes.wait_until_ready(server, lambda: is_healthy(client), READY)
                yield url
            finally:
                server.stop(STOPS)  # the server stops the processes that it has started
        finally:
            data_directory.remove(directory)


@contextmanager
def leaving_once() -> Iterator[None]:
    """Turn Ctrl-C, SIGTERM and a closed terminal into `SystemExit`. Ignore further signals, so that they do not
    interrupt the clean-up."""

    def leave(number: int, frame: FrameType | None) -> None:
        for each in SIGNALS:
            signal.signal(each, signal.SIG_IGN)
        raise SystemExit(128 + number)

    before = {each: signal.signal(each, leave) for each in SIGNALS}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def answers(url: str) -> bool:
    import httpx

    from kontor.service.stack.ports import is_healthy

    with httpx.Client(base_url=url, timeout=2) as client:
        return is_healthy(client)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
