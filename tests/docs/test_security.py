"""docs/security.md names a test for each of its claims: they are there."""

import re

from tests.support.paths import ROOT

CITED = re.compile(r"`(tests/[\w/]+\.py)?(?:::(test_\w+))?`")


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
