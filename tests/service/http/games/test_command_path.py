"""docs/architecture.md: a command passes the functions that the page lists, in that order."""

import re
import sys
from types import FrameType

from kontor.service.store.append_statement import statement_of
from tests.support.callers import Caller, a_game, next_command
from tests.support.paths import ROOT

PAGE = ROOT / "docs" / "architecture.md"
STOP = re.compile(r"^\| `([a-z_/]+\.py)` `(\w+)` \|", re.M)


def passed_by(anna: Caller) -> list[tuple[str, str]]:
    """The functions of the project that a caller's second command runs through, in the order of their first call."""
    game = a_game(anna)
    assert anna.post(f"{game}/commands", next_command(anna, game)).status_code == 201
    command, passed = next_command(anna, game), dict[tuple[str, str], None]()
    statement_of.cache_clear()  # as if it were the first of its kind

    def note(frame: FrameType, event: str, _: object) -> None:
        file = frame.f_code.co_filename
        if event == "call" and f"{ROOT}/kontor/" in file:
            passed.setdefault((file.removeprefix(f"{ROOT}/kontor/"), frame.f_code.co_name))

    sys.setprofile(note)
    try:
        answer = anna.post(f"{game}/commands", command)
    finally:
        sys.setprofile(None)
    assert answer.status_code == 201, answer.text
    return list(passed)


def test_a_command_passes_the_listed_functions_in_order(anna: Caller) -> None:
    table = PAGE.read_text("utf-8").partition("## One command")[2].partition("You also need these files")[0]
    stops = STOP.findall(table)
    assert len(stops) == 15
    assert [each for each in passed_by(anna) if each in stops] == stops
