"""The files in deploy/ can be read, and name nothing that does not exist."""

import re
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]  # for this test only

from kontor.service.cli.main import SERVER
from kontor.service.settings import Settings
from tests.support.paths import ROOT

FILES = sorted(path for path in (ROOT / "deploy").rglob("*") if path.is_file() and path.suffix != ".pyc")
OF_COMPOSE = {"KONTOR_OWNER_PASSWORD", "KONTOR_APP_PASSWORD"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_every_setting_and_file_that_is_named_exists(file: Path) -> None:
    text = file.read_text()
    assert set(re.findall(r"KONTOR_[A-Z_]+", text)) <= set(Settings().environment()) | OF_COMPOSE
    for path in re.findall(r"(?<![\w/])(?:service|deploy|docs|tests)/[\w/.-]+\.\w+", text):
        assert (ROOT / path).exists(), path


def test_the_manifests_call_commands_that_exist() -> None:
    parts = list(yaml.safe_load_all((ROOT / "deploy/kubernetes/kontor.yaml").read_text()))
    called = [part["spec"]["template"]["spec"]["containers"][0]["args"] for part in parts if "template" in part["spec"]]
    assert called == [["server", "migrate"], ["server", "serve"], ["server", "worker"]]
    compose = yaml.safe_load((ROOT / "deploy/compose/compose.yaml").read_text())
    words = [
        service["command"]
        for service in compose["services"].values()
        if service.get("image") == "kontor" and "command" in service
    ]
    assert sorted(words) == sorted(called)
    assert {name for _, name in words} <= set(SERVER)
