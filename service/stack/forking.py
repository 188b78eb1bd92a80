"""Children that are forks of this process: they have loaded what it has, and share its memory until they write to it.

A fork copies everything. So its parent has no thread, no connection and nothing half written when it makes one; and
whatever is opened for a child is opened in the child.
"""

import atexit
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from kontor.service.stack.data_directory import CannotStart
from kontor.service.stack.processes import Child, ends_with_parent

LOOK_EVERY = 0.02  # seconds


@dataclass(slots=True)
class Forked:
    """A forked child, as `subprocess` shows a started one."""

    pid: int
    returncode: int | None = None

    def poll(self) -> int | None:
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.returncode = os.waitstatus_to_exitcode(status) if pid else None
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        until = None if timeout is None else time.monotonic() + timeout
        while (code := self.poll()) is None:
            if until is not None and time.monotonic() >= until:
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0.0)
            time.sleep(LOOK_EVERY)
        return code

    def send_signal(self, sig: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, sig)


def fork(name: str, comm: str, work: Callable[[], None]) -> Child:
    """Start a child that does this work and ends. It is killed when this process is gone, writes into our log, and
    keeps our signal handlers, so that a stop is heard from its first moment on. `comm` is its name in
    `ps` and `top`; Linux cuts it after 15 bytes."""
    prepare = ends_with_parent(signal.SIGKILL)
    _flush()
    try:
        pid = os.fork()
    except OSError as error:
        raise CannotStart(f"{name} cannot be started: {error.strerror}.") from error
    if pid == 0:
        _be_the_child(comm, prepare, work)
    return Child(name, Forked(pid), signal.SIGTERM)


def _be_the_child(comm: str, prepare: Callable[[], None] | None, work: Callable[[], None]) -> NoReturn:
    """Never leads back into the frames above, which are our parent's."""
    code = 1
    try:
        os.setsid()
        if prepare is not None:
            prepare()
        os.umask(0o077)
        _read_nothing()
        _set_name(comm)
        work()
        code = 0
    except SystemExit as asked:
        code = _exit_code(asked)
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        try:
            atexit._run_exitfuncs()
            _flush()
        finally:
            os._exit(code)


def _read_nothing() -> None:
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)


def _set_name(comm: str) -> None:
    """Name the process. Its arguments stay those of the parent: setproctitle, which can change them, is also used by
    granian and rq where it is installed, and overwrites the environment, by which `strays` finds processes."""
    with suppress(OSError):  # there is no such file outside Linux
        Path("/proc/self/comm").write_text(comm)


def _exit_code(asked: SystemExit) -> int:
    """As an interpreter has it: a sentence is said, and stands for 1."""
    if asked.code is None or isinstance(asked.code, int):
        return asked.code or 0
    print(asked.code, file=sys.stderr)
    return 1


def _flush() -> None:
    """So that nothing is written twice. A disk that is full costs these lines."""
    for each in (sys.stdout, sys.stderr):
        with suppress(OSError):
            each.flush()
