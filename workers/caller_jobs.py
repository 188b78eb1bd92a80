"""Run the jobs that callers start and fetch later (`POST /v1/audits`, `POST /v1/exports`, analyses, hints). Jobs run
one at a time, each in a child process with limits.

The check of an uploaded file may take long. So these jobs have their own process, and bots and scores never wait for
them. Hints have another process (`workers.hint_jobs`).

A worker claims a job by a lease, and renews the lease while the child runs. If the worker dies, another worker claims
the job. PostgreSQL stores the jobs and leases. Redis is not used.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from selectors import EVENT_READ, DefaultSelector
from typing import IO, Any

import structlog

from kontor.service.settings import PREFIX, Settings
from kontor.service.stack.processes import ends_with_parent
from kontor.service.stop_event import StopEvent
from kontor.service.store.caller_jobs import AGAIN, CallerJobs, Claimed
from kontor.service.store.pool import StoreAway
from kontor.workers.context import open_store
from kontor.workers.limited_program import TOO_LITTLE_MEMORY


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of job. `program`: the Python module that runs the job. `instead`: the advice for callers whose job
    exceeds the limits. `settings`: the settings that the program gets, or None for the whole environment of the worker.
    """

    program: str
    instead: str
    settings: tuple[str, ...] | None = None


KINDS = {
    # An uploaded file may exploit a bug in the check, so this program gets no addresses and no passwords.
    "audit": Kind(
        "kontor.workers.audits",
        "`kontor audit verify` has no such limit.",
        ("rulesets", "job_cpu_seconds", "job_memory_bytes", "max_unpacked_bytes"),
    ),
    "export": Kind("kontor.workers.exports", "`kontor export` has no such limit."),
    "hint": Kind("kontor.workers.hints", "Ask a quicker bot."),
    "analysis": Kind("kontor.workers.analyses", "Ask again: the next job continues where this job stopped."),
}
LEASE = (
    5  # length of the lease, in multiples of `debt_grace_seconds`: a worker that is silent for longer counts as dead
)
LAST_MOMENT = 1.0  # seconds for a child to end after it has sent its result
READ = 64 * 1024  # bytes at a time
PATIENCE = 5  # multiples of the CPU limit: a child that runs for longer than this is stopped

NOTHING: Mapping[str, Any] = {"step": "", "done": 0, "of": 0}  # the report of a child that has reported nothing yet

logger = structlog.get_logger()


def run(settings: Settings, stop: StopEvent, kinds: Collection[str] = tuple(KINDS)) -> None:
    """Run callers' jobs of these kinds until `stop` is set. If the database is unreachable, try again."""
    jobs = CallerJobs(open_store(settings).pool, LEASE * settings.debt_grace_seconds)
    while not stop.wait(settings.relay_seconds):
        try:
            jobs.tidy()
            while not stop.is_set() and (claimed := jobs.claim(kinds)) is not None:
                work_off(jobs, claimed, settings, stop)
        except StoreAway as error:
            logger.warning("postgres unreachable, callers' jobs wait", error=str(error))
        except OSError as error:  # a full disk, or no process left: the job is tried again after its lease
            logger.error("a caller's job stopped with a system error, it will be tried again", error=str(error))


def work_off(jobs: CallerJobs, claimed: Claimed, settings: Settings, stop: StopEvent) -> None:
    """Make one attempt to run a job. The attempt ends when the job ends, the caller cancels the job, or this process
    stops.
    """
    kind, told = KINDS[claimed.kind], NOTHING
    with _upload_file(jobs, claimed) as asked, tempfile.TemporaryFile() as made:
        with _child(kind, asked, made, settings) as child:
            until = time.monotonic() + PATIENCE * settings.job_cpu_seconds
            for told in _progress_reports(child, until, settings.job_progress_seconds):
                if _is_end(told):
                    break
                if stop.is_set():
                    jobs.put_back(claimed, unused=True)
                    return
                if not jobs.note(claimed, told["step"], told["done"], told["of"]):
                    return  # cancelled, or claimed by another worker
        if _is_end(told):
            jobs.note(claimed, told["step"], told["done"], told["of"])
        if "result" in told:
            jobs.succeed(claimed, json.dumps(told["result"]), made, settings.job_waiting_bytes)
        elif (why := told.get("why") or _excess(kind, child.returncode, settings)) is not None:
            jobs.fail(claimed, why)
        else:  # the child crashed or was killed
            facts = {"job": str(claimed.job_id), "attempt": claimed.attempt, "code": child.returncode}
            logger.warning("a caller's job ended without a result", **facts)
            jobs.put_back(claimed, AGAIN)


def _excess(kind: Kind, code: int, settings: Settings) -> str | None:
    """Return a message for the caller if the child exceeded a limit, or None. Such a job is not tried again, because it
    would exceed the limit again.
    """
    if code == -signal.SIGXCPU:
        used = f"{settings.job_cpu_seconds} seconds of CPU time"
    elif code == TOO_LITTLE_MEMORY:
        used = f"{settings.job_memory_bytes // 2**20} MiB of memory"
    else:
        return None
    return f"The job needs more than {used}, which is the limit of this server. {kind.instead}"


# ---------------------------------------------------------------- the child


@contextmanager
def _upload_file(jobs: CallerJobs, claimed: Claimed) -> Iterator[IO[bytes]]:
    """Yield the caller's upload as a file. With a pipe, a child that does not read would block this process."""
    with tempfile.TemporaryFile() as file:
        for piece in jobs.pieces(claimed.job_id):
            file.write(piece)
        file.seek(0)
        yield file


@contextmanager
def _child(kind: Kind, asked: IO[bytes], made: IO[bytes], settings: Settings) -> Iterator[subprocess.Popen[bytes]]:
    """Start the program of a job as a child process. The child ends with the `with` block, and with this process."""
    child = subprocess.Popen(
        [sys.executable, "-m", kind.program, str(made.fileno())],
        stdin=asked,
        stdout=subprocess.PIPE,
        pass_fds=[made.fileno()],
        env=environment(kind, settings),
        preexec_fn=ends_with_parent(signal.SIGKILL),
    )
    with child:
        try:
            yield child
            child.wait(LAST_MOMENT)
        except subprocess.TimeoutExpired:
            pass
        finally:
            child.kill()


def environment(kind: Kind, settings: Settings) -> Mapping[str, str]:
    ours = settings.environment()
    if kind.settings is None:
        return {**os.environ, **ours}
    given = {name: ours[name] for name in (PREFIX + each.upper() for each in kind.settings)}
    return {**given, **{name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}}


def _progress_reports(child: subprocess.Popen[bytes], until: float, interval: float) -> Iterator[Mapping[str, Any]]:
    """Yield the newest progress report of the child every `interval` seconds. While the child is silent, yield its last
    report again. The final report contains the result or the reason for the failure.
    """
    assert child.stdout is not None
    last, rest, noted = NOTHING, b"", time.monotonic()
    with DefaultSelector() as selector:
        selector.register(child.stdout, EVENT_READ)
        while time.monotonic() < until:
            if selector.select(interval):
                if not (read := os.read(child.stdout.fileno(), READ)):
                    return
                *lines, rest = (rest + read).split(b"\n")
                for line in lines:  # the last line has the result, the line before it the progress
                    last = {**last, **json.loads(line)}
            if _is_end(last) or time.monotonic() - noted >= interval:
                noted = time.monotonic()
                yield last


def _is_end(told: Mapping[str, Any]) -> bool:
    return "result" in told or "why" in told
