"""`make coverage`: docs/rules-coverage.md, which maps every rule to its code and its tests."""

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tests.support.rulesets import SHIPPED
from tests.tools.rule_ids import ROOT, Cited, citing_code, citing_tests, page

PAGE = ROOT / "docs" / "rules-coverage.md"

HEAD = """\
# Rules, code, tests

Every rule of the rules pages, its code and its tests. `make coverage` writes this page; a test fails if a rule has no
test or this page is out of date. The docstring of a test names its rules; `grep -rn HT-PLACE-1 domain tests` finds the
lines.
"""


def main() -> None:
    PAGE.write_text(written(), encoding="utf-8")
    for ruleset in SHIPPED:
        missing = untested(ruleset)
        print(f"{ruleset}: {len(page(ruleset))} rules, {len(missing)} without a test", *missing)
        for rule, places in unknown(ruleset).items():
            print(f"{ruleset}: the page has no {rule}, cited in {', '.join(places)}")


def written() -> str:
    """Return the expected page."""
    return HEAD + "".join(f"\n{section}" for ruleset in SHIPPED for section in _sections(ruleset))


def untested(ruleset: str) -> list[str]:
    """Return rules without a test."""
    tests = _by_rule(citing_tests())
    return [rule for rule in page(ruleset) if rule not in tests]


def unknown(ruleset: str) -> Mapping[str, list[str]]:
    """Return ids of this ruleset that code or tests cite but the page does not have: probably misspelt."""
    prefix = next(iter(page(ruleset))).partition("-")[0] + "-"
    found: dict[str, list[str]] = {}
    tests = [cited for cited in citing_tests() if cited.file.startswith(("tests/domain/", "tests/properties/"))]
    for cited in (*citing_code(ruleset), *tests):
        for rule in cited.rules:
            if rule.startswith(prefix) and rule not in page(ruleset):
                found.setdefault(rule, []).append(f"{cited.file} ({cited.name})")
    return found


def _sections(ruleset: str) -> Iterator[str]:
    code, tests = _by_rule(citing_code(ruleset)), _by_rule(citing_tests())
    yield f"## {ruleset}\n\n{len(page(ruleset))} rules.\n"
    for chapter, rules in _chapters(page(ruleset)).items():
        rows = [f"| {rule} | {_links(code.get(rule, ()))} | {_links(tests.get(rule, ()))} |" for rule in rules]
        yield "\n".join([f"### {chapter}", "", "| rule | code | tests |", "| --- | --- | --- |", *rows, ""])


def _chapters(rules: Iterable[str]) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for rule in rules:
        found.setdefault(rule.rpartition("-")[0], []).append(rule)
    return found


def _by_rule(places: Iterable[Cited]) -> Mapping[str, list[Path]]:
    found: dict[str, list[Path]] = {}
    for cited in places:
        for rule in cited.rules:
            paths = found.setdefault(rule, [])
            if cited.path not in paths:
                paths.append(cited.path)
    return found


def _links(paths: Iterable[Path]) -> str:
    return ", ".join(f"[{path.stem}]({Path(os.path.relpath(path, PAGE.parent)).as_posix()})" for path in paths)


if __name__ == "__main__":
    main()
