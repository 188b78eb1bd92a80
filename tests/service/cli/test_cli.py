"""The commands of `kontor` that need no running server, as a person calls them."""

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from kontor.domain.kernel.canonical import canonical_text
from kontor.service.cli.main import COMMANDS, kontor, sentence_for
from kontor.service.settings import Settings
from kontor.service.store.boards import board_hash
from tests.support.paths import ROOT
from tests.tiny import RULESET

TINY = {"KONTOR_RULESETS": "tests.tiny:RULESET"}


def call(*words: str, env: dict[str, str] | None = None) -> Result:
    return CliRunner().invoke(kontor, words, env={**TINY, **(env or {})})


def test_help_names_every_command() -> None:
    result = call("--help")
    assert result.exit_code == 0
    assert set(re.findall(r"^  ([a-z-]+) ", result.output, re.MULTILINE)) >= set(COMMANDS)


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_explains_itself(name: str) -> None:
    result = call(name, "--help")
    assert result.exit_code == 0
    assert "Usage: kontor" in result.output


def test_a_rule_is_looked_up_by_its_id() -> None:
    rule, text = next(iter(RULESET.rules().items()))
    result = call("rule", rule.lower())
    assert result.exit_code == 0
    assert text in result.output
    assert "No ruleset has a rule HT-NONE-1" in call("rule", "HT-NONE-1").output


def test_a_board_is_checked_and_named(tmp_path: Path) -> None:
    board = next(iter(RULESET.boards().values()))
    (tmp_path / "board.json").write_text(canonical_text(board))
    result = call("board", "check", str(tmp_path / "board.json"))
    assert result.output.strip() == board_hash(board)


@pytest.mark.parametrize("text", ["{", "[]", '{"nothing": 1}', '{"a": NaN}'])
def test_what_is_no_board_is_refused_in_a_sentence(tmp_path: Path, text: str) -> None:
    (tmp_path / "board.json").write_text(text)
    result = call("board", "check", str(tmp_path / "board.json"))
    assert result.exit_code == 1
    assert "Traceback" not in result.output
    assert result.output.startswith(("Error: ", "/"))


def test_doctor_finds_everything_in_order(settings: Settings) -> None:
    result = call("doctor", env=dict(settings.environment()))
    assert result.exit_code == 0, result.output
    assert "problem" not in result.output
    assert "our role cannot alter the log" in result.output


def test_doctor_says_what_is_wrong(settings: Settings) -> None:
    wrong = {"KONTOR_DATABASE_URL": settings.migrate_url, "KONTOR_REDIS_URL": "unix:///nonexistent/redis.sock"}
    result = call("doctor", env={**settings.environment(), **wrong})
    assert result.exit_code == 1
    assert "problem  database: The database role kontor_owner is the owner of the log" in result.output
    assert "problem  Redis: " in result.output


def test_migrate_needs_the_owner(settings: Settings) -> None:
    assert "set KONTOR_MIGRATE_URL" in call("migrate", env={"KONTOR_MIGRATE_URL": ""}).output
    result = call("migrate", env=dict(settings.environment()))
    assert result.exit_code == 0, result.output
    assert "The database stands at 0" in result.output


def test_serving_as_the_owner_of_the_log_is_refused(settings: Settings) -> None:
    for command in ("serve", "worker"):
        given = {**settings.environment(), "KONTOR_DATABASE_URL": settings.migrate_url}
        error = call(command, env=given).exception
        assert isinstance(error, Exception)
        assert "the service runs as kontor_app only" in str(sentence_for(error))


def test_a_server_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    error = call("games", env={"KONTOR_URL": "http://127.0.0.1:1"}).exception
    assert isinstance(error, Exception)
    assert "The server cannot be reached" in str(sentence_for(error))


def test_keys_are_made_and_added(tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    assert "holds 1" in call("keys", str(file)).output
    assert "holds 2" in call("keys", str(file)).output
    listed: list[dict[str, Any]] = json.loads(file.read_text())
    assert [each["until"] is None for each in listed] == [False, True]


def test_every_setting_stands_in_the_operations_page_with_its_default() -> None:
    page = (ROOT / "docs" / "operations.md").read_text()
    table = dict(re.findall(r"^\| `(KONTOR_[A-Z_]+)` \| `?([^`|]*?)`? \|", page, re.MULTILINE))
    wanted = {name: value for name, value in Settings().environment().items()}
    assert set(table) == set(wanted) | {"KONTOR_URL", "KONTOR_KEY"}
    for field in fields(Settings):
        name = f"KONTOR_{field.name.upper()}"
        assert table[name] == wanted[name], name
