"""docs/start/operate.md and docs/how-to/back-up-and-restore.md: every block is run on a fresh `kontor up`."""

import json
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.bot_games import wait_until
from tests.support.paths import ROOT
from tests.support.running_up import Up, an_up
from tests.support.shell_blocks import run_blocks, shell_blocks, with_kontor

RUN, CHECK, PLAY, BACK_UP = shell_blocks("docs/start/operate.md")
MONDAY, RESTORE = shell_blocks("docs/how-to/back-up-and-restore.md")


@pytest.fixture(scope="module")
def up() -> Iterator[Up]:
    with an_up(checkpoint_seconds="1") as found:
        yield found


def test_a_new_operator_checks_plays_on_backs_up_and_audits_a_server(up: Up) -> None:
    assert RUN == "make run\n"  # tests/docs/test_first_steps.py runs it
    env = with_kontor(KONTOR_DATA=str(up.data), KONTOR_URL=up.url)
    with tempfile.TemporaryDirectory(prefix="kontor-") as name:  # a short path: sockets are made below it
        folder = Path(name)
        (folder / ".venv").symlink_to(ROOT / ".venv")
        check = CHECK.replace("http://127.0.0.1:8080", up.url)
        wait_until(lambda: passes(check, folder, env), 120)  # until all workers have reported
        assert "/score" in run_blocks([PLAY], folder, env)
        run_blocks([BACK_UP, MONDAY, RESTORE], folder, env)
        assert json.loads((folder / "first-backup" / "manifest.json").read_text())["games"] == 1
        assert (folder / ".kontor-restored" / "signing-keys.json").exists()


def passes(block: str, folder: Path, env: dict[str, str]) -> bool:
    command = ["bash", "-euo", "pipefail", "-c", block]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, check=False).returncode == 0
