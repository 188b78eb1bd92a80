"""Child processes, each in a session of its own: Ctrl-C reaches their parent alone, which stops them in order."""

import ctypes
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from kontor.service.stack.data_directory import CannotStart
from kontor.service.stack.postgres_account import Identity

POOL = (sys.executable, "-m", "kontor.workers.pool", "pool")  # a program to us: service never imports workers


class Process(Protocol):
    """What is asked of a process that was started here: as `subprocess.Popen` has it, or a fork of ours."""

    @property
    def pid(self) -> int: ...

    @property
    def returncode(self) -> int | None: ...

    def poll(self) -> int | None: ...

    def wait(self, timeout: float | None = None) -> int: ...

    def send_signal(self, sig: int) -> None: ...


@dataclass(frozen=True, slots=True)
class Child:
    """A child process, the signal that asks it to end, and its log."""

    name: str
    process: Process
    stop_signal: signal.Signals
    log: Path | None = None

    @property
    def is_running(self) -> bool:
        return self.process.poll() is None

    def request_stop(self) -> None:
        """Ask it to end."""
        if self.is_running:
            self.process.send_signal(self.stop_signal)

    def stop(self, patience: float) -> None:
        """Ask it to end; after `patience` seconds, end it and all it started."""
        self.request_stop()
        try:
            self.process.wait(patience)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def kill_group(self) -> None:
        """End what a child has left behind: a server that was killed may leave its own children, and its port."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def exit_reason(self) -> str:
        """Of one that has ended."""
        code = self.process.wait()
        return f"signal {-code}" if code < 0 else f"exit code {code}"

    def last_error(self) -> str:
        """Why it ended, as far as its log says."""
        try:
            return reason((self.log or Path(os.devnull)).read_bytes())
        except OSError:
            return "its log cannot be read"


def reason(output: bytes) -> str:
    """The line of a program's output that says what went wrong: the last error, else the last line."""
    lines = [line.strip() for line in output.decode(errors="replace").splitlines() if line.strip()]
    told = [line for line in lines[-20:] if re.search(r"\b(error|FATAL|PANIC|kontor):", line)]
    return (told or lines or ["no reason was given"])[-1]


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
    """Start a child that ends when this process does, even if this process is killed: then it is sent `when_orphaned`.
    Without `log` it writes into ours."""
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
        raise CannotStart(f"{name} cannot be started: {error.strerror} ({argv[0]}).") from error
    finally:
        if out is not None:
            out.close()
    return Child(name, process, stop_signal, log)


def run(argv: Sequence[str], identity: Identity | None, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run a program to its end."""
    return subprocess.run(
        list(argv),
        input=given,
        capture_output=True,
        check=False,
        cwd="/",  # another user may not be allowed where we stand
        user=identity.uid if identity else None,
        group=identity.gid if identity else None,
        extra_groups=[] if identity else None,
        umask=0o077,
    )


def ends_with_parent(when_orphaned: signal.Signals, parent: int | None = None) -> Callable[[], None] | None:
    """For `preexec_fn` of a child: it is sent this signal when its parent is gone, however that happens. The kernel
    means the parent's thread that started it: one that stays. `parent` is named where the child itself calls this."""
    if not sys.platform.startswith("linux"):
        return None
    libc, expected = ctypes.CDLL(None), parent or os.getpid()

    def prepare() -> None:
        libc.prctl(1, int(when_orphaned))  # PR_SET_PDEATHSIG
        if os.getppid() != expected:  # gone before we asked
            os.kill(os.getpid(), signal.SIGKILL)

    return prepare
