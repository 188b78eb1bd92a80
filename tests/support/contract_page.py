"""The contract as tests read it: docs/contract.md and docs/contract/, with the calls and headers that they name."""

import re

from tests.support.paths import ROOT

INDEX = ROOT / "docs" / "contract.md"
PAGES = (INDEX, *sorted((ROOT / "docs" / "contract").glob("*.md")))
LATER = "## Promised for later"

CALL = re.compile(r"`(GET|POST|DELETE|PUT|PATCH) (/[^`?\s]*)")
HEADER = re.compile(r"`([A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]*)*|ETag)(?::[^`]*)?`")


def promised_now() -> str:
    """Return all pages, without the section on what is promised for later."""
    return "\n".join(page.read_text(encoding="utf-8").partition(LATER)[0] for page in PAGES)


def promised_later() -> str:
    """Return the section on what is promised for later, the last one of the index."""
    return INDEX.read_text(encoding="utf-8").split(LATER)[1]


def anonymous(path: str) -> str:
    """An address without the names of its parts."""
    return re.sub(r"\{[^}]*\}", "{}", path)


def calls(text: str) -> set[tuple[str, str]]:
    """Method and address of each call that a page names."""
    return {(method, anonymous(path)) for method, path in CALL.findall(text)}


def section(page: str, title: str) -> str:
    """Return a section of docs/contract/<page>, with the sections below it."""
    text = (ROOT / "docs" / "contract" / page).read_text(encoding="utf-8")
    level = title.split()[0]
    found = re.search(rf"^{title}$.*?(?=^#{{1,{len(level)}}} |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found is not None, f"{page} has no section {title}"
    return found[0]


def headers(title: str = "## Headers") -> set[str]:
    """Return the headers that a section of the page on HTTP names; without a title, all of them."""
    return set(HEADER.findall(section("http.md", title)))
