"""The shell blocks of a documentation page, which tests run as printed."""

import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.support.at_a_terminal import bare
from tests.support.paths import ROOT

BLOCK = re.compile(r"^```(?:sh|bash|shell)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PATIENCE = 300  # seconds, on a busy machine


def shell_blocks(page: str) -> list[str]:
    """Return the shell blocks of a page. `page`: the path of the page in the repository."""
    return BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))


def with_kontor(**more: str) -> dict[str, str]:
    """Return an environment without settings of Kontor, in which `kontor` is on the PATH."""
    return {**bare(), "PATH": f"{ROOT}/.venv/bin:{os.environ['PATH']}", **more}


def run_blocks(blocks: Sequence[str], folder: Path, env: Mapping[str, str]) -> str:
    """Run the blocks in one shell, which stops at the first error. Return the output."""
    command = ["bash", "-euo", "pipefail", "-c", "\n".join(blocks)]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout
