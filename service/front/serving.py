"""Everything of `kontor server serve`: the front, the request processes and the process for streams, started together,
supervised, and stopped so that what is being answered is answered.

This process loads the code that the others need, once. They are forks of it: they start faster, also after a kill on a
busy machine, and share its memory."""

import fcntl
import gc
import os
import shutil
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from socket import AF_UNIX, SOCK_STREAM
from socket import socket as connection

from kontor.service.front import haproxy
from kontor.service.front.sockets import health_socket, inside_socket, request_socket, streams_socket
from kontor.service.registry import Registry
from kontor.service.settings import Settings
from kontor.service.stack.forking import fork
from kontor.service.stack.listening import require_free_port
from kontor.service.stack.processes import Child
from kontor.service.stack.supervise import STOPPING, Supervisor, stopping

PREFIX = "kontor-front-"
FRONT_SECONDS = 2.5  # a little longer than HAProxy gives itself (haproxy.STOP_SECONDS)
BEHIND_SECONDS = 2.5
ANSWER_SECONDS = 10.0  # to load; then the front opens all the same
REQUESTS = "kontor.service.front.request_process"
STREAMS = "kontor.service.front.streams.process"
APP = "kontor.service.http.app"  # a request process creates the application itself, with its own connections


def run(settings: Settings, say: Callable[[str], None], require_ready: Callable[[], None]) -> None:
    """Serve until SIGTERM or Ctrl-C; what dies is started again. `require_ready` raises if this cannot be served: it is
    asked while the processes load, since who is started again is waited for."""
    require_free_port(settings.host, settings.port)
    with stopping() as stop, _sockets() as directory, ExitStack() as stack:
        supervisor = Supervisor(stack, say)
        _load(settings)
        starts = [partial(_request_process, settings, directory, nth) for nth in range(settings.api_processes)]
        first = supervisor.keep(BEHIND_SECONDS, starts[0])
        streams = supervisor.keep(FRONT_SECONDS, partial(_streams_process, settings, directory))
        require_ready()
        # The front takes whoever is behind it to be there until it finds out otherwise: it opens when they are.
        _wait_until_it_answers(first, request_socket(directory, 0), stop)
        _wait_until_it_answers(streams, streams_socket(directory), stop)
        # stopped together: streams end by themselves, and the front waits for what they still say
        supervisor.keep_beside(streams, partial(_front, settings, directory))
        # all at once would share the processors, and nobody be answered before all are there
        supervisor.keep_beside(first, *starts[1:])
        while not stop.wait(0.1):
            supervisor.check()


def _wait_until_it_answers(process: Child, socket: Path, stop: threading.Event) -> None:
    """If it does not, whoever supervises it will see why."""
    until = time.monotonic() + ANSWER_SECONDS
    while process.is_running and time.monotonic() < until and not _answers(socket):
        if stop.wait(0.05):
            return


def _answers(socket: Path) -> bool:
    with connection(AF_UNIX, SOCK_STREAM) as asking, suppress(OSError):
        asking.settimeout(0.5)
        asking.connect(str(socket))
        asking.sendall(b"GET /healthz HTTP/1.1\r\nHost: kontor\r\nConnection: close\r\n\r\n")
        return asking.recv(12) == b"HTTP/1.1 200"
    return False


def _front(settings: Settings, directory: Path) -> Child:
    return haproxy.start(settings, directory, None)


def _load(settings: Settings) -> None:
    """Import the code of all processes before they are forked. Operators' own bots are left to them: such a module may
    start threads, which a fork does not copy. Without the freeze the garbage collector would write to each object, and
    the processes would soon share none."""
    for module in (STREAMS, REQUESTS, APP):
        import_module(module)
    Registry.load(settings.rulesets)
    gc.collect()
    gc.freeze()


def _request_process(settings: Settings, directory: Path, nth: int) -> Child:
    sockets = (request_socket(directory, nth), health_socket(directory, nth))
    serve = partial(import_module(REQUESTS).serve, *sockets, settings.request_threads)
    return fork(f"Request process {nth + 1}", "kontor requests", partial(_work, serve))


def _streams_process(settings: Settings, directory: Path) -> Child:
    serve = partial(import_module(STREAMS).run, settings, streams_socket(directory), inside_socket(directory))
    return fork("The process for streams", "kontor streams", partial(_work, serve))


def _work(serve: Callable[[], None]) -> None:
    """Serve with the signals' own effects, until the server installs its handlers. Ours would only note a stop."""
    for each in STOPPING:
        signal.signal(each, signal.SIG_DFL)
    serve()


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
    """What a `kontor server serve` that was killed has left behind: ours, and nobody holds its lock."""
    with suppress(OSError):
        if directory.stat().st_uid == os.geteuid():
            with open(directory / "lock", "r+") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(directory, ignore_errors=True)
