"""The table of commands: each explains itself, and a Python that is too old is told so."""

import re
import subprocess
import sys

import pytest

from kontor.service.cli.main import COMMANDS
from tests.support.commands import call
from tests.support.paths import ROOT


def test_help_names_every_command() -> None:
    result = call("--help")
    assert result.exit_code == 0
    assert set(re.findall(r"^  ([a-z-]+) ", result.output, re.MULTILINE)) >= set(COMMANDS)


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_explains_itself(name: str) -> None:
    result = call(name, "--help")
    assert result.exit_code == 0
    assert "Usage: kontor" in result.output


def test_an_old_python_is_refused_in_a_sentence() -> None:
    code = "import sys; sys.version_info = (3, 9, 2); sys.argv = ['kontor']; from kontor.service import cli; cli.main()"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "kontor: Kontor needs Python 3.11 or newer, this is 3.9.\n"
