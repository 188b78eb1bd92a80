"""Fork child processes. A child has all modules of its parent, and shares the parent's memory until it writes to the
memory.

A fork copies everything. So the parent must have no other thread, no connection and no unwritten output when it forks.
The child opens its own connections.
"""

import atexit
import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import NoReturn

from kontor.service.registry import Registry
from kontor.service.stack.data_directory import CannotStart
from kontor.service.stack.processes import Child, ends_with_parent

LOOK_EVERY = 0.02  # seconds


@dataclass(slots=True)
class Forked:
    """A forked child, with the interface of `subprocess.Popen`."""

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


def load(modules: Iterable[str], rulesets: Sequence[str]) -> None:
    """Import the code of all children before they are forked, so that they start quickly and share its memory.

    Operators' own bots are not imported, because such a module may start threads, which a fork does not copy.
    `gc.freeze` keeps the garbage collector from writing to each object. Otherwise the children would soon share no
    memory."""
    for module in modules:
        import_module(module)
    Registry.load(rulesets)
    gc.collect()
    gc.freeze()


def fork(name: str, comm: str, work: Callable[[], None]) -> Child:
    """Fork a child that runs `work` and then ends.

    The kernel kills the child when this process ends. The child writes to the parent's log. It keeps the parent's
    signal handlers, so that a signal can stop it even before `work` installs its own. `comm`: the name of the child in
    `ps` and `top`. Linux shows its first 15 bytes.
    """
    prepare = ends_with_parent(signal.SIGKILL)
    _flush()
    try:
        pid = os.fork()
    except OSError as error:
        raise CannotStart(f"{name} did not start: {error.strerror}.") from error
    if pid == 0:
        _be_the_child(comm, prepare, work)
    return Child(name, Forked(pid), signal.SIGTERM)


def _be_the_child(comm: str, prepare: Callable[[], None] | None, work: Callable[[], None]) -> NoReturn:
    """Run the work of the child, and end the process. This function must never return, because its callers belong to
    the parent."""
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
    """Set the name of the process. Its arguments stay those of the parent. setproctitle could change them, but then
    granian and rq would use it too. It also overwrites the environment, in which `leftover_processes` searches its
    marker."""
    with suppress(OSError):  # the file exists only on Linux
        Path("/proc/self/comm").write_text(comm)


def _exit_code(asked: SystemExit) -> int:
    """Return the exit code of a SystemExit as the interpreter does: if the exception has a text, print it and return
    1."""
    if asked.code is None or isinstance(asked.code, int):
        return asked.code or 0
    print(asked.code, file=sys.stderr)
    return 1


def _flush() -> None:
    """Flush the output. Otherwise both parent and child would write it. On a full disk the lines are lost."""
    for each in (sys.stdout, sys.stderr):
        with suppress(OSError):
            each.flush()
