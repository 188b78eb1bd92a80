"""Child processes. Each child has its own session, so that Ctrl-C reaches only the parent. The parent stops its
children in order."""

import ctypes
import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from kontor.service.stack.data_directory import CannotStart
from kontor.service.stack.postgres_account import Identity

POOL = (
    sys.executable,
    "-m",
    "kontor.workers.pool",
    "pool",
)  # started as a program, because service must not import workers


CHECK_EVERY = 0.05  # seconds between two checks whether a child is ready


class Process(Protocol):
    """The interface of a child process: `subprocess.Popen` or a fork (`service.stack.forking`)."""

    @property
    def pid(self) -> int: ...

    @property
    def returncode(self) -> int | None: ...

    def poll(self) -> int | None: ...

    def wait(self, timeout: float | None = None) -> int: ...

    def send_signal(self, sig: int) -> None: ...


@dataclass(frozen=True, slots=True)
class Child:
    """A child process, the signal that asks it to end, and its log file."""

    name: str
    process: Process
    stop_signal: signal.Signals
    log: Path | None = None

    @property
    def is_running(self) -> bool:
        return self.process.poll() is None

    def request_stop(self) -> None:
        """Send the child the signal that asks it to end."""
        if self.is_running:
            self.process.send_signal(self.stop_signal)

    def stop(self, patience: float) -> None:
        """Ask the child to end. After `patience` seconds, kill it and all processes that it started."""
        self.request_stop()
        try:
            self.process.wait(patience)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def kill_group(self) -> None:
        """Kill the processes that an ended child has left. They would keep the child's port."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def exit_reason(self) -> str:
        """Return the exit code of an ended child, or the signal that ended it."""
        code = self.process.wait()
        return f"signal {-code}" if code < 0 else f"exit code {code}"

    def last_error(self) -> str:
        """Return the error message at the end of the child's log."""
        try:
            return reason((self.log or Path(os.devnull)).read_bytes())
        except OSError:
            return "its log cannot be read"


def reason(output: bytes) -> str:
    """Return the line of a program's output that names the error: the last error message, or the last line if there is
    none."""
    lines = [line.strip() for line in output.decode(errors="replace").splitlines() if line.strip()]
    told = [line for line in lines[-20:] if re.search(r"\b(error|FATAL|PANIC|kontor):", line)]
    return (told or lines or ["no error message"])[-1]


def start(
    name: str,
    argv: Sequence[str],
    *,
    stop_signal: signal.Signals = signal.SIGTERM,
    when_orphaned: signal.Signals = signal.SIGKILL,
    log: Path | None = None,
    env: Mapping[str, str] | None = None,
    identity: Identity | None = None,
) -> Child:
    """Start a child that ends with this process. Even if this process is killed, the kernel sends the child the signal
    `when_orphaned`. Without `log`, the child writes to the parent's log."""
    out = None if log is None else open(log, "ab")  # noqa: SIM115 — the child keeps it
    try:
        process = subprocess.Popen(
            list(argv),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            env=None if env is None else dict(env),
            cwd="/" if identity else None,
            start_new_session=True,
            preexec_fn=ends_with_parent(when_orphaned),
            user=identity.uid if identity else None,
            group=identity.gid if identity else None,
            extra_groups=[] if identity else None,
            umask=0o077,
        )
    except OSError as error:
        raise CannotStart(f"{name} did not start: {error.strerror} ({argv[0]}).") from error
    finally:
        if out is not None:
            out.close()
    return Child(name, process, stop_signal, log)


def wait_until_ready(
    child: Child, is_ready: Callable[[], bool], seconds: float, wait: Callable[[float], object] = time.sleep
) -> None:
    """Wait until a child is ready. Raise `CannotStart` if it ends, or is not ready after `seconds` seconds. `wait`
    waits between two checks. If it returns True, this function returns at once."""
    until = time.monotonic() + seconds
    while not is_ready():
        if not child.is_running or time.monotonic() > until:
            what = "does not answer" if child.is_running else "did not start"
            raise CannotStart(f"{child.name} {what}: {child.last_error()}")
        if wait(CHECK_EVERY):
            return


def run(argv: Sequence[str], identity: Identity | None, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run a program as a user, with `given` as its input. Return the result when the program has ended."""
    return subprocess.run(
        list(argv),
        input=given,
        capture_output=True,
        check=False,
        cwd="/",  # the other user may have no access to the current directory
        user=identity.uid if identity else None,
        group=identity.gid if identity else None,
        extra_groups=[] if identity else None,
        umask=0o077,
    )


def ends_with_parent(when_orphaned: signal.Signals, parent: int | None = None) -> Callable[[], None] | None:
    """Return a `preexec_fn` for a child. After it, the kernel sends the child this signal when its parent ends. For the
    kernel, the parent is the thread that started the child, so that thread must not end. If the child itself calls this
    function, it must pass `parent`."""
    if not sys.platform.startswith("linux"):
        return None
    libc, expected = ctypes.CDLL(None), parent or os.getpid()

    def prepare() -> None:
        libc.prctl(1, int(when_orphaned))  # PR_SET_PDEATHSIG
        if os.getppid() != expected:  # the parent had ended before the call
            os.kill(os.getpid(), signal.SIGKILL)

    return prepare


def allow_all_files() -> None:
    """Allow this process to open as many files and connections as the system permits. The usual limit of 1024 is too
    low for a busy server."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
