"""The pages of docs/python/, example by example in the order of docs/python.md, against a real server."""

import doctest
import re
from pathlib import Path

import pytest

from tests.support.paths import ROOT

PAGE = ROOT / "docs" / "python.md"
LISTED = re.compile(r"^\| \d \| \[[^]]+\]\((python/[\w-]+\.md)\)", re.MULTILINE)
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)

pytestmark = pytest.mark.xdist_group("client")  # one server for all of them


def test_every_example_does_what_the_page_says(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # one of them writes a file
    pages = [PAGE.parent / name for name in LISTED.findall(PAGE.read_text())]
    assert sorted(pages) == sorted(PAGE.with_suffix("").glob("*.md"))
    text = "".join(page.read_text() for page in (PAGE, *pages))
    blocks = BLOCK.findall(text)
    assert len(blocks) == text.count("```python") >= 10
    source = "\n".join(blocks).replace("http://127.0.0.1:8080", url)
    examples = doctest.DocTestParser().get_doctest(source, {}, PAGE.name, str(PAGE), 0)
    said: list[str] = []
    results = doctest.DocTestRunner().run(examples, out=said.append, clear_globs=False)
    examples.globs["client"].close()
    assert results.failed == 0, "".join(said)
    assert results.attempted > 40
