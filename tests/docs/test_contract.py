"""The contract and README name only what exists, and the contract names all of it; citations lead to pages."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kontor.service.cli.main import COMMANDS
from tests.support.contract_page import anonymous, calls, headers, promised_later, promised_now, section
from tests.support.paths import ROOT
from tests.tools.client_types import documents

NOW, LATER = promised_now(), promised_later()
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "domain").rglob("*.md")])
CODE = sorted(path for folder in ("domain", "service", "workers", "tests") for path in (ROOT / folder).rglob("*.py"))

COMMAND = re.compile(r"\bkontor ([a-z]+)\b")
SECTION = re.compile(r"([\w./-]+) §(\d+)")
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
CITED = {  # how a page is called in front of a section's number
    "format": "log-format.md",  # log format
    "docs/log-format.md": "log-format.md",
    "docs/boards-merchants.md": "boards-merchants.md",
}


def operations() -> set[tuple[str, str]]:
    return {
        (method.upper(), anonymous(path))
        for path, item in documents()["paths"].items()
        for method in item
        if method in ("get", "post", "delete", "put", "patch")
    }


def test_every_call_that_the_pages_name_exists() -> None:
    assert calls(NOW) | calls(README) <= operations()


def test_every_operation_is_named_in_the_contract() -> None:
    assert operations() <= calls(NOW)


def test_every_command_that_the_pages_name_exists() -> None:
    table = re.findall(r"^\| (`.*?) \|", section("operators.md", "## The command line"), re.MULTILINE)
    assert set(re.findall(r"`([a-z]+)`", "".join(table))) == set(COMMANDS)
    assert set(re.findall(r"`kontor ([a-z]+)", NOW + README)) <= set(COMMANDS)


def test_features_promised_for_later_do_not_exist_yet() -> None:
    assert not calls(LATER) & operations()
    assert not set(COMMAND.findall(LATER)) & set(COMMANDS)


def test_every_header_of_the_contract_is_in_the_code() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "service" / "http").rglob("*.py")).lower()
    assert [name for name in headers() if name.lower() not in code and name.replace("-", "_").lower() not in code] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    prose = FENCE.sub("", page.read_text(encoding="utf-8"))  # a board in a block has signs like those of a link
    if page.parent.name == "guide":  # its pictures are scenes, which tests/properties/test_guides.py draws
        prose = re.sub(r"!\[[^]]*\]\([^)]*\)", "", prose)
    targets = re.findall(r"\]\((?!https?://|#|mailto:)([^)#\s]+)", prose)
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_pages_that_the_code_cites_exist() -> None:
    cited = {
        (str(path.relative_to(ROOT)), page)
        for path in (*CODE, *(ROOT / "kontor").rglob("*.py"))
        for page in re.findall(r"\bdocs/[\w/-]+\.md\b", path.read_text(encoding="utf-8"))
    }
    assert ("service/store/commits.py", "docs/contract/server.md") in cited
    assert [(path, page) for path, page in sorted(cited) if not (ROOT / page).exists()] == []


def cited_sections() -> Iterator[tuple[str, str, int]]:
    for path in (*CODE, *PAGES):
        for word, number in SECTION.findall(path.read_text(encoding="utf-8")):
            if word not in ("to", "of", "and"):  # "§3 to §5", "forms of §5": the page at hand
                yield str(path.relative_to(ROOT)), word, int(number)


def with_subpages(name: str) -> str:
    """Return the text of a page and of the pages in the folder of its name: sections are numbered across them."""
    page = ROOT / "docs" / name
    return "\n".join(path.read_text(encoding="utf-8") for path in (page, *sorted(page.with_suffix("").glob("*.md"))))


def test_citations_of_sections_lead_to_sections() -> None:
    found = list(cited_sections())
    assert found
    assert [(path, word) for path, word, _ in found if word not in CITED] == []
    pages = {name: with_subpages(name) for name in set(CITED.values())}
    assert [
        cited for cited in found if not re.search(rf"^## {cited[2]}[. ]", pages[CITED[cited[1]]], re.MULTILINE)
    ] == []
