"""`kontor server serve`: start and supervise HAProxy, the request processes and the streams process. When the server
stops, running requests can finish.

This process loads the code of all Python processes once, and then forks them. So they start faster, also after a kill
on a busy machine, and they share memory.
"""

import fcntl
import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from socket import AF_UNIX, SOCK_STREAM
from socket import socket as connection

from kontor.service.front import haproxy
from kontor.service.front.sockets import health_socket, inside_socket, mcp_socket, request_socket, streams_socket
from kontor.service.settings import Settings
from kontor.service.stack.data_directory import CannotStart
from kontor.service.stack.forking import fork, load
from kontor.service.stack.ports import require_free_port
from kontor.service.stack.processes import Child, wait_until_ready
from kontor.service.stack.supervise import NEVER, STOPPING, Supervisor, stopping
from kontor.service.stop_event import StopEvent

PREFIX = "kontor-front-"
FRONT_SECONDS = 2.5  # seconds to stop; a little longer than HAProxy needs (haproxy.STOP_SECONDS)
BEHIND_SECONDS = 2.5  # seconds to stop for the other processes
ANSWER_SECONDS = 10.0  # for the processes to load; afterwards HAProxy starts in any case
REQUESTS = "kontor.service.front.request_process"  # each creates the application itself, with its own connections
STREAMS = "kontor.service.front.streams.process"
MCP = "kontor.service.front.mcp.process"


def run(settings: Settings, say: Callable[[str], None], require_ready: Callable[[], None]) -> None:
    """Serve until SIGTERM or Ctrl-C, and restart processes that die. `require_ready` raises an exception if the server
    cannot run. It is called while the processes load, so that a restart is quick."""
    require_free_port(settings.host, settings.port)
    with stopping() as stop, _sockets() as directory, ExitStack() as stack:
        supervisor = Supervisor(stack, say)
        load((STREAMS, MCP, REQUESTS), settings.rulesets)
        starts = [partial(_request_process, settings, directory, nth) for nth in range(settings.api_processes)]
        first = supervisor.keep(BEHIND_SECONDS, starts[0])
        streams = supervisor.keep(FRONT_SECONDS, partial(_streams_process, settings, directory))
        require_ready()
        # HAProxy assumes that its servers are up until a check fails, so it starts after them.
        _wait_until_it_answers(first, request_socket(directory, 0), stop)
        _wait_until_it_answers(streams, streams_socket(directory), stop)
        # Stopped together: streams end by themselves, and HAProxy forwards their last messages.
        supervisor.keep_beside(streams, partial(_front, settings, directory))
        # The other processes start later: if all loaded at the same time, the first answer would come later.
        supervisor.keep_beside(first, *starts[1:])
        supervisor.keep_beside(first, partial(_mcp_process, settings, directory), most_failures=NEVER)
        while not stop.wait(0.1):
            supervisor.check()


def _wait_until_it_answers(process: Child, socket: Path, stop: StopEvent) -> None:
    """Wait until a process answers on its socket, or the time is up."""
    with suppress(CannotStart):  # the supervisor handles a process that does not start
        wait_until_ready(process, lambda: _answers(socket), ANSWER_SECONDS, stop.wait)


def _answers(socket: Path) -> bool:
    with connection(AF_UNIX, SOCK_STREAM) as asking, suppress(OSError):
        asking.settimeout(0.5)
        asking.connect(str(socket))
        asking.sendall(b"GET /healthz HTTP/1.1\r\nHost: kontor\r\nConnection: close\r\n\r\n")
        return asking.recv(12) == b"HTTP/1.1 200"
    return False


def _front(settings: Settings, directory: Path) -> Child:
    return haproxy.start(settings, directory, None)


def _request_process(settings: Settings, directory: Path, nth: int) -> Child:
    sockets = (request_socket(directory, nth), health_socket(directory, nth))
    serve = partial(import_module(REQUESTS).serve, *sockets, settings.request_threads)
    return fork(f"Request process {nth + 1}", "kontor requests", partial(_work, serve))


def _streams_process(settings: Settings, directory: Path) -> Child:
    serve = partial(import_module(STREAMS).run, settings, streams_socket(directory), inside_socket(directory))
    return fork("The streams process", "kontor streams", partial(_work, serve))


def _mcp_process(settings: Settings, directory: Path) -> Child:
    serve = partial(import_module(MCP).run, settings, mcp_socket(directory), inside_socket(directory))
    return fork("The MCP process", "kontor mcp", partial(_work, serve))


def _work(serve: Callable[[], None]) -> None:
    """Restore the default effects of the stop signals, then serve. The inherited handlers would only note that the
    process should stop. The server installs its own handlers later."""
    for each in STOPPING:
        signal.signal(each, signal.SIG_DFL)
    serve()


@contextmanager
def _sockets() -> Iterator[Path]:
    """Create a private directory for sockets. Its name is short, because the path of a socket has at most 107 bytes."""
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
    """Delete a directory that a killed `kontor server serve` has left: it belongs to this user, and no process holds
    its lock."""
    with suppress(OSError):
        if directory.stat().st_uid == os.geteuid():
            with open(directory / "lock", "r+") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(directory, ignore_errors=True)
