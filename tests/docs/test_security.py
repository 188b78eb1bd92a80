"""docs/security.md names a test for each of its claims: they are there."""

import re
from dataclasses import fields

import pytest

from kontor.service.settings import Settings
from kontor.service.store import Store
from tests.support.paths import ROOT

CITED = re.compile(r"`(tests/[\w/]+\.py)?(?:::(test_\w+))?`")


TABLES = """
    SELECT relname FROM pg_class
    WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace
"""


def test_every_test_that_a_claim_names_is_there() -> None:
    file, missing, named = "", [], 0
    for cited in CITED.finditer((ROOT / "docs" / "security.md").read_text(encoding="utf-8")):
        file, test = cited[1] or file, cited[2]
        named += 1
        path = ROOT / file
        if not path.exists() or (test is not None and f"def {test}(" not in path.read_text(encoding="utf-8")):
            missing.append(cited[0])
    assert named > 50
    assert not missing


def limits() -> list[list[str]]:
    """The rows of the table of limits, by cells."""
    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    table = text.partition("### What one account can make the server store")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| ")]
    return rows[2:]


def test_every_limit_names_a_test_and_settings_that_exist() -> None:
    known = {f"KONTOR_{field.name.upper()}" for field in fields(Settings)}
    for row in limits():
        assert "::test_" in row[-1], row[0]
        assert set(re.findall(r"KONTOR_\w+", " ".join(row))) <= known, row[0]


@pytest.mark.service
def test_every_table_has_its_limit_or_is_no_callers(own_store: Store) -> None:
    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    listed = text.partition("### What one account can make the server store")[2].partition("\n## ")[0]
    with own_store.pool.connection() as conn:
        tables = {row[0] for row in conn.execute(TABLES)}
    assert len(tables) > 20
    assert sorted(each for each in tables if f"`{each}`" not in listed) == []
