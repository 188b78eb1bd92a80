"""One real server with workers for all commands of the terminal, and people who have logged in."""

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner

from kontor import Client
from kontor.service.cli.main import run
from kontor.service.settings import PREFIX
from tests.support.running_up import Up


@dataclass(frozen=True)
class Said:
    """The exit code and the output of a command."""

    returncode: int
    stdout: str
    stderr: str


@pytest.fixture(scope="session")
def url(shared_up: Up) -> str:
    return shared_up.url


@pytest.fixture
def env(tmp_path: Path, url: str) -> dict[str, str]:
    """A home of one's own; the server is named by the environment."""
    return {"XDG_CONFIG_HOME": str(tmp_path), "KONTOR_URL": url}


@pytest.fixture
def kontor(env: dict[str, str]) -> Callable[..., Said]:
    """Run `kontor` in this process. The tutorial (test_tutorial.py) runs the same commands as processes."""

    def call(*words: str, typed: str = "", **more: str) -> Said:
        given = {**{name: None for name in os.environ if name.startswith(PREFIX)}, **env, "COLUMNS": "160", **more}
        with pytest.MonkeyPatch.context() as patch, CliRunner().isolation(typed, given) as (out, err, _):
            patch.setattr(sys, "argv", ["kontor", *words])
            with pytest.raises(SystemExit) as ended:
                run()
            code = ended.value.code
            return Said(code if isinstance(code, int) else int(code is not None), _text(out), _text(err))

    return call


def _text(stream: BytesIO) -> str:
    return stream.getvalue().decode()


@pytest.fixture
def anna(url: str, env: dict[str, str]) -> Iterator[Client]:
    """Has an account, and her key in the environment."""
    with Client(url) as nobody:
        env["KONTOR_KEY"] = nobody.open_account("Anna").api_key
    with Client(url, env["KONTOR_KEY"]) as client:
        yield client


def mode_of(path: Path) -> int:
    return os.stat(path).st_mode & 0o777
