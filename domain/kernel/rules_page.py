"""A rules page as data. The page is markdown in which every rule starts a paragraph, or a row of a table, with its
id."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import takewhile
from types import MappingProxyType

_ID = r"[A-Z]{2,}(?:-[A-Z0-9]+)*-\d+"
_OPENS = re.compile(rf"\*\*({_ID})\*\* ?(.*)").fullmatch
_HEADS_TABLE = re.compile(r"\| Id \| .+ \|").fullmatch
_ROW = re.compile(rf"\| ({_ID}) \| (.+) \|").fullmatch
_CLOSES = re.compile(r"#{1,6} .*|---").fullmatch
_HEADS = re.compile(r"(#{1,6}) (.+)").fullmatch


@dataclass(frozen=True, slots=True)
class Chapter:
    """A heading of a rules page, its level (1 is the whole page), and the rules directly below it."""

    level: int
    title: str
    rules: tuple[str, ...]


@cache
def rules_of(package: str) -> Mapping[str, str]:
    """Return the text of each rule in the file `rules.md` of a package, by rule id."""
    return MappingProxyType(parse_rules(_page_of(package)))


@cache
def chapters_of(package: str) -> tuple[Chapter, ...]:
    """Return the headings in the file `rules.md` of a package, with their rules."""
    return parse_chapters(_page_of(package))


def _page_of(package: str) -> str:
    return files(package).joinpath("rules.md").read_text("utf-8")


def no_chapters() -> tuple[Chapter, ...]:
    """Return no headings. This is the default for `chapters` of a ruleset."""
    return ()


def parse_chapters(page: str) -> tuple[Chapter, ...]:
    """Return the headings of a page in order. A heading without any rule below it is left out."""
    found: list[tuple[int, str, list[str]]] = [(1, "", [])]
    for line in page.splitlines():
        if heading := _HEADS(line):
            found.append((len(heading[1]), heading[2], []))
        elif opening := _OPENS(line) or _ROW(line):
            found[-1][2].append(opening[1])
    chapters = [Chapter(level, title, tuple(rules)) for level, title, rules in found]
    return tuple(each for n, each in enumerate(chapters) if each.rules or _has_rules_below(each, chapters[n + 1 :]))


def _has_rules_below(chapter: Chapter, following: list[Chapter]) -> bool:
    return any(each.rules for each in takewhile(lambda each: each.level > chapter.level, following))


def parse_rules(page: str) -> dict[str, str]:
    """Return the markdown of each rule by id, including tables and lists, in the order of the page. A rule ends at the
    next rule, heading or dividing line. In a table whose first column is `Id`, every row is a rule."""
    found: dict[str, str] = {}
    for rule, text in _rules(page):
        if rule in found:
            raise ValueError(f"the rules page contains {rule} twice")
        found[rule] = text
    return found


def _rules(page: str) -> Iterator[tuple[str, str]]:
    rule: str | None = None
    lines: list[str] = []
    columns: list[str] = []
    for line in [*page.splitlines(), "---"]:
        opening, row = _OPENS(line), _ROW(line)
        if not (opening or row or _CLOSES(line)):
            columns = _cells(line) if _HEADS_TABLE(line) else columns
            lines.append(line)
            continue
        if rule is not None:
            yield rule, "\n".join(lines).strip()
        if row:
            yield row[1], _row_text(columns, _cells(line))
        rule, lines = (opening[1], [opening[2]]) if opening else (None, [])


def _row_text(columns: list[str], cells: list[str]) -> str:
    """Return the text of a rule that is a row of a table. The second cell is in bold, and the other cells have the
    names of their columns."""
    named = zip(columns[2:], cells[2:], strict=True)
    return "\n".join([f"**{cells[1]}**", *(f"- {name}: {cell}" for name, cell in named)])


def _cells(line: str) -> list[str]:
    return line.strip("| ").split(" | ")
