"""`kontor demo`: a game of bots from nothing to its score, and a picture of any game as text."""

import tempfile
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from kontor.domain.hansa.ruleset import RULESET as HANSA
from kontor.domain.kernel.game import require_state
from kontor.service.cli import demo
from kontor.service.cli.demo_screen import board_text, line_of, seats_table
from kontor.service.cli.main import kontor, sentence_for
from kontor.service.tournament.match import Setting, started
from tests.support.api_processes import free_port
from tests.support.paths import ROOT

SMALL = {
    "KONTOR_RULESETS": "tests.tiny:RULESET",
    "KONTOR_API_PROCESSES": "1",
    "KONTOR_WORKER_PROCESSES": "1",
    "KONTOR_MAX_STREAMS": "4",
    "PYTHONPATH": str(ROOT),
    "COLUMNS": "150",
}


def call(*words: str, **env: str) -> Result:
    return CliRunner().invoke(kontor, ["demo", *words], env={**SMALL, **env})


@pytest.fixture
def short_path() -> Iterator[Path]:
    """A directory for servers: pytest's own paths are longer than those of sockets may be."""
    with tempfile.TemporaryDirectory(prefix="k") as path:
        yield Path(path)


def test_a_whole_game_on_a_server_of_its_own(monkeypatch: pytest.MonkeyPatch, short_path: Path) -> None:
    monkeypatch.setattr(demo, "HERE", f"http://127.0.0.1:{free_port()}")
    monkeypatch.setattr(tempfile, "tempdir", str(short_path))
    result = call("--bots", "random", "--seats", "2", "--option", "rounds=1", "--timeout", "120")
    assert result.exit_code == 0, result.output
    for words in (
        "No server runs at",
        "pile shuffled",
        "game finished",
        "Final score",
        "Look at it: http://127.0.0.1:",
    ):
        assert words in result.output
    assert not list(short_path.iterdir()), "the directory of the server is gone with it"


def test_a_server_that_is_named_must_be_there() -> None:
    error = call(KONTOR_URL="http://127.0.0.1:1").exception
    assert isinstance(error, Exception)
    assert "The server cannot be reached" in str(sentence_for(error))


def test_more_bots_than_seats_are_refused() -> None:
    result = call("--bots", "a,b,c", "--seats", "2")
    assert (result.exit_code, result.output) == (1, "Error: Name 1 to 2 bots for 2 seats.\n")


def test_a_position_of_hansa_as_text() -> None:
    """From the state as JSON alone: places by name, and who is there."""
    game = started(HANSA, Setting("hansa", {}, 0.1), ["random"] * 3, 1)
    state = dict(HANSA.view(require_state(game), frozenset()))
    state["posts"] = [{"post": "Emden~Groningen/2", "seat": 3, "shape": "trader"}]
    state["cities"] = [
        {"city": "Emden", "extra_offices": [], "offices": [{"seat": 2, "shape": "trader"}, None], "controller": 2},
        {"city": "Stade", "extra_offices": [], "offices": [None], "controller": None},
    ]
    assert board_text(state).plain == "posts: Emden~Groningen/2 3\ncities: Emden 2·\n"
    console = Console(width=150, record=True, file=StringIO())
    console.print(seats_table(state, {1: "greedy", 2: "random", 3: "random"}))
    first, *rows = console.export_text().splitlines()
    assert first.split()[:4] == ["seat", "bot", "prestige", "supply"]
    assert rows[0].split()[:4] == ["1", "greedy", "0", "5/1"]


def test_an_event_as_a_line() -> None:
    data = {"seat": 2, "post": "Emden~Groningen/2", "shape": "trader", "draws": []}
    line = line_of({"version": 12, "actor": "seat:2", "type": "piece_placed", "data": data})
    assert line.plain.split() == ["12", "seat", "2", "piece", "placed", "post", "Emden~Groningen/2,", "shape", "trader"]
