"""How far something long has come: a line that counts, or a bar."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from threading import Event, Thread

SELDOM = 30.0  # seconds between two lines, where there is no terminal


@contextmanager
def counting(what: str, total: int | None = None) -> Iterator[Callable[[int], None]]:
    """Show how many there are so far, on a terminal only: call it with the number. A bar if the total is known."""
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
    """The same where the end is known: a bar, and without a terminal a line now and then. Either goes on while nothing
    comes to its end."""
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
