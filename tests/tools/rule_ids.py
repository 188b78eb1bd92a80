"""Where a rule is cited: its id in the code of a ruleset, and in the tests that are about it.

Ids are written out (`HT-PLACE-1`) or, after one, by their number alone: `HT-DISPLACE-3, -5` are two rules and
`HT-DISPLACE-1…-4` (or `to -4`) four.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

from tests.support.paths import ROOT

_ID = r"(?<![\w-])[A-Z]{2,5}(?:-(?!\d+\b)[A-Z0-9]+)*-\d+\b"
_CITED = re.compile(_ID + r"(?:(?:\s*(?:,|;|and|or|…|\.\.\.?|–|to)\s*)-\d+\b)*")
_FIRST = re.compile(r"(.*-)(\d+)")
_MORE = re.compile(r"(,|;|and|or|…|\.\.\.?|–|to)\s*-(\d+)")


def ids_in(text: str) -> list[str]:
    """Return all rule ids in a text, with short forms written out."""
    return list(dict.fromkeys(rule for cited in _CITED.findall(text) for rule in _written_out(cited)))


def _written_out(cited: str) -> Iterator[str]:
    first = re.match(_ID, cited)
    assert first, cited
    parts = _FIRST.fullmatch(first[0])
    assert parts, cited
    stem, last = parts[1], int(parts[2])
    yield f"{stem}{last}"
    for join, number in _MORE.findall(cited[first.end() :]):
        low = last + 1 if join in ("…", "..", "...", "–", "to") else int(number)
        for each in range(low, int(number) + 1):
            yield f"{stem}{each}"
        last = int(number)


@dataclass(frozen=True, slots=True)
class Cited:
    """A place that cites rules: a file of code, or one test."""

    path: Path
    name: str
    rules: tuple[str, ...]

    @property
    def file(self) -> str:
        return self.path.relative_to(ROOT).as_posix()


@cache
def citing_tests() -> Sequence[Cited]:
    """Return every test with the rules in its docstring, and those it names as a whole string
    (`refused_by("HT-PLACE-1")`)."""
    found: list[Cited] = []
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for name, test in _tests(ast.parse(path.read_text(encoding="utf-8"))):
            named = [rule for text in _strings(test) if (rule := ids_in(text)) and rule == [text]]
            cited = [*ids_in(ast.get_docstring(test) or ""), *(rule for each in named for rule in each)]
            if cited:
                found.append(Cited(path, name, tuple(dict.fromkeys(cited))))
    return found


@cache
def citing_code(ruleset: str) -> Sequence[Cited]:
    """Return every file of a ruleset with the rules it cites, in comments, docstrings and refusals."""
    texts = [(path, path.read_text(encoding="utf-8")) for path in sorted((ROOT / "domain" / ruleset).rglob("*.py"))]
    return [Cited(path, path.stem, tuple(rules)) for path, text in texts if (rules := ids_in(text))]


def _tests(tree: ast.Module | ast.ClassDef, within: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield within + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from _tests(node, f"{within}{node.name}::")


def _strings(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value


@cache
def page(ruleset: str) -> dict[str, str]:
    """Return the text of each rule by id, without withdrawn ones."""
    rules = import_module(f"kontor.domain.{ruleset}").RULESET.rules()
    return {rule: text for rule, text in rules.items() if not text.startswith("*withdrawn*")}
