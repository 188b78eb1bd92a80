"""docs/contract.md as tests read it: its calls, commands and headers."""

import re

from tests.support.paths import ROOT

CONTRACT = (ROOT / "docs" / "contract.md").read_text(encoding="utf-8")
NOW, LATER = CONTRACT.split("## 8. Promised for later")

CALL = re.compile(r"`(GET|POST|DELETE|PUT|PATCH) (/[^`?\s]*)")
HEADER = re.compile(r"`([A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]*)*|ETag)(?::[^`]*)?`")


def anonymous(path: str) -> str:
    """Return an address without the names of its parts."""
    return re.sub(r"\{[^}]*\}", "{}", path)


def calls(text: str) -> set[tuple[str, str]]:
    """Return method and address of each call on a page."""
    return {(method, anonymous(path)) for method, path in CALL.findall(text)}


def headers() -> set[str]:
    """Return the headers in the contract."""
    return set(HEADER.findall(NOW[NOW.index("**Headers.**") : NOW.index("**Who may read**")]))
