"""How far something long has come, where nobody sees a bar."""

from threading import Event

import pytest

from kontor.service.cli import progress


def test_without_a_terminal_a_line_comes_now_and_then_also_while_nothing_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "SELDOM", 0.01)
    said: list[str] = []
    more = Event()
    monkeypatch.setattr("rich.console.Console.print", lambda console, text: (said.append(text), more.set()))
    with progress.counting_down("games", 10) as tell:
        assert more.wait(10)
        tell(3)
        while "3 of 10 games" not in said:
            more.clear()
            assert more.wait(10)
    assert said[0] == "0 of 10 games"
