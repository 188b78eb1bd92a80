"""The worker pool: workers for jobs, the relay, the webhooks, the transparency log, jobs that callers asked for and the
nightly audit; each a process of its own, started again when it dies."""

import signal
import sys
import threading
from functools import partial
from importlib import import_module
from types import FrameType

import structlog

from kontor.service import logs, tracing
from kontor.service.settings import Settings
from kontor.service.stack import processes
from kontor.service.stack.data_directory import CannotStart
from kontor.service.stack.processes import Child
from kontor.service.stack.supervise import Supervised, stop_all
from kontor.workers import context

LOOPS = {  # one process each
    "relay": "kontor.workers.relay",
    "webhooks": "kontor.workers.webhooks",
    "tlog": "kontor.workers.tlog",
    "callers": "kontor.workers.caller_jobs",
    "nightly": "kontor.workers.nightly",
}
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
    logs.configure()
    if role != "pool" and tracing.begin():
        import_module("kontor.service.store.traced").instrument()
    stop, settings = stopping(), Settings.from_environment()
    if role == "pool":
        try:
            pool(settings, stop)
        except CannotStart as error:
            sys.exit(f"kontor: {error}")
    elif role in LOOPS:
        import_module(LOOPS[role]).run(settings, stop)
    else:
        import_module("kontor.workers.worker").run(role, settings, stop)


def stopping() -> threading.Event:
    """An event that is set when this process is asked to end."""
    stop = context.stopping

    def on_signal(number: int, frame: FrameType | None) -> None:
        stop.set()

    signal.signal(signal.SIGTERM, on_signal)
    signal.signal(signal.SIGINT, on_signal)
    return stop


def _start(role: str) -> Child:
    return processes.start(f"The worker process for {role}", [sys.executable, "-m", "kontor.workers.pool", role])


if __name__ == "__main__":
    main(sys.argv[1])
