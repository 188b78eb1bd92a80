"""How far something long has come: a line that counts, or a bar."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

SELDOM = 30  # seconds between two lines, where there is no terminal


@contextmanager
def counting(what: str) -> Iterator[Callable[[int], None]]:
    """Show how many there are so far, on a terminal only: call it with the number. How many there will be is not
    known."""
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda number: None
        return
    columns = (SpinnerColumn(), TextColumn("{task.completed} {task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(what, total=None)
        yield lambda number: progress.update(task, completed=number)


@contextmanager
def counting_down(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """The same where the end is known: a bar, and without a terminal a line now and then."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        yield _seldom(what, total, console.print)
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda number: progress.update(task, completed=number)


def _seldom(what: str, total: int, say: Callable[[str], None]) -> Callable[[int], None]:
    last = time.monotonic()

    def tell(number: int) -> None:
        nonlocal last
        if time.monotonic() - last >= SELDOM:
            last = time.monotonic()
            say(f"{number} of {total} {what}")

    return tell
