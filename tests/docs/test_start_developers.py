"""docs/start/ for authors of bots, auditors and contributors (bot.md, audit.md, contribute.md): every block is run."""

import re
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.running_up import Up
from tests.support.shell_blocks import run_blocks, shell_blocks, with_kontor


def test_a_bot_plays_a_tournament(tmp_path: Path) -> None:
    blocks = [block.replace("--games 3\n", "--games 1 --jobs 1\n") for block in shell_blocks("docs/start/bot.md")]
    assert len(blocks) == 2
    said = run_blocks(blocks, tmp_path, with_kontor())
    assert all(re.search(rf"^ {bot} +\d", said, re.MULTILINE) for bot in ("mybot:better", "mybot:simple", "greedy"))


@pytest.mark.xdist_group("up")
def test_an_audit_accepts_a_game_and_refuses_its_forgery(shared_up: Up, tmp_path: Path) -> None:
    blocks = shell_blocks("docs/start/audit.md")
    assert len(blocks) == 4
    script = "\n".join(blocks).replace("http://127.0.0.1:8080", shared_up.url)
    said = run_blocks([script.replace("curl -s", "curl -sS --fail-with-body")], tmp_path, with_kontor())
    genuine, _, forged = said.partition("forged.ndjson")
    assert re.search(r"game\.ndjson: good: (\d+) versions, \1 decided again", genuine)
    assert "version 10" in forged
    assert said.endswith("exit code 1\n")


def test_the_first_steps_of_a_contributor_run() -> None:
    blocks = shell_blocks("docs/start/contribute.md")
    assert len(blocks) == 3
    said = run_blocks(blocks, ROOT, with_kontor(N="0"))
    assert "domain/hansa/rulebook/place.py" in said
    assert "Hansa Teutonica, HT-PLACE-1" in said
    assert re.search(r"\d+ passed", said)
    assert "All checks passed!" in said


def test_the_line_that_a_contributor_breaks_is_there() -> None:
    """Step 4 is not run: it would change the checkout under the other tests."""
    page = (ROOT / "docs" / "start" / "contribute.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"^-(    .+)$", page, re.MULTILINE)
    code = (ROOT / "domain" / "hansa" / "rulebook" / "place.py").read_text(encoding="utf-8")
    assert code.count(f"{line}\n") == 1
