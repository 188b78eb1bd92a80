"""The worker pool: workers for jobs, the relay, webhooks, the transparency log, callers' jobs, hints and the nightly
audit, each in its own process.

The pool restarts a process that dies, without limit, while all other processes continue. It imports all modules once
and forks the processes, so that they start quickly even on a busy machine.
"""

import os
import sys
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path

import structlog

from kontor.service import logs, tracing
from kontor.service.registry import NoSuchRuleset
from kontor.service.settings import Settings
from kontor.service.stack.data_directory import CannotStart
from kontor.service.stack.forking import fork, load
from kontor.service.stack.processes import Child, allow_all_files
from kontor.service.stack.supervise import NEVER, Supervised, stop_all
from kontor.service.stop_event import StopEvent, on_signals

LOOPS = {  # one process each
    "relay": "kontor.workers.relay",
    "webhooks": "kontor.workers.webhooks",
    "tlog": "kontor.workers.tlog",
    "callers": "kontor.workers.caller_jobs",
    "hints": "kontor.workers.hint_jobs",
    "nightly": "kontor.workers.nightly",
}
WORKER = "kontor.workers.worker"  # runs jobs from the queues
JOBS = ("kontor.workers.bots", "kontor.workers.jobs")  # rq imports them by name when the first job comes
MODULES = (*LOOPS.values(), WORKER, *JOBS)
THINKERS = ("prompt", "bots", "callers", "hints", "nightly")  # processes with low priority
PATIENCE = 4.0  # seconds to finish a running decision; it does no harm to kill the process then

logger = structlog.get_logger()


def pool(settings: Settings, stop: StopEvent) -> None:
    """Run all processes of the pool until `stop` is set."""
    load(MODULES, settings.rulesets)
    wanted = roles(settings.worker_processes)
    supervised = [Supervised(partial(_start, role, settings, stop), logger.warning, NEVER) for role in wanted]
    try:
        while not stop.wait(0.2):
            for each in supervised:
                each.check()
    finally:
        stop_all(supervised, PATIENCE)


def roles(workers: int) -> list[str]:
    """Return the roles of the processes. If there are several workers, one of them runs only urgent jobs, so that
    scores do not wait for bots. If there are three or more, another worker plays only the bots of accounts that have
    used less than their share of bot time.
    """
    reserved = ["urgent", "prompt"][: max(0, workers - 1)]
    return [*LOOPS, *reserved, *["bots"] * max(1, workers - len(reserved))]


def main(role: str) -> None:
    """Run the process of the pool with this role, or the whole pool if the role is `pool`."""
    stop, settings = on_signals(), Settings.from_environment()
    if role != "pool":
        work(role, settings, stop)
        return
    logs.configure()
    try:
        pool(settings, stop)
    except (CannotStart, NoSuchRuleset) as error:
        sys.exit(f"kontor: {error}")


def work(role: str, settings: Settings, stop: StopEvent) -> None:
    """Run one process of the pool until `stop` is set."""
    if role in THINKERS:
        lower_priority(settings.bot_niceness)  # first: when all processes restart at once, the API must not slow down
    allow_all_files()
    logs.configure()
    if tracing.begin():
        import_module("kontor.service.store.traced").instrument()
    if role in LOOPS:
        import_module(LOOPS[role]).run(settings, stop)
    else:
        import_module(WORKER).run(role, settings, stop)


def lower_priority(niceness: int) -> None:
    """Lower the priority of this process. If Linux autogroup is on, Linux first divides the CPU among sessions, and
    each process of the pool is its own session. So the niceness of the session must be set too.
    """
    if niceness:
        os.nice(niceness)
        with suppress(OSError):  # the file is missing without autogroup
            Path("/proc/self/autogroup").write_text(str(niceness))


def _start(role: str, settings: Settings, stop: StopEvent) -> Child:
    """Fork a process of the pool. In the new process, `stop` is set at the start only if the pool itself is
    stopping.
    """
    return fork(f"The worker process for {role}", f"kontor {role}", partial(work, role, settings, stop))


if __name__ == "__main__":
    main(sys.argv[1])
