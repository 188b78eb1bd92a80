"""Compute a score from its ledger: the sums by seat and category."""

from collections.abc import Iterable, Sequence

from kontor.domain.kernel.ruleset import Category, LedgerLine


def category_sums(
    lines: Iterable[LedgerLine], seats: Sequence[int], categories: Sequence[Category]
) -> dict[int, dict[str, int]]:
    """Return the points of each seat by category. Every seat has every category, in the order of `categories`."""
    sums = {seat: {category.name: 0 for category in categories} for seat in seats}
    for line in lines:
        sums[line.seat][line.category] += line.points
    return sums
