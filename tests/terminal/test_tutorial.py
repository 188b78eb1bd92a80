"""The pages of docs/tutorial/, taken from their text and run, one block after the other, as a newcomer would."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.support.at_a_terminal import bare
from tests.support.paths import ROOT

pytestmark = pytest.mark.xdist_group("terminal")

BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(
    ("page", "blocks", "said"),
    [
        ("terminal.md", 6, ("Anna is logged in", "Red places a trader on Hamburg–Lübeck", "mine.ndjson: good: ")),
        ("bot.md", 3, ("mybot:", "The game begins", "Turn 1: ")),
    ],
)
def test_every_block_runs(page: str, blocks: int, said: tuple[str, ...], url: str, tmp_path: Path) -> None:
    text = (ROOT / "docs" / "tutorial" / page).read_text(encoding="utf-8")
    found = BLOCK.findall(text)
    assert len(found) == blocks
    script = "\n".join(found).replace("http://127.0.0.1:8080", url)
    env = {**bare(), "XDG_CONFIG_HOME": str(tmp_path), "PATH": f"{ROOT}/.venv/bin:{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=tmp_path,
        env=env,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    for words in said:
        assert words in done.stdout
