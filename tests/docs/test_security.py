"""docs/security.md and the pages below it name a test for each of their claims: they are there."""

import re
from dataclasses import fields

import pytest

from kontor.service.settings import Settings
from kontor.service.store.store import Store
from tests.support.paths import ROOT

PAGES = [ROOT / "docs" / "security.md", *sorted((ROOT / "docs" / "security").glob("*.md"))]
LIMITS = (ROOT / "docs" / "security" / "limits.md").read_text(encoding="utf-8")
CITED = re.compile(r"`(tests/[\w/]+\.py)?(?:::(test_\w+))?`")


TABLES = """
    SELECT relname FROM pg_class
    WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace
"""


def test_every_test_that_a_claim_names_is_there() -> None:
    missing, named = [], 0
    for page in PAGES:
        file = ""
        for cited in CITED.finditer(page.read_text(encoding="utf-8")):
            file, test = cited[1] or file, cited[2]
            named += 1
            path = ROOT / file
            if not path.is_file() or (test is not None and f"def {test}(" not in path.read_text(encoding="utf-8")):
                missing.append((page.name, cited[0]))
    assert named > 150
    assert not missing


def section(title: str) -> str:
    found = LIMITS.partition(f"## {title}\n")[2].partition("\n## ")[0]
    assert found, f"docs/security/limits.md has no section {title}"
    return found


def test_every_limit_names_a_test_and_settings_that_exist() -> None:
    known = {f"KONTOR_{field.name.upper()}" for field in fields(Settings)}
    table = section("What one account can make the server store")
    limited = [line.strip("| ").split(" | ")[0] for line in table.splitlines() if line.startswith("| ")][2:]
    shown = re.findall(
        r"^- (.*?): (.*?)(?=\n- |\Z)", section("Where it is stored, and which test shows the limit"), re.M | re.S
    )
    assert [name for name, _ in shown] == limited
    assert [name for name, text in shown if "::test_" not in text] == []
    assert set(re.findall(r"KONTOR_\w+", LIMITS)) <= known


@pytest.mark.service
def test_every_table_has_its_limit_or_is_no_callers(own_store: Store) -> None:
    with own_store.pool.connection() as conn:
        tables = {row[0] for row in conn.execute(TABLES)}
    assert len(tables) > 20
    assert sorted(each for each in tables if f"`{each}`" not in LIMITS) == []
