"""A planted bug counts as found only by a check that can see it."""

import pytest

from tests.faults.patches import BUGS
from tests.faults.planted import CHECKS, checks_of

pytestmark = pytest.mark.unit
SKIPPED = "0198: its stream went from version 3 to 5"


def test_every_bug_has_a_check() -> None:
    assert set(CHECKS) == set(BUGS)


def test_a_finding_names_the_check_that_found_the_bug() -> None:
    assert list(checks_of("skipped-event", [SKIPPED, SKIPPED])) == ["stream has every version (2)"]


def test_a_finding_of_another_check_does_not_count() -> None:
    assert list(checks_of("duplicate-webhook", [SKIPPED])) == []
