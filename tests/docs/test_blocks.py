"""Shell blocks of all pages: each page has a test that runs them; here, that it has, and that all options exist."""

import re
import shlex
import subprocess
from pathlib import Path

import click
import pytest

from kontor.service.cli.main import COMMANDS, kontor
from tests.support.paths import ROOT
from tests.support.shell_blocks import BLOCK

RUN = {  # by which test
    "CONTRIBUTING.md": "docs/test_contributing.py",
    "README.md": "docs/test_readme.py",
    "docs/audit/by-hand.md": "docs/test_audit.py",
    "docs/how-to/back-up-and-restore.md": "docs/test_start_operate.py",
    "docs/how-to/call-from-a-web-page.md": "docs/test_how_to.py",
    "docs/how-to/fill-in-an-option.md": "docs/test_how_to.py",
    "docs/how-to/handle-a-refusal.md": "docs/test_how_to.py",
    "docs/how-to/invite-a-friend.md": "docs/test_how_to.py",
    "docs/how-to/play-several-seats.md": "docs/test_how_to.py",
    "docs/how-to/recover-an-account.md": "docs/test_how_to.py",
    "docs/how-to/resume-a-stream.md": "docs/test_how_to.py",
    "docs/how-to/retry-safely.md": "docs/test_how_to.py",
    "docs/how-to/run-on-your-own-servers.md": "docs/test_operations.py",
    "docs/how-to/try-a-command.md": "docs/test_how_to.py",
    "docs/how-to/verify-a-webhook.md": "docs/test_how_to.py",
    "docs/how-to/wait-for-my-turn.md": "docs/test_how_to.py",
    "docs/start/audit.md": "docs/test_start_developers.py",
    "docs/start/bot.md": "docs/test_start_developers.py",
    "docs/start/client.md": "docs/test_start.py",
    "docs/start/contribute.md": "docs/test_start_developers.py",
    "docs/start/operate.md": "docs/test_start_operate.py",
    "docs/start/play.md": "docs/test_start.py",
    "docs/transparency.md": "docs/test_operations.py",
    "docs/tutorial/bot.md": "terminal/test_tutorial.py",
    "docs/tutorial/terminal.md": "terminal/test_tutorial.py",
}
FOLDERS = ("docs", "deploy", "domain", "openapi/examples")
PAGES = [*ROOT.glob("*.md"), *(path for each in FOLDERS for path in sorted((ROOT / each).rglob("*.md")))]
WITH_BLOCKS = [path for path in PAGES if BLOCK.search(path.read_text("utf-8"))]
CALL = re.compile(r"(?<![\w/.-])(?:\.venv/bin/)?kontor ((?:[^|;&)\n]|\\\n)*)")


def test_the_blocks_of_every_page_are_run() -> None:
    """No page has commands that nobody has tried; the test that runs them takes them from its text."""
    assert {path.relative_to(ROOT).as_posix() for path in WITH_BLOCKS} == RUN.keys()
    for page, test in RUN.items():
        text = (ROOT / "tests" / test).read_text("utf-8")
        assert Path(page).name in text, page
        assert "shell_blocks(" in text


@pytest.mark.parametrize("page", WITH_BLOCKS, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_shell_reads_every_block_and_kontor_every_call_in_it(page: Path) -> None:
    for block in BLOCK.findall(page.read_text("utf-8")):
        read = subprocess.run(["bash", "-n"], input=block, capture_output=True, text=True, check=False)
        assert read.returncode == 0, read.stderr
        for call in CALL.findall(block):
            words = shlex.split(call.replace("\\\n", " "), comments=True)
            if words and words[0] in COMMANDS:
                require_readable(kontor, words)


def test_the_commands_of_why_kontor_exist() -> None:
    """Its table is not run as a block: most of it needs a server."""
    named = re.findall(r"`([^`\n]+)`", (ROOT / "docs" / "why-kontor.md").read_text("utf-8"))
    calls = [call for command in named for call in CALL.findall(command)]
    assert len(calls) >= 7
    for call in calls:
        require_readable(kontor, shlex.split(call))
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert {command.split()[1] for command in named if command.startswith("make ")} <= set(targets)


def require_readable(group: click.Group, words: list[str]) -> None:
    """Every option that is named exists."""
    ctx = click.Context(group)
    command = group.get_command(ctx, words[0])
    assert command is not None, f"there is no {words}"
    if isinstance(command, click.Group):
        return require_readable(command, words[1:])
    known = {name for each in command.params for name in each.opts} | {"--help"}
    assert {word.partition("=")[0] for word in words[1:] if word.startswith("--")} <= known
