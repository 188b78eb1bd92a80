"""One real server with workers for all commands of the terminal, and people who have logged in."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kontor import Client
from tests.support.at_a_terminal import bare
from tests.support.paths import ROOT
from tests.support.running_up import Up

Said = subprocess.CompletedProcess[str]


@pytest.fixture(scope="session")
def url(shared_up: Up) -> str:
    return shared_up.url


@pytest.fixture
def env(tmp_path: Path, url: str) -> dict[str, str]:
    """A home of one's own; the server is named by the environment."""
    return {"XDG_CONFIG_HOME": str(tmp_path), "KONTOR_URL": url}


@pytest.fixture
def kontor(env: dict[str, str]) -> Callable[..., Said]:
    """`kontor` in a process of its own."""

    def run(*words: str, typed: str = "", **more: str) -> Said:
        command = [sys.executable, "-m", "kontor.service.cli", *words]
        given = {**bare(), **env, "COLUMNS": "160", **more}
        return subprocess.run(
            command, cwd=ROOT, env=given, input=typed, capture_output=True, text=True, timeout=120, check=False
        )

    return run


@pytest.fixture
def anna(url: str, env: dict[str, str]) -> Iterator[Client]:
    """Has an account, and her key in the environment."""
    with Client(url) as nobody:
        env["KONTOR_KEY"] = nobody.open_account("Anna").api_key
    with Client(url, env["KONTOR_KEY"]) as client:
        yield client


def mode_of(path: Path) -> int:
    return os.stat(path).st_mode & 0o777
