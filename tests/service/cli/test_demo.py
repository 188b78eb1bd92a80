"""`kontor demo`: a game of bots from nothing to its score."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kontor.service.cli import demo, own_server
from kontor.service.cli.main import kontor, sentence_for
from tests.support.api_processes import free_port
from tests.support.paths import IMPORT_PATH

SMALL = {
    "KONTOR_RULESETS": "tests.tiny:RULESET",
    "KONTOR_API_PROCESSES": "1",
    "KONTOR_WORKER_PROCESSES": "1",
    "KONTOR_MAX_STREAMS": "4",
    "PYTHONPATH": IMPORT_PATH,
    "COLUMNS": "150",
}


def call(*words: str, **env: str) -> Result:
    return CliRunner().invoke(kontor, ["demo", *words], env={**SMALL, **env})


@pytest.fixture
def short_path() -> Iterator[Path]:
    """A directory for servers: pytest's own paths are longer than those of sockets may be."""
    with tempfile.TemporaryDirectory(prefix="k") as path:
        yield Path(path)


def test_a_whole_game_on_a_server_of_its_own(monkeypatch: pytest.MonkeyPatch, short_path: Path) -> None:
    monkeypatch.setattr(demo, "HERE", f"http://127.0.0.1:{free_port()}")
    monkeypatch.setattr(tempfile, "tempdir", str(short_path))
    left = short_path / f"{own_server.PREFIX}left"  # by a demo that was killed
    left.mkdir()
    (left / "lock").touch()
    result = call("--bots", "random", "--seats", "2", "--option", "rounds=1", "--timeout", "120")
    assert result.exit_code == 0, result.output
    for words in (
        "No server runs at",
        "pile shuffled",
        "game finished",
        "Final score",
        "Look at it: http://127.0.0.1:",
    ):
        assert words in result.output
    assert not list(short_path.iterdir()), "the directory of the server is gone with it"


def test_a_server_that_is_named_must_be_there() -> None:
    error = call(KONTOR_URL="http://127.0.0.1:1").exception
    assert isinstance(error, Exception)
    assert "The server cannot be reached" in str(sentence_for(error))


def test_more_bots_than_seats_are_refused() -> None:
    result = call("--bots", "a,b,c", "--seats", "2")
    assert (result.exit_code, result.output) == (1, "Error: Name 1 to 2 bots for 2 seats.\n")
