"""domain/ is pure: the standard library and itself, no I/O, no clock, no randomness of its own (domain/README.md)."""

import ast
import sys
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path

from tests.support.paths import ROOT

IMPURE = {"os", "io", "pathlib", "socket", "subprocess", "threading", "time", "logging", "secrets", "urllib", "sqlite3"}


def names_in(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


@cache
def imports() -> Mapping[str, Collection[str]]:
    """Return the names that each module of domain/ imports."""
    files = sorted((ROOT / "domain").rglob("*.py"))
    return {str(path.relative_to(ROOT)): frozenset(names_in(path)) for path in files}


def test_modules_import_the_standard_library_and_the_domain_only() -> None:
    assert len(imports()) > 200
    foreign = {
        (path, name)
        for path, names in imports().items()
        for name in names
        if not name.startswith("kontor.domain") and name.partition(".")[0] not in sys.stdlib_module_names
    }
    assert foreign == set()


def test_modules_do_no_io_and_read_no_clock() -> None:
    impure = {(path, name) for path, names in imports().items() for name in names if name.partition(".")[0] in IMPURE}
    assert impure == set()
