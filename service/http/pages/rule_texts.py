"""Convert the text of a rule to HTML. This module knows the small part of Markdown that rules use, and escapes
everything else."""

import re
from collections.abc import Callable, Collection, Iterator
from itertools import groupby

from markupsafe import Markup, escape

_MARKS = re.compile(
    r"`(?P<code>[^`]+)`"
    r"|\*\*(?P<strong>.+?)\*\*"
    r"|\*(?=\S)(?P<em>.+?)(?<=\S)\*"
    r"|\b(?P<rule>[A-Z]{2,}(?:-[A-Z0-9]+)*-\d+)\b"
)
_IS_SOURCE = re.compile(r"\[.*\]").fullmatch  # the source of a rule, which players do not need
_DIVIDES = re.compile(r"\|[ :|-]+\|").fullmatch  # the line between the head of a table and its rows


def to_html(text: str, rules: Collection[str]) -> Markup:
    """Return the text of a rule as HTML: paragraphs, lists and tables. Ids of other rules become links."""
    lines = (line.strip() for line in text.splitlines())
    return Markup("").join(_BLOCKS[kind](list(block), rules) for kind, block in groupby(lines, _kind))


def _kind(line: str) -> str:
    if not line:
        return "nothing"
    if line.startswith("|"):
        return "table"
    return "list" if line.startswith("- ") else "paragraph"


def _paragraph(lines: list[str], rules: Collection[str]) -> Markup:
    return Markup("<p>{}</p>").format(Markup("<br>").join(_inline(line, rules) for line in lines))


def _list(lines: list[str], rules: Collection[str]) -> Markup:
    items = (Markup("<li>{}</li>").format(_inline(line[2:], rules)) for line in lines)
    return Markup("<ul>{}</ul>").format(Markup("").join(items))


def _table(lines: list[str], rules: Collection[str]) -> Markup:
    """Return an HTML table in a box that can be scrolled, also by keyboard, because the table may be wider than the
    window."""
    rows = [line for line in lines if not _DIVIDES(line)]
    made = (_row(line, "td" if n else "th", rules) for n, line in enumerate(rows))
    return Markup('<div class="wide" tabindex="0"><table>{}</table></div>').format(Markup("").join(made))


def _row(line: str, tag: str, rules: Collection[str]) -> Markup:
    cells = (_inline(cell.strip(), rules) for cell in line.strip("|").split("|"))
    return Markup("<tr>{}</tr>").format(Markup("").join(Markup(f"<{tag}>{{}}</{tag}>").format(each) for each in cells))


def _nothing(lines: list[str], rules: Collection[str]) -> Markup:
    return Markup("")


_BLOCKS: dict[str, Callable[[list[str], Collection[str]], Markup]] = {
    "nothing": _nothing,
    "table": _table,
    "list": _list,
    "paragraph": _paragraph,
}


def _inline(text: str, rules: Collection[str]) -> Markup:
    return Markup("").join(_pieces(text, rules))


def _pieces(text: str, rules: Collection[str]) -> Iterator[Markup]:
    at = 0
    for found in _MARKS.finditer(text):
        yield escape(text[at : found.start()])
        yield _mark_up(str(found.lastgroup), str(found[str(found.lastgroup)]), rules)
        at = found.end()
    yield escape(text[at:])


def _mark_up(kind: str, text: str, rules: Collection[str]) -> Markup:
    if kind == "code":
        return Markup('<small class="source">{}</small>' if _IS_SOURCE(text) else "<code>{}</code>").format(text)
    if kind == "rule":
        return Markup('<a href="#{0}">{0}</a>').format(text) if text in rules else escape(text)
    return Markup(f"<{kind}>{{}}</{kind}>").format(_inline(text, rules))
