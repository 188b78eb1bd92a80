"""Run the service in separate processes, behind a real socket."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, fields, replace
from pathlib import Path
from types import MappingProxyType

import httpx

from kontor.service.settings import PREFIX, Settings
from tests.support.paths import IMPORT_PATH
from tests.support.plain_http import NO_TLS

WAIT = 180.0  # seconds for a process to come up, on a busy machine


def environment(settings: Settings) -> dict[str, str]:
    """Return the settings as the environment of a process."""
    plain = Settings()
    given = {field.name: getattr(settings, field.name) for field in fields(Settings)}
    changed = {name: value for name, value in given.items() if value != getattr(plain, name)}
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith(PREFIX)},
        **{PREFIX + name.upper(): ",".join(v) if isinstance(v, tuple) else str(v) for name, v in changed.items()},
        "PYTHONPATH": os.pathsep.join((IMPORT_PATH, *sys.path)),
    }


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@dataclass(frozen=True)
class Serve:
    """A running `kontor server serve`."""

    url: str
    port: int
    process: subprocess.Popen[bytes]

    def children(self, words: str) -> list[int]:
        """Return the child processes of this process, and their children, with these words in the name or the command
        line. Forked processes have a name."""
        return [pid for pid in below(self.process.pid) if words in process_name(pid) + command_line(pid)]

    def wait_until_well(self) -> None:
        _wait_for(f"{self.url}/healthz", self.process)


@contextmanager
def serving(settings: Settings, count: int = 1) -> Iterator[list[str]]:
    """Run `count` processes `kontor server serve` on one database, and yield their addresses."""
    with ExitStack() as stack:
        yield [stack.enter_context(serve(settings)).url for _ in range(count)]


@contextmanager
def serve(
    settings: Settings, request_processes: int = 1, more: Mapping[str, str] = MappingProxyType({})
) -> Iterator[Serve]:
    """Run `kontor server serve`. `more`: further variables for its environment."""
    port = free_port()
    small = replace(settings, port=port, api_processes=request_processes)
    command = [sys.executable, "-m", "kontor.service.cli", "server", "serve"]
    process = subprocess.Popen(command, env={**environment(small), **more})
    found = Serve(f"http://127.0.0.1:{port}", port, process)
    try:
        found.wait_until_well()
        yield found
    finally:
        process.terminate()
        process.wait(30)


def children(pid: int) -> list[int]:
    """Return the children of all threads of a process. They are read from /proc, because tests ask many times a second.
    The program `ps` would take more processor time than the process that the tests wait for."""
    found = []
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            found += [int(each) for each in (task / "children").read_text().split()]
    return found


def below(pid: int) -> list[int]:
    return [each for child in children(pid) for each in (child, *below(child))]


def process_name(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text()
    except OSError:
        return ""


def command_line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


def is_gone(pid: int) -> bool:
    """Return whether a process has ended, even if its parent has not read its exit code yet."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


def _wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + WAIT
    while time.monotonic() < until:
        assert process.poll() is None, "the service ended at once"
        try:
            httpx.get(url, timeout=2, verify=NO_TLS).raise_for_status()
        except httpx.HTTPError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError(f"{url} did not answer in {WAIT} seconds")
