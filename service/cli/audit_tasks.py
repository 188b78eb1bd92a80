"""Check the games of files for `kontor audit`, in one or several processes, and choose the exit code."""

import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kontor.service.cli.progress import counting
from kontor.service.settings import Settings

if TYPE_CHECKING:
    from concurrent.futures import Future

    from kontor.domain.kernel.canonical import JsonObject
    from kontor.domain.kernel.finding import Finding
    from kontor.service.audit.bundle import Bundle
    from kontor.service.audit.checker import Outcome
    from kontor.service.audit.signatures import Keys
    from kontor.service.tlog.policy import Policy

GOOD, FLAWED, UNREADABLE, UNKNOWN_SIGNER = 0, 1, 2, 3  # exit codes
LONG = 2000  # events of a game that gets a progress bar
SHOWN = 50  # events between two updates of the progress bar


@dataclass(frozen=True, slots=True)
class Task:
    """A game to check. If `shows` is true, show progress."""

    name: str
    bundle: "Bundle"
    trusted: "Keys | None"
    receipts: "Sequence[JsonObject]"
    policy: "Policy | None" = None
    bots: bool = False
    shows: bool = True

    @property
    def names_known_signer(self) -> bool:
        """Return whether a trusted key has signed the game, if no check fails. A log without a signature may have
        receipts."""
        return self.trusted is not None and (self.bundle.is_bundle or bool(self.receipts))


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of a task, with the seconds that it took."""

    name: str
    outcome: "Outcome"
    seconds: float
    names_known_signer: bool

    @property
    def code(self) -> int:
        return code_of(self.outcome.findings, self.names_known_signer)


def code_of(findings: "Sequence[Finding]", names_known_signer: bool) -> int:
    """Return the exit code for one game or archive."""
    if any(each.check != "signer" for each in findings):
        return FLAWED
    return GOOD if names_known_signer and not findings else UNKNOWN_SIGNER


def check_all(tasks: Iterable[Task], jobs: int) -> Iterator[Checked]:
    """Check games in `jobs` processes, and yield the outcomes in the order of the tasks. Read tasks only when they are
    needed: at most two for each process are in memory."""
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
