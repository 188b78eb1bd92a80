"""A rules page as data: a markdown text in which every rule opens a paragraph with its id in bold type."""

import re
from collections.abc import Iterator, Mapping

_OPENS = re.compile(r"\*\*([A-Z]{2}(?:-[A-Z0-9]+)*-\d+)\*\* ?(.*)").fullmatch
_CLOSES = re.compile(r"#{1,6} .*|---").fullmatch


def parse_rules(page: str) -> Mapping[str, str]:
    """Rule id → its markdown, tables and lists included, in the order of the page.

    A rule ends with the next one, a heading or a dividing line.
    """
    found: dict[str, str] = {}
    for rule, text in _paragraphs(page):
        if rule in found:
            raise ValueError(f"the page gives {rule} twice")
        found[rule] = text
    return found


def _paragraphs(page: str) -> Iterator[tuple[str, str]]:
    rule: str | None = None
    lines: list[str] = []
    for line in [*page.splitlines(), "---"]:
        opening = _OPENS(line)
        if opening is None and not _CLOSES(line):
            lines.append(line)
            continue
        if rule is not None:
            yield rule, "\n".join(lines).strip()
        rule, lines = (opening[1], [opening[2]]) if opening else (None, [])
