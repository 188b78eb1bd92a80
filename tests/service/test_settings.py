"""Settings: what cannot be meant is refused, each is read by somebody, and the page on settings lists them all."""

import ast
import re
from dataclasses import fields
from pathlib import Path

import pytest

from kontor.service.settings import CLIENTS, PREFIX, BadSetting, Settings
from tests.support.paths import ROOT

NAMES = [field.name for field in fields(Settings)]


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("KONTOR_PROT", "8080", "KONTOR_PROT is not a setting of Kontor"),
        ("KONTOR_PORT", "eighty", "KONTOR_PORT must be a number, not 'eighty'"),
        ("KONTOR_BOT_SECONDS", "nan", "KONTOR_BOT_SECONDS must be at least 0 and below 1e12"),
        ("KONTOR_POOL_SIZE", "-1", "KONTOR_POOL_SIZE must be at least 0"),
        ("KONTOR_HEARTBEAT_SECONDS", "0", "KONTOR_HEARTBEAT_SECONDS must be at least 0.01"),
        ("KONTOR_BODY_SECONDS", "31", "KONTOR_BODY_SECONDS must be at most 30"),
        ("KONTOR_SIGNUP", "closed", "KONTOR_SIGNUP must be open or token, not 'closed'"),
        ("KONTOR_SIGNUP", "token", "set KONTOR_SIGNUP_TOKEN to the token that you give to users"),
        ("KONTOR_WEBHOOKS_LOOPBACK", "perhaps", "KONTOR_WEBHOOKS_LOOPBACK must be true or false, not 'perhaps'"),
    ],
)
def test_a_setting_that_cannot_be_meant_is_refused(name: str, value: str, sentence: str) -> None:
    with pytest.raises(BadSetting, match=sentence):
        Settings.from_environment({name: value})


def test_settings_survive_the_way_through_an_environment() -> None:
    given = Settings(port=9, rulesets=("a:B", "c:D"), bot_seconds=0.25, data=Path("/x y"), webhooks_loopback=True)
    assert Settings.from_environment(given.environment()) == given
    assert Settings.from_environment({"KONTOR_URL": "http://elsewhere", "KONTOR_KEY": "k"}) == Settings()


def test_every_setting_is_used() -> None:
    """As `settings.name`, whatever stands before it: `Settings.from_environment().name`, `context.settings.name` …"""
    read = {name for file in _sources() for name in _read_in(ast.parse(file.read_text()))}
    assert [name for name in NAMES if name not in read] == []


def test_the_settings_page_lists_every_setting_with_its_default_and_no_other() -> None:
    page = (ROOT / "docs" / "operations" / "settings.md").read_text()
    table = dict(re.findall(r"^\| `(KONTOR_[A-Z_]+)` \| `?([^`|]*?)`? \|", page, re.MULTILINE))
    clients = {f"{PREFIX}{name.upper()}" for name in CLIENTS}
    assert clients <= table.keys()
    assert {name: value for name, value in table.items() if name not in clients} == Settings().environment()


def _sources() -> list[Path]:
    files = [*(ROOT / "service").rglob("*.py"), *(ROOT / "workers").rglob("*.py")]
    return [file for file in files if file != ROOT / "service" / "settings.py"]


def _read_in(tree: ast.Module) -> set[str]:
    attributes = (node for node in ast.walk(tree) if isinstance(node, ast.Attribute))
    return {node.attr for node in attributes if ast.unparse(node.value).endswith(("settings", "from_environment()"))}
