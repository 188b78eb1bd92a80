"""Everything of `kontor serve`: the front, the request processes and the process for streams, started together,
supervised, and stopped so that what is being answered is answered."""

import fcntl
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path

from kontor.service.front import haproxy
from kontor.service.settings import Settings
from kontor.service.stack import processes
from kontor.service.stack.listening import require_free_port
from kontor.service.stack.processes import Child
from kontor.service.stack.supervise import Supervisor, stopping

PREFIX = "kontor-front-"
FRONT_SECONDS = haproxy.STOP_SECONDS + 0.5
BEHIND_SECONDS = 2.5


def run(settings: Settings, say: Callable[[str], None]) -> None:
    """Serve until SIGTERM or Ctrl-C; what dies is started again."""
    haproxy.program()  # says so at once if there is none
    require_free_port(settings.host, settings.port)
    with stopping() as stop, _sockets() as directory, ExitStack() as stack:
        supervisor = Supervisor(stack, say)
        starts = [partial(_request_process, directory, nth) for nth in range(settings.api_processes)]
        supervisor.keep(BEHIND_SECONDS, *starts)
        # together: streams end by themselves, and the front waits for what they still say
        front = partial(haproxy.start, settings, directory, None)
        supervisor.keep(FRONT_SECONDS, front, partial(_streams_process, directory))
        while not stop.wait(0.1):
            supervisor.check()


def _request_process(directory: Path, nth: int) -> Child:
    socket = haproxy.request_socket(directory, nth)
    return processes.start(f"Request process {nth + 1}", _program("request_process", socket))


def _streams_process(directory: Path) -> Child:
    sockets = (haproxy.streams_socket(directory), haproxy.inside_socket(directory))
    return processes.start("The process for streams", _program("streams", *sockets))


def _program(module: str, *sockets: Path) -> list[str]:
    return [sys.executable, "-m", f"kontor.service.front.{module}", *map(str, sockets)]


@contextmanager
def _sockets() -> Iterator[Path]:
    """A directory of our own with a short name (sockets have at most 107 bytes), for nobody else to look into."""
    directory = Path(tempfile.mkdtemp(prefix=PREFIX))
    with open(directory / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for other in directory.parent.glob(f"{PREFIX}*"):
            _remove_if_left(other)
        try:
            yield directory
        finally:
            shutil.rmtree(directory, ignore_errors=True)


def _remove_if_left(directory: Path) -> None:
    """What a `kontor serve` that was killed has left behind: ours, and nobody holds its lock."""
    with suppress(OSError):
        if directory.stat().st_uid == os.geteuid():
            with open(directory / "lock", "r+") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(directory, ignore_errors=True)
