"""Show the progress of long commands on standard error: a counter or a bar."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from threading import Event, Thread

SELDOM = 30.0  # seconds between two lines, without a terminal


@contextmanager
def counting(what: str, total: int | None = None) -> Iterator[Callable[[int], None]]:
    """Yield a function to call with the number done so far. It shows a counter, or a bar if the total is known. Without
    a terminal it shows nothing."""
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda number: None
        return
    columns = (SpinnerColumn(), TextColumn("{task.completed} {task.description}"), TimeElapsedColumn())
    with Progress(*(columns if total is None else ()), console=console, transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda number: progress.update(task, completed=number)


@contextmanager
def counting_down(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Like `counting`, for a known total: show a bar with the time left. Without a terminal, print a line every 30
    seconds, also while nothing gets done."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    if not console.is_terminal:
        with _now_and_then(what, total, console.print) as tell:
            yield tell
        return
    began = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*began, TextColumn("left:"), TimeRemainingColumn(), console=console, transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda number: progress.update(task, completed=number)


@contextmanager
def _now_and_then(what: str, total: int, say: Callable[[str], None]) -> Iterator[Callable[[int], None]]:
    reached, over = [0], Event()

    def speak() -> None:
        while not over.wait(SELDOM):
            say(f"{reached[0]} of {total} {what}")

    speaker = Thread(target=speak, daemon=True)
    speaker.start()
    try:
        yield partial(reached.__setitem__, 0)
    finally:
        over.set()
        speaker.join()
