"""The verifier page, opened from disk in a real browser: it reports what `kontor audit verify` reports.
`make verifier-page` builds it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.verifying import VECTORS, Files, command_reports, vector_files, without_seconds
from tests.tools.verifier_page import BUILT

PATIENCE = 240_000  # milliseconds for starting Python or for a group of files, on a busy machine


class Verifier:
    """The page, as a person uses it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.goto(BUILT.as_uri())
        self.says("Ready. Drop a bundle.")

    def says(self, text: str) -> None:
        expect(self.page.get_by_role("status")).to_have_text(text, timeout=PATIENCE)

    def reports(self, files: Files, folder: Path) -> list[tuple[int, str]]:
        """Give files to the page, and return the exit code and the text of each report."""
        self._choose("Public keys of the server", [files.keys] if files.keys else [], folder)
        self._choose("Policy about witnesses", [files.policy] if files.policy else [], folder)
        self._choose("Receipts", files.receipts, folder)
        self.page.evaluate("document.getElementById('reports').replaceChildren()")
        self._choose("Bundles to check", [], folder)  # else choosing the same files again is no change
        self._choose("Bundles to check", files.games, folder)
        expect(self.page.get_by_role("article")).to_have_count(len(files.games), timeout=PATIENCE)
        self.says("Done.")
        found: list[list[Any]] = self.page.get_by_role("article").evaluate_all(
            "(all) => all.map((each) => [Number(each.dataset.code), each.querySelector('pre').textContent])"
        )
        return [(code, without_seconds(text)) for code, text in reversed(found)]

    def _choose(self, label: str, names: Any, folder: Path) -> None:
        self.page.get_by_label(label).set_input_files([folder / name for name in names])


def open_verifier(context: BrowserContext, console: list[str]) -> Verifier:
    page = context.new_page()
    page.on("console", lambda message: console.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: console.append(f"pageerror: {error}"))
    return Verifier(page)


@pytest.fixture(scope="module", autouse=True)
def _built() -> None:
    if not BUILT.exists():
        pytest.skip("the verifier page is not built: make verifier-page")


@pytest.fixture(scope="module")
def verifier(browser: Browser) -> Iterator[Verifier]:
    context, console = browser.new_context(), list[str]()
    yield open_verifier(context, console)
    context.close()
    assert console == []


def compare(verifier: Verifier, groups: list[Files], folder: Path) -> set[int]:
    """Compare the reports of the page and the command for all files. Return the exit codes that occurred."""
    codes = set()
    for files in groups:
        expected = command_reports(files)
        assert verifier.reports(files, folder) == expected
        codes |= {code for code, _ in expected}
    return codes


@pytest.mark.parametrize("name", VECTORS)
def test_every_vector_gets_the_report_of_the_command(
    verifier: Verifier, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert compare(verifier, vector_files(name, tmp_path), tmp_path) >= {1}
