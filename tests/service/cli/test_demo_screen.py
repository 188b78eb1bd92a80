"""A picture of any game as text."""

from io import StringIO

from rich.console import Console

from kontor.domain.hansa import RULESET as HANSA
from kontor.domain.kernel.game import require_state
from kontor.service.cli.demo_screen import board_text, line_of, seats_table
from kontor.service.tournament.match import Setting, started


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
