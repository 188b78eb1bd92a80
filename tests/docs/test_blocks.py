"""Shell blocks of all pages: those of most are run by a test; of the others, shell and command line can read them."""

import re
import shlex
import subprocess
from pathlib import Path

import click
import pytest

from kontor.service.cli.main import COMMANDS, kontor
from tests.support.paths import ROOT

RUN = {  # by which test
    "README.md": "test_readme.py",
    "docs/audit.md": "test_audit.py",
    "docs/tutorial/bot.md": "test_tutorial.py",
    "docs/tutorial/terminal.md": "test_tutorial.py",
}
NOT_RUN = {  # and why
    "CONTRIBUTING.md": "the list of make's targets: each runs for minutes, the tests among them",
    "docs/operations.md": "installs packages of Debian, and wants servers of one's own",
    "docs/transparency.md": "sends a witness's line, which tests/service/http/test_tlog.py does with a real key",
}
FOLDERS = ("docs", "deploy", "domain", "openapi/examples")
PAGES = [*ROOT.glob("*.md"), *(path for each in FOLDERS for path in sorted((ROOT / each).rglob("*.md")))]
BLOCK = re.compile(r"^```(?:sh|bash|shell)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WITH_BLOCKS = [path for path in PAGES if BLOCK.search(path.read_text("utf-8"))]
CALL = re.compile(r"(?<![\w/.-])(?:\.venv/bin/)?kontor ((?:[^|;&)\n]|\\\n)*)")


def test_the_blocks_of_every_page_are_run_or_it_is_said_why_not() -> None:
    assert {path.relative_to(ROOT).as_posix() for path in WITH_BLOCKS} == RUN.keys() | NOT_RUN.keys()
    assert not RUN.keys() & NOT_RUN.keys()


@pytest.mark.parametrize("page", WITH_BLOCKS, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_shell_reads_every_block_and_kontor_every_call_in_it(page: Path) -> None:
    for block in BLOCK.findall(page.read_text("utf-8")):
        read = subprocess.run(["bash", "-n"], input=block, capture_output=True, text=True, check=False)
        assert read.returncode == 0, read.stderr
        for call in CALL.findall(block):
            words = shlex.split(call.replace("\\\n", " "), comments=True)
            if words and words[0] in COMMANDS:
                require_readable(kontor, words)


def require_readable(group: click.Group, words: list[str]) -> None:
    """Every option that is named exists."""
    ctx = click.Context(group)
    command = group.get_command(ctx, words[0])
    assert command is not None, f"there is no {words}"
    if isinstance(command, click.Group):
        return require_readable(command, words[1:])
    known = {name for each in command.params for name in each.opts} | {"--help"}
    assert {word.partition("=")[0] for word in words[1:] if word.startswith("--")} <= known
