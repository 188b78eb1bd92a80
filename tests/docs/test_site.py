"""`make docs`: the site is built strictly, its links lead somewhere, and nothing in it needs a laxer policy."""

import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.support.paths import ROOT
from tests.tools.site.packing import packed, without_inline
from tests.tools.site.staging import rewritten, staged


class Page(HTMLParser):
    """Links, anchors, and what a strict policy would refuse."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = set()
        self.refused: list[str] = []
        self._open = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag in ("script", "img", "iframe") and "src" in given:
            self.loaded.append(given["src"])
        if tag == "link" and given.get("rel") in ("stylesheet", "icon"):
            self.loaded.append(given["href"])
        self.refused += [f"{tag} {name}" for name in given if name == "style" or name.startswith("on")]
        is_code = tag == "style" or (tag == "script" and "src" not in given and given.get("type") != "application/json")
        self._open = tag if is_code else ""

    def handle_data(self, data: str) -> None:
        if self._open and data.strip():
            self.refused.append(f"{self._open}: {data[:60]}")
        self._open = ""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs")
    staged(folder / "source")
    config = folder / "mkdocs.yml"
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    config.write_text(text.replace("docs_dir: build/site-source", f"docs_dir: {folder / 'source'}"), encoding="utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-f", config, "-d", folder / "site"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    without_inline(folder / "site")
    return folder / "site"


def pages(site: Path) -> Iterator[tuple[Path, Page]]:
    for path in sorted(site.rglob("*.html")):
        if path.name != "404.html":
            yield path, Page(path.read_text(encoding="utf-8"))


def test_every_link_and_anchor_leads_somewhere(site: Path) -> None:
    read = dict(pages(site))
    lost = []
    for path, page in read.items():
        for link in page.links:
            if re.match(r"https?:|mailto:", link):
                continue
            name, _, anchor = link.partition("#")
            target = (path.parent / unquote(name)).resolve() if name else path
            target = target / "index.html" if target.is_dir() else target
            if not target.exists() or (anchor and target in read and unquote(anchor) not in read[target].anchors):
                lost.append((path.relative_to(site), link))
    assert lost == []


def test_nothing_is_inline_and_nothing_comes_from_elsewhere(site: Path) -> None:
    for path, page in pages(site):
        assert page.refused == [], path
        assert [each for each in page.loaded if re.match(r"https?:|//|data:", each)] == [], path
    styles = "".join(each.read_text(encoding="utf-8") for each in site.rglob("*.css"))
    assert re.findall(r"url\(\W?https?:", styles) == []


def test_it_is_packed_into_one_file_the_same_each_time(site: Path, tmp_path: Path) -> None:
    assert packed(site, tmp_path / "one.zip") > 30
    packed(site, tmp_path / "two.zip")
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()


def test_links_to_what_a_reader_of_the_site_has_not_are_taken_out() -> None:
    rest = "[c](audit.md#2-x) ![d](pictures/game.jpg)\n```\n[e](x.py)\n```"
    told = rewritten(f"[a](../domain/README.md) [b](../domain/shipped.py) {rest}", "docs/python.md")
    assert told == f"[a](source/domain.md) b {rest}"


def test_the_picture_of_the_architecture_says_what_the_diagram_says() -> None:
    (diagram,) = re.findall(r"```mermaid\n(.*?)```", (ROOT / "docs" / "architecture.md").read_text("utf-8"), re.S)
    picture = (ROOT / "docs" / "pictures" / "architecture.svg").read_text("utf-8")
    told = set(re.findall(r"[\w/?']+", re.sub(r"<[^>]+>", " ", picture)))
    labels = " ".join(re.findall(r'"([^"]+)"', diagram)).replace("<br/>", " ")
    assert set(re.findall(r"[\w/?']+", labels)) - told == set()
