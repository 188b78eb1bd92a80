"""The worker pool: workers for jobs, the relay, the webhooks, the transparency log, jobs that callers asked for and the
nightly audit; each a process of its own, started again when it dies."""

import os
import sys
import threading
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path

import structlog

from kontor.service import logs, tracing
from kontor.service.settings import Settings
from kontor.service.stack import processes
from kontor.service.stack.data_directory import CannotStart
from kontor.service.stack.processes import Child
from kontor.service.stack.supervise import Supervised, stop_all
from kontor.workers.asked_to_end import on_signals

LOOPS = {  # one process each
    "relay": "kontor.workers.relay",
    "webhooks": "kontor.workers.webhooks",
    "tlog": "kontor.workers.tlog",
    "callers": "kontor.workers.caller_jobs",
    "nightly": "kontor.workers.nightly",
}
THINKERS = ("bots", "callers", "nightly")  # who can wait until nobody else computes
PATIENCE = 4.0  # seconds for a decision that is being made; it is harmless to cut it off

logger = structlog.get_logger()


def pool(settings: Settings, stop: threading.Event) -> None:
    """Run all processes until asked to stop."""
    supervised = [Supervised(partial(_start, role), logger.warning) for role in roles(settings.worker_processes)]
    try:
        while not stop.wait(0.2):
            for each in supervised:
                each.check()
    finally:
        stop_all(supervised, PATIENCE)


def roles(workers: int) -> list[str]:
    """One worker of several takes urgent jobs only: however long bots think, a score is not late."""
    return [*LOOPS, *(["urgent"] if workers > 1 else []), *["bots"] * max(1, workers - 1)]


def main(role: str) -> None:
    """One process of the pool, or all of it."""
    stop, settings = on_signals(), Settings.from_environment()
    if role in THINKERS:
        lower_priority(settings.bot_niceness)  # before they load: after a kill all do so at once, beside the API
    logs.configure()
    if role != "pool" and tracing.begin():
        import_module("kontor.service.store.traced").instrument()
    if role == "pool":
        try:
            pool(settings, stop)
        except CannotStart as error:
            sys.exit(f"kontor: {error}")
    elif role in LOOPS:
        import_module(LOOPS[role]).run(settings, stop)
    else:
        import_module("kontor.workers.worker").run(role, settings, stop)


def lower_priority(niceness: int) -> None:
    """Step back behind others. Linux may share out processors by sessions first (autogroup), and each of our processes
    is a session of its own: there only the niceness of the session counts."""
    if niceness:
        os.nice(niceness)
        with suppress(OSError):  # no such file: no such sharing
            Path("/proc/self/autogroup").write_text(str(niceness))


def _start(role: str) -> Child:
    return processes.start(f"The worker process for {role}", [sys.executable, "-m", "kontor.workers.pool", role])


if __name__ == "__main__":
    main(sys.argv[1])
