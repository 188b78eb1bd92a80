"""`kontor demo` on a server that runs already; test_closing.py starts one for it, at a terminal."""

import pytest
from click.testing import CliRunner, Result

from kontor.service.cli.main import kontor, sentence_for
from tests.support.running_up import Up


def call(*words: str, **env: str) -> Result:
    return CliRunner().invoke(kontor, ["demo", *words], env={"COLUMNS": "150", **env})


@pytest.mark.xdist_group("up")
def test_a_whole_game_is_printed_line_by_line(shared_up: Up) -> None:
    words = ("--ruleset", "tiny", "--bots", "random", "--seats", "2", "--option", "rounds=1", "--timeout", "120")
    result = call(*words, KONTOR_URL=shared_up.url)
    assert result.exit_code == 0, result.output
    for text in (
        "The cards are shuffled.",
        "The game is over",
        "Final score",
        f"See {shared_up.url}/v1/games/",
    ):
        assert text in result.output
    assert "No server runs at" not in result.output


def test_a_server_that_is_named_must_be_there() -> None:
    error = call(KONTOR_URL="http://127.0.0.1:1").exception
    assert isinstance(error, Exception)
    assert "Cannot reach the server" in str(sentence_for(error))


def test_more_bots_than_seats_are_refused() -> None:
    result = call("--bots", "a,b,c", "--seats", "2")
    assert (result.exit_code, result.output) == (1, "Error: Name 1 to 2 bots with --bots, for 2 seats.\n")
