"""The pages of docs/tutorial/, taken from their text and run, one block after the other, as a newcomer would."""

import random
from pathlib import Path
from typing import Any

import pytest

import kontor
from tests.support.shell_blocks import run_blocks, shell_blocks, with_kontor

pytestmark = pytest.mark.xdist_group("up")


def here(block: str, url: str) -> str:
    """A block with the server of the tests, and with one game of a tournament: three take ten seconds."""
    return block.replace("http://127.0.0.1:8080", url).replace(" --games 3\n", " --games 1\n")


@pytest.mark.parametrize(
    ("page", "blocks", "said"),
    [
        ("terminal.md", 6, ("Anna is logged in", "Red places a trader on Hamburg–Lübeck", "mine.ndjson: good: ")),
        ("bot.md", 3, ("mybot:", "The game begins", "Turn 1: ")),
    ],
)
def test_every_block_runs(page: str, blocks: int, said: tuple[str, ...], url: str, tmp_path: Path) -> None:
    found = [here(block, url) for block in shell_blocks(f"docs/tutorial/{page}")]
    assert len(found) == blocks
    told = run_blocks(found, tmp_path, with_kontor(XDG_CONFIG_HOME=str(tmp_path)))
    for words in said:
        assert words in told


def test_the_bot_of_the_tutorial_beats_random_on_every_seat() -> None:
    source = shell_blocks("docs/tutorial/bot.md")[0].partition("<<'END'\n")[2].removesuffix("END\n")
    page: dict[str, Any] = {}
    exec(source, page)
    random.seed(7)
    for seat in (1, 2, 3):
        game = kontor.merchants.new(seats=3, seed=seat)
        while not game.is_over:
            game.play(game.ask(page["choose"] if game.seat == seat else "random"))  # type: ignore[arg-type]  # awaited
        assert game.winners == (seat,)
