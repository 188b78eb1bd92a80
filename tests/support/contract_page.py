"""The contract as tests read it: docs/contract.md and docs/contract/, with the calls and headers that they name."""

import re

from tests.support.paths import ROOT

INDEX = ROOT / "docs" / "contract.md"
PAGES = (INDEX, *sorted((ROOT / "docs" / "contract").glob("*.md")))
LATER = "## Promised for later"

CALL = re.compile(r"`(GET|POST|DELETE|PUT|PATCH) (/[^`?\s]*)")
HEADER = re.compile(r"`([A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]*)*|ETag)(?::[^`]*)?`")


def promised_now() -> str:
    """Return the text of all pages of the contract, without the section about later promises."""
    return "\n".join(page.read_text(encoding="utf-8").partition(LATER)[0] for page in PAGES)


def promised_later() -> str:
    """Return the section about later promises, which is the last section of the index."""
    return INDEX.read_text(encoding="utf-8").split(LATER)[1]


def anonymous(path: str) -> str:
    """Return an address without the names of its parameters."""
    return re.sub(r"\{[^}]*\}", "{}", path)


def calls(text: str) -> set[tuple[str, str]]:
    """Return the method and the address of each call that a page names."""
    return {(method, anonymous(path)) for method, path in CALL.findall(text)}


def section(page: str, title: str) -> str:
    """Return a section of the page docs/contract/<page>, with the sections below it."""
    text = (ROOT / "docs" / "contract" / page).read_text(encoding="utf-8")
    level = title.split()[0]
    found = re.search(rf"^{title}$.*?(?=^#{{1,{len(level)}}} |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found is not None, f"{page} has no section {title}"
    return found[0]


def headers(title: str = "## Headers") -> set[str]:
    """Return the headers that a section of the page on HTTP names. An empty title means the whole page."""
    return set(HEADER.findall(section("http.md", title)))
