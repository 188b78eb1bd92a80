"""Show the progress of long commands on standard error: a counter or a bar."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from time import monotonic
from typing import TYPE_CHECKING

from kontor.service.repeating import repeating

if TYPE_CHECKING:
    from rich.console import Console

SELDOM = 30.0  # seconds between two lines, without a terminal
OFTEN = 0.5  # seconds between two changes of a bar


@contextmanager
def counting(what: str, total: int | None = None) -> Iterator[Callable[[int], None]]:
    """Yield a function that shows progress. Call it with the number of items done so far. It shows a counter, or a bar
    if `total` is known. Without a terminal it shows nothing."""
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


class Pace:
    """The progress of a command: how many items of a total are done, how quickly, and a note. `before`: the number of
    items that an earlier run did."""

    def __init__(self, what: str, total: int, before: int, console: "Console") -> None:
        self._what = what
        self._total = total
        self._before = before
        self._console = console
        self._began = monotonic()
        self.done = before
        self.note = ""

    def show(self, done: int, note: str = "") -> None:
        """Set the number of items that are done. `note` is shown after the speed and the remaining time."""
        self.done, self.note = done, note

    def say(self, sentence: str) -> None:
        """Print a sentence immediately."""
        self._console.print(sentence, markup=False, highlight=False)

    def text(self) -> str:
        """Return the speed, the remaining time and the note, as far as they are known."""
        now, seconds = self.done - self._before, monotonic() - self._began
        parts = []
        if now:
            left = timedelta(seconds=round((self._total - self.done) * seconds / now))
            parts = [f"{now / seconds * 60:.1f} {self._what} per minute", f"{left} left"]
        return ", ".join([*parts, *([self.note] if self.note else [])])

    def line(self) -> str:
        return ", ".join(filter(None, (f"{self.done} of {self._total} {self._what}", self.text())))


@contextmanager
def counting_down(what: str, total: int, before: int = 0) -> Iterator[Pace]:
    """Show a bar with speed and remaining time, for a known total of items. Without a terminal, print a line every 30
    seconds, even while no item gets done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    pace = Pace(what, total, before, console)
    if not console.is_terminal:
        with repeating(SELDOM, lambda: pace.say(pace.line())):
            yield pace
        return
    began = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*began, TextColumn("{task.fields[pace]}", markup=False), console=console, transient=True) as progress:
        task = progress.add_task(what, total=total, pace="")
        with repeating(OFTEN, lambda: progress.update(task, completed=pace.done, pace=pace.text())):
            yield pace
