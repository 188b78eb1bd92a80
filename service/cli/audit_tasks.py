"""Check the games of files for `kontor audit`, in one or several processes."""

import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from typing import TYPE_CHECKING

from kontor.service.audit.verification import Checked, Task
from kontor.service.cli.progress import counting
from kontor.service.settings import Settings

if TYPE_CHECKING:
    from concurrent.futures import Future

LONG = 2000  # events of a game that gets a progress bar
SHOWN = 50  # events between two updates of the progress bar


def check_all(tasks: Iterable[Task], jobs: int) -> Iterator[Checked]:
    """Check games in `jobs` processes, and yield the results in the order of the tasks. A task is read only when it is
    needed, so at most two tasks for each process are in memory."""
    from concurrent.futures import ProcessPoolExecutor

    if jobs == 1:
        yield from map(check, tasks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        waiting: deque[Future[Checked]] = deque()
        for task in tasks:
            waiting.append(pool.submit(check, task))
            if len(waiting) == 2 * jobs:
                yield waiting.popleft().result()
        yield from (each.result() for each in waiting)


def check(task: Task) -> Checked:
    from kontor.domain.kernel.bot_check import BotCheck
    from kontor.service.audit.bundle import check_bundle
    from kontor.service.registry import Registry

    registry, events = Registry.load(Settings.from_environment().rulesets), len(task.bundle.lines)
    bar = counting("events", 2 * events) if task.shows and events >= LONG else nullcontext(lambda number: None)
    begun = time.perf_counter()
    with bar as show:

        def progress(step: str, done: int, total: int) -> None:
            if done % SHOWN == 0 or done == total:  # updating the bar takes longer than checking an event
                show(done if step == "reading" else total + done)

        bots = BotCheck() if task.bots else None
        outcome = check_bundle(task.bundle, registry, task.trusted, task.receipts, progress, bots, task.policy)
    return Checked(task.name, outcome, time.perf_counter() - begun, task.names_known_signer)
