"""README's first game, taken from its text and run against a real `kontor up`."""

import re
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.running_up import Up
from tests.support.shell_blocks import run_blocks, shell_blocks, with_kontor

pytestmark = pytest.mark.xdist_group("up")


def test_make_run_is_kontor_up() -> None:
    """What the chapter begins with; tests/docs/test_first_steps.py has make do it."""
    assert shell_blocks("README.md")[0] == "make run\n"
    assert "\n\t$(BIN)/kontor up$(if $(PORT), --port $(PORT))\n" in (ROOT / "Makefile").read_text()


def test_the_first_game_ends_with_a_score(shared_up: Up, tmp_path: Path) -> None:
    blocks = shell_blocks("README.md")[1:]
    assert len(blocks) >= 6
    (tmp_path / ".venv").symlink_to(ROOT / ".venv")
    script = "\n".join(blocks).replace("http://127.0.0.1:8080", shared_up.url)
    script = script.replace("curl -s", "curl -sS --fail-with-body").replace("/tmp/game", f"{tmp_path}/game")
    said = run_blocks([script], tmp_path, with_kontor())
    assert '"final":true' in said
    assert re.search(r"good: (\d+) versions, \1 decided again", said)
