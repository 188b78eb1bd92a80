"""The pages of docs/start/ for players and authors of clients: their blocks run against a real server."""

import re
from pathlib import Path

import pytest

from tests.support.running_up import Up
from tests.support.shell_blocks import run_blocks, shell_blocks, with_kontor

pytestmark = pytest.mark.xdist_group("up")

# The page plays Hansa for some minutes of a busy machine. The how-to guides run on that game (test_how_to.py).
SHORTER = (
    ('"ruleset": "hansa", "board": "hansa-3"', '"ruleset": "tiny", "board": "square", "options": {"rounds": 1}'),
    ('"greedy"', '"random"'),
)


def later_blocks(page: str, url: str) -> list[str]:
    """Return the blocks after `make run`, with the address of the test's server."""
    first, *later = shell_blocks(f"docs/start/{page}")
    assert first == "make run\n"
    return [block.replace("http://127.0.0.1:8080", url) for block in later]


def test_a_player_plays_in_a_terminal(shared_up: Up, tmp_path: Path) -> None:
    blocks = later_blocks("play.md", shared_up.url)
    output = run_blocks(blocks, tmp_path, with_kontor(XDG_CONFIG_HOME=str(tmp_path)))
    assert "Post Hamburg~Lübeck/1: red trader" in output


def test_the_client_plays_a_whole_game(shared_up: Up, tmp_path: Path) -> None:
    blocks = later_blocks("client.md", shared_up.url)
    for hansa, short in SHORTER:
        assert hansa in blocks[0]
        blocks[0] = blocks[0].replace(hansa, short)
    output = run_blocks(blocks, tmp_path, with_kontor())
    assert len(re.findall(r"seat \d rank \d points \d+", output)) == 3
