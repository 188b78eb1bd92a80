"""The process for what callers ask for and fetch later (`POST /v1/audits`, `POST /v1/exports`, analyses, hints): a job
at a time, each in a child that is bounded. A process of its own, since a stranger's file may take long: neither bots
nor scores ever wait for one, and hints have another one (`workers.hint_jobs`).

A claim is a lease that is renewed while the child lives; of a worker that dies, the job is claimed again. All of it
stands in Postgres, so that Redis has no part in it.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from selectors import EVENT_READ, DefaultSelector
from typing import IO, Any

import structlog

from kontor.service.settings import PREFIX, Settings
from kontor.service.stack.processes import ends_with_parent
from kontor.service.store import StoreAway
from kontor.service.store.caller_jobs import AGAIN, CallerJobs, Claimed
from kontor.workers.confined import TOO_LITTLE_MEMORY
from kontor.workers.context import open_store


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of job: its program, what to use instead where it is too much, and the settings that the program is given;
    None: our whole environment."""

    program: str
    instead: str
    settings: tuple[str, ...] | None = None


KINDS = {
    # of strangers' files: neither addresses nor passwords, so that whoever breaks out of the check finds nothing
    "audit": Kind(
        "kontor.workers.audits",
        "kontor audit verify",
        ("rulesets", "job_cpu_seconds", "job_memory_bytes", "max_unpacked_bytes"),
    ),
    "export": Kind("kontor.workers.exports", "kontor export"),
    "hint": Kind("kontor.workers.hints", "a quicker bot"),
    "analysis": Kind("kontor.workers.analyses", "asking again, which goes on where it was,"),
}
LEASE = 5  # times the grace that other jobs have: a worker that is silent for so long is taken to be dead
LAST_MOMENT = 1.0  # seconds for a child that has sent its result to end
READ = 64 * 1024  # bytes at a time
PATIENCE = 5  # times its processor time: a child that takes so long by the clock hangs

NOTHING: Mapping[str, Any] = {"step": "", "done": 0, "of": 0}  # what a child has told that has told nothing

logger = structlog.get_logger()


def run(settings: Settings, stop: threading.Event, kinds: Collection[str] = tuple(KINDS)) -> None:
    """Work off jobs of these kinds until told to stop; a database that is away is asked again."""
    jobs = CallerJobs(open_store(settings).pool, LEASE * settings.debt_grace_seconds)
    while not stop.wait(settings.relay_seconds):
        try:
            jobs.tidy()
            while not stop.is_set() and (claimed := jobs.claim(kinds)) is not None:
                work_off(jobs, claimed, settings, stop)
        except StoreAway as error:
            logger.warning("postgres unreachable, jobs of callers wait", error=str(error))
        except OSError as error:  # a full disk, no further process: whatever is claimed is tried again after its lease
            logger.error("a job of a caller cannot be done", error=str(error))


def work_off(jobs: CallerJobs, claimed: Claimed, settings: Settings, stop: threading.Event) -> None:
    """One attempt at a job, to its end, its cancelling, or ours."""
    kind, told = KINDS[claimed.kind], NOTHING
    with _asked(jobs, claimed) as asked, tempfile.TemporaryFile() as made:
        with _child(kind, asked, made, settings) as child:
            until = time.monotonic() + PATIENCE * settings.job_cpu_seconds
            for told in _told(child, until, settings.job_progress_seconds):
                if _is_end(told):
                    break
                if stop.is_set():
                    jobs.put_back(claimed, unused=True)
                    return
                if not jobs.note(claimed, told["step"], told["done"], told["of"]):
                    return  # cancelled, or somebody else's by now
        if _is_end(told):
            jobs.note(claimed, told["step"], told["done"], told["of"])
        if "result" in told:
            jobs.succeed(claimed, json.dumps(told["result"]), made, settings.job_waiting_bytes)
        elif (why := told.get("why") or _excess(kind, child.returncode, settings)) is not None:
            jobs.fail(claimed, why)
        else:  # an accident, as far as we know
            facts = {"job": str(claimed.job_id), "attempt": claimed.attempt, "code": child.returncode}
            logger.warning("a job of a caller ended without a result", **facts)
            jobs.put_back(claimed, AGAIN)


def _excess(kind: Kind, code: int, settings: Settings) -> str | None:
    """What a child used up, which it would use up again."""
    if code == -signal.SIGXCPU:
        used = f"{settings.job_cpu_seconds} seconds of a processor"
    elif code == TOO_LITTLE_MEMORY:
        used = f"{settings.job_memory_bytes // 2**20} MiB of memory"
    else:
        return None
    return f"It takes more than {used}, which is all that a job has here. `{kind.instead}` has no such limit."


# ---------------------------------------------------------------- the child


@contextmanager
def _asked(jobs: CallerJobs, claimed: Claimed) -> Iterator[IO[bytes]]:
    """What was sent, as a file: a child that does not read cannot keep us from writing."""
    with tempfile.TemporaryFile() as file:
        for piece in jobs.pieces(claimed.job_id):
            file.write(piece)
        file.seek(0)
        yield file


@contextmanager
def _child(kind: Kind, asked: IO[bytes], made: IO[bytes], settings: Settings) -> Iterator[subprocess.Popen[bytes]]:
    """The program of a job; it ends with the block, and with this process."""
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


def _told(child: subprocess.Popen[bytes], until: float, interval: float) -> Iterator[Mapping[str, Any]]:
    """Yield the newest report of the child every `interval` seconds, at last the one with the result or the reason.
    While the child is silent, yield its last report again."""
    assert child.stdout is not None
    last, rest, noted = NOTHING, b"", time.monotonic()
    with DefaultSelector() as selector:
        selector.register(child.stdout, EVENT_READ)
        while time.monotonic() < until:
            if selector.select(interval):
                if not (read := os.read(child.stdout.fileno(), READ)):
                    return
                *lines, rest = (rest + read).split(b"\n")
                for line in lines:  # the last but one is how far it came
                    last = {**last, **json.loads(line)}
            if _is_end(last) or time.monotonic() - noted >= interval:
                noted = time.monotonic()
                yield last


def _is_end(told: Mapping[str, Any]) -> bool:
    return "result" in told or "why" in told
