"""Resources, gold and bundles of them (ME-PIECE-1, ME-PIECE-5)."""

import pytest

from kontor.domain.merchants.goods import (
    GOLD,
    GOODS,
    GRAIN,
    RESOURCES,
    Bundle,
    Counts,
    Goods,
    as_text,
    bundle,
    counts,
    goods,
    goods_counts,
    holds,
    of_kinds,
    only,
)


def test_bundles_and_counts_say_the_same() -> None:
    """ME-PIECE-1"""
    assert counts(Bundle(wool=2, salt=1)) == (0, 2, 0, 0, 1)
    assert bundle((0, 2, 0, 0, 1)) == Bundle(wool=2, salt=1)
    assert goods_counts(Goods(ore=1, gold=3)) == (0, 0, 0, 1, 0, 3)
    assert goods((0, 0, 0, 1, 0, 3)) == Goods(ore=1, gold=3)


def test_gold_comes_after_the_five_resources() -> None:
    """ME-PIECE-5"""
    assert (len(RESOURCES), GOODS[GOLD]) == (5, "gold")
    assert GOODS[:GOLD] == RESOURCES


@pytest.mark.parametrize(
    ("asked", "held"), [((0, 2, 0, 0, 1), True), ((0, 3, 0, 0, 0), False), ((0, 0, 0, 0, 0), True)]
)
def test_a_hand_holds_a_bundle_if_it_has_enough_of_each_kind(asked: Counts, held: bool) -> None:
    """ME-TURN-6"""
    assert holds((0, 2, 5, 0, 1), asked) == held


def test_cards_are_counted_by_kind_and_written_in_words() -> None:
    assert only(GRAIN, 2) == of_kinds([GRAIN, GRAIN]) == (0, 0, 2, 0, 0)
    assert as_text((1, 0, 0, 2, 0, 1)) == "1 lumber, 2 ore, 1 gold"
    assert as_text((0, 0, 0, 0, 0)) == "nothing"
