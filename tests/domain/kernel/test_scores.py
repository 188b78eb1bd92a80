"""A score from its ledger."""

import pytest

from kontor.domain.kernel.ruleset import Category, LedgerLine
from kontor.domain.kernel.scores import category_sums

CATEGORIES = (Category("trade", "Trade"), Category("land", "Land"))


def test_lines_add_up_by_seat_and_category() -> None:
    lines = [LedgerLine(1, 3, "land", "X-1"), LedgerLine(2, 1, "trade", "X-2"), LedgerLine(1, -1, "land", "X-1")]
    sums = category_sums(lines, (2, 1), CATEGORIES)
    assert sums == {1: {"trade": 0, "land": 2}, 2: {"trade": 1, "land": 0}}
    assert list(sums) == [2, 1]
    assert list(sums[1]) == ["trade", "land"]


def test_a_line_of_a_category_that_is_not_announced_is_a_flaw_of_the_ruleset() -> None:
    with pytest.raises(KeyError, match="luck"):
        category_sums([LedgerLine(1, 1, "luck", "X-1")], (1,), CATEGORIES)
