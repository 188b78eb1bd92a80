"""The worker pool: workers for jobs, the relay, the webhooks, the transparency log, jobs that callers asked for, hints
and the nightly audit; each a process of its own, started again when it dies, however often: the others continue. The
pool loads what they need, once, and they are forks of it: they are at work in a moment, also after all were killed on a
busy machine."""

import gc
import os
import sys
import threading
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path

import structlog

from kontor.service import logs, tracing
from kontor.service.registry import NoSuchRuleset, Registry
from kontor.service.settings import Settings
from kontor.service.stack.data_directory import CannotStart
from kontor.service.stack.forking import fork
from kontor.service.stack.processes import Child
from kontor.service.stack.supervise import NEVER, Supervised, stop_all
from kontor.workers.asked_to_end import on_signals

LOOPS = {  # one process each
    "relay": "kontor.workers.relay",
    "webhooks": "kontor.workers.webhooks",
    "tlog": "kontor.workers.tlog",
    "callers": "kontor.workers.caller_jobs",
    "hints": "kontor.workers.hint_jobs",
    "nightly": "kontor.workers.nightly",
}
WORKER = "kontor.workers.worker"  # whoever works off queues
JOBS = "kontor.workers.jobs"  # which rq loads by name when the first one comes
THINKERS = ("bots", "callers", "hints", "nightly")  # who can wait until nobody else computes
PATIENCE = 4.0  # seconds for a decision that is being made; it is harmless to cut it off

logger = structlog.get_logger()


def pool(settings: Settings, stop: threading.Event) -> None:
    """Run all processes until asked to stop."""
    load(settings)
    wanted = roles(settings.worker_processes)
    supervised = [Supervised(partial(_start, role, settings, stop), logger.warning, NEVER) for role in wanted]
    try:
        while not stop.wait(0.2):
            for each in supervised:
                each.check()
    finally:
        stop_all(supervised, PATIENCE)


def roles(workers: int) -> list[str]:
    """One worker of several takes urgent jobs only: however long bots think, a score is not late."""
    return [*LOOPS, *(["urgent"] if workers > 1 else []), *["bots"] * max(1, workers - 1)]


def load(settings: Settings) -> None:
    """Import what the processes need, before they are forked. Bots of one's own are left to them: such a module may
    start threads, which no fork takes along. Nothing that is here now is garbage: the collector writes to what it looks
    at, and what is written to is shared no longer."""
    for module in (*LOOPS.values(), WORKER, JOBS):
        import_module(module)
    Registry.load(settings.rulesets)
    gc.collect()
    gc.freeze()


def main(role: str) -> None:
    """One process of the pool, or all of it."""
    stop, settings = on_signals(), Settings.from_environment()
    if role != "pool":
        work(role, settings, stop)
        return
    logs.configure()
    try:
        pool(settings, stop)
    except (CannotStart, NoSuchRuleset) as error:
        sys.exit(f"kontor: {error}")


def work(role: str, settings: Settings, stop: threading.Event) -> None:
    """What one process does, until asked to stop."""
    if role in THINKERS:
        lower_priority(settings.bot_niceness)  # before anything else: after a kill all begin at once, beside the API
    logs.configure()
    if tracing.begin():
        import_module("kontor.service.store.traced").instrument()
    if role in LOOPS:
        import_module(LOOPS[role]).run(settings, stop)
    else:
        import_module(WORKER).run(role, settings, stop)


def lower_priority(niceness: int) -> None:
    """Step back behind others. Linux may share out processors by sessions first (autogroup), and each of our processes
    is a session of its own: there only the niceness of the session counts."""
    if niceness:
        os.nice(niceness)
        with suppress(OSError):  # no such file: no such sharing
            Path("/proc/self/autogroup").write_text(str(niceness))


def _start(role: str, settings: Settings, stop: threading.Event) -> Child:
    """`stop` needs no resetting: a fork that finds it set was made by a pool that ends."""
    return fork(f"The worker process for {role}", f"kontor {role}", partial(work, role, settings, stop))


if __name__ == "__main__":
    main(sys.argv[1])
