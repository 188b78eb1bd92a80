"""The service in processes of its own, behind a real socket."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import fields

import httpx

from kontor.service.settings import PREFIX, Settings

WAIT = 60.0  # seconds for a process to come up, on a busy machine


def environment(settings: Settings) -> dict[str, str]:
    """The settings as the environment of a process."""
    plain = Settings()
    given = {field.name: getattr(settings, field.name) for field in fields(Settings)}
    changed = {name: value for name, value in given.items() if value != getattr(plain, name)}
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith(PREFIX)},
        **{PREFIX + name.upper(): ",".join(v) if isinstance(v, tuple) else str(v) for name, v in changed.items()},
        "PYTHONPATH": os.pathsep.join(sys.path),
    }


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def serving(settings: Settings, count: int = 1) -> Iterator[list[str]]:
    """That many API processes on one database; their addresses."""
    with ExitStack() as stack:
        yield [stack.enter_context(_one(settings)) for _ in range(count)]


@contextmanager
def _one(settings: Settings) -> Iterator[str]:
    port = free_port()
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--workers", "1", "--blocking-threads", "8"]
    command += [
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--no-ws",
        "--log-level",
        "warning",
        "kontor.service.http.wsgi:app",
    ]
    process = subprocess.Popen(command, env=environment(settings))
    try:
        _wait_for(f"http://127.0.0.1:{port}/healthz", process)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(10)


def _wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + WAIT
    while time.monotonic() < until:
        assert process.poll() is None, "the service ended at once"
        try:
            httpx.get(url, timeout=2).raise_for_status()
        except httpx.TransportError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError(f"{url} did not answer in {WAIT} seconds")
