"""domain/ is pure: the standard library and itself, no I/O, no clock, no randomness of its own (domain/README.md)."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.paths import ROOT

FILES = sorted((ROOT / "domain").rglob("*.py"))
IMPURE = {"os", "io", "pathlib", "socket", "subprocess", "threading", "time", "logging", "secrets", "urllib", "sqlite3"}


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_imports_the_standard_library_and_the_domain_only(path: Path) -> None:
    others = {name for name in imported(path) if not name.startswith("kontor.domain")}
    assert {name.partition(".")[0] for name in others} <= sys.stdlib_module_names


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_neither_reads_nor_waits_nor_asks_the_time(path: Path) -> None:
    assert not {name.partition(".")[0] for name in imported(path)} & IMPURE
