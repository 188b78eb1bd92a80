"""How far a long command has come: a line now and then where no person sees a bar."""

from collections.abc import Callable
from threading import Condition

import pytest
from rich.console import Console

from kontor.service.cli import progress


class Said:
    """The lines that were printed."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._new = Condition()

    def add(self, text: str) -> None:
        with self._new:
            self.lines.append(text)
            self._new.notify_all()

    def wait_for(self, fits: Callable[[str], bool]) -> str:
        with self._new:
            assert self._new.wait_for(lambda: any(map(fits, self.lines)), 10)
        return next(filter(fits, self.lines))


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Said:
    monkeypatch.setattr(progress, "SELDOM", 0.01)
    found = Said()
    monkeypatch.setattr(Console, "print", lambda console, text, **more: found.add(text))
    return found


def test_without_a_terminal_a_line_comes_now_and_then_also_while_nothing_ends(said: Said) -> None:
    with progress.counting_down("games", 10) as pace:
        said.wait_for(lambda line: line == "0 of 10 games")
        pace.show(3)
        said.wait_for(lambda line: line.startswith("3 of 10 games, "))


def test_the_line_names_speed_time_left_and_the_note(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an earlier run did took no time now: it does not count for the speed."""
    now = [100.0]
    monkeypatch.setattr(progress, "monotonic", lambda: now[0])
    with progress.counting_down("games", 100, before=40) as pace:
        now[0] += 90
        pace.show(46, "slow: mine:choose (1.3 s)")
        line = said.wait_for(lambda line: line.startswith("46"))
    assert line == "46 of 100 games, 4.0 games per minute, 0:13:30 left, slow: mine:choose (1.3 s)"
