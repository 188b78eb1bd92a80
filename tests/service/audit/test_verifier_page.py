"""The Python part of the verifier page gives the report of `kontor audit verify`. The browser is in
tests/browser/test_verifier_page.py."""

import asyncio
import json
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from kontor.service.audit.verifier_page import Given, NamedFile, Report, rules, verify
from kontor.service.signing.ed25519 import check_with_library
from tests.support.rulesets import SHIPPED
from tests.support.verifying import (
    Files,
    bot_games,
    command_reports,
    forged_games,
    odd_files,
    refused_policies,
    vector_files,
    without_seconds,
)
from tests.tools.verifier_page import pack

PROGRAM = """
import sys
sys.path = [path for path in sys.path if "site-packages" not in path] + [sys.argv[1]]
from kontor.service.audit import verifier_page
print(*verifier_page.rules())
"""


async def in_browser(public: str, signature: str, signed: str) -> bool:
    """Answer as a browser does: later."""
    await asyncio.sleep(0)
    return check_with_library(*map(bytes.fromhex, (public, signature, signed)))


def page_report(files: Files, name: str) -> tuple[int, str]:
    def read(path: str) -> NamedFile:
        return NamedFile(path, Path(path).read_bytes())

    keys, policy = (path and read(path) for path in (files.keys, files.policy))
    given = Given(read(name), keys or None, policy or None, [read(path) for path in files.receipts], files.bots)
    report = asyncio.run(verify(given, in_browser, lambda step, done, total: None))
    return report.code, without_seconds("\n".join(report.lines))


def compare(groups: list[Files]) -> set[int]:
    """Compare the reports of all files. Return the exit codes that occurred."""
    codes = set()
    for files in groups:
        expected = command_reports(files)
        assert [page_report(files, name) for name in files.games] == expected
        codes |= {code for code, _ in expected}
    return codes


@pytest.mark.unit
def test_vectors_get_the_report_of_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert compare(vector_files("bundles", tmp_path)) == {0, 1, 3}
    assert compare(vector_files("witnesses", tmp_path)) == {0, 1}
    assert compare(refused_policies(tmp_path)) == {2}


@pytest.mark.unit
@pytest.mark.parametrize("ruleset", SHIPPED)
def test_forgeries_get_the_report_of_the_command(ruleset: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert compare(forged_games(ruleset, tmp_path)) == {0, 1}


@pytest.mark.unit
def test_bots_choose_again_as_they_do_for_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert compare(bot_games(tmp_path)) == {0}
    told, forged = (page_report(bot_games(tmp_path)[0], name)[1] for name in ("bots.ndjson", "other.ndjson"))
    assert " chooses {" not in told
    assert " chooses {" in forged


@pytest.mark.unit
def test_odd_files_get_the_report_of_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert compare(odd_files(tmp_path)) == {0, 1, 2, 3}


@pytest.mark.unit
def test_the_browser_decides_whether_a_signature_is_good(tmp_path: Path) -> None:
    """Every signature is checked once. A refused one is a flaw of the report."""
    forged_games(SHIPPED[0], tmp_path)
    content, keys = (tmp_path / "0.ndjson").read_bytes(), (tmp_path / "keys.json").read_bytes()
    asked: list[str] = []
    steps: list[tuple[str, int, int]] = []

    async def refuse(public: str, signature: str, signed: str) -> bool:
        asked.append(signature)
        return False

    def report(check: bool) -> Report:
        given = Given(NamedFile("game", content), NamedFile("keys", keys))
        return asyncio.run(verify(given, in_browser if check else refuse, lambda *step: steps.append(step)))

    assert report(True).code == 0
    refused = report(False)
    assert asked == [json.loads(content.splitlines()[-1])["signature"]]
    assert refused.code == 1
    assert "signature: the signature was not made by key" in refused.lines[0]
    events = len(content.splitlines()) - 4
    assert steps[-1] == ("deciding again", events, events)


@pytest.mark.system
def test_the_packed_modules_need_only_the_standard_library(tmp_path: Path) -> None:
    zipfile.ZipFile(BytesIO(pack())).extractall(tmp_path)
    done = subprocess.run([sys.executable, "-I", "-c", PROGRAM, str(tmp_path)], capture_output=True, text=True)
    assert done.stderr == ""
    assert done.stdout.split() == list(rules()) == list(SHIPPED)
