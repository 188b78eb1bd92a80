"""Income (HT-INCOME)."""

import pytest

from kontor.domain.hansa.rulebook.income import IncomeTaken, TakeIncome
from kontor.domain.hansa.rulebook.provinces import PawnPlaced
from kontor.domain.hansa.rulebook.turn import ActionSpent
from tests.domain.hansa.factories import BLUE, RED, position, share
from tests.domain.hansa.seen import stock, supply


@pytest.mark.parametrize(("level", "value"), [(0, 3), (1, 5), (2, 7)])
def test_bursa_limits_the_pieces_of_one_income(level: int, value: int) -> None:
    """HT-INCOME-1, HT-DESK-6"""
    given = position("hansa-45", shares=[share(RED, stock=(9, 0), bursa=level)])
    given.when(RED, TakeIncome(value, 0)).then(ActionSpent(RED, 1, 2), IncomeTaken(RED, value, 0))
    given.when(RED, TakeIncome(value + 1, 0)).refused_by("HT-INCOME-1", "too_many_pieces")


def test_a_fully_developed_bursa_has_no_limit() -> None:
    """HT-INCOME-1, HT-DESK-6"""
    given = position("hansa-45", shares=[share(RED, stock=(20, 3), bursa=3)])
    after = given.when(RED, TakeIncome(20, 3)).accepted()
    assert (supply(after, RED), stock(after, RED)) == ((20, 3), (0, 0))


def test_traders_and_merchants_count_alike_and_fewer_may_be_taken() -> None:
    """HT-INCOME-2, HT-RULING-8, HT-DEC-3"""
    given = position("hansa-45", shares=[share(RED, stock=(3, 2))])
    for traders, merchants in ((1, 0), (0, 1), (0, 2), (1, 2), (3, 0)):
        after = given.when(RED, TakeIncome(traders, merchants)).accepted()
        assert supply(after, RED) == (traders, merchants)
    given.when(RED, TakeIncome(2, 2)).refused_by("HT-INCOME-1", "too_many_pieces")


@pytest.mark.parametrize(("traders", "merchants"), [(2, 0), (0, 1), (1, 1)])
def test_only_what_the_stock_holds_can_be_taken(traders: int, merchants: int) -> None:
    """HT-INCOME-3"""
    given = position("hansa-45", shares=[share(RED, stock=(1, 0))])
    given.when(RED, TakeIncome(traders, merchants)).refused_by("HT-INCOME-3", "not_enough_pieces")


def test_an_income_of_nothing_is_refused() -> None:
    """HT-INCOME-4, HT-RULING-9"""
    position("hansa-45", shares=[share(RED, stock=(3, 0))]).when(RED, TakeIncome(0, 0)).refused_by(
        "HT-INCOME-4", "nothing_to_do"
    )
    empty = position("hansa-45", shares=[share(RED, (3, 0))])
    empty.when(RED, TakeIncome(1, 0)).refused_by("HT-INCOME-4", "not_enough_pieces")
    assert not any(option["type"] == "take_income" for option in empty.options(RED))


def test_income_comes_from_the_own_stock_alone() -> None:
    """HT-INCOME-1, HT-PIECE-7, HT-RULING-1"""
    given = position("hansa-45", shares=[share(RED, stock=(3, 0)), share(BLUE, stock=(4, 0))])
    after = given.when(RED, TakeIncome(3, 0)).accepted()
    assert (stock(after, RED), stock(after, BLUE)) == ((0, 0), (4, 0))


def test_income_knows_no_countries_and_no_pawn() -> None:
    """HT-INCOME-5, HT-BRIT-9, HT-2P-PROV-10"""
    shares = [share(RED, stock=(3, 0))]
    position("britannia-45", shares=shares).when(RED, TakeIncome(1, 0)).accepted()
    position("hansa-3", PawnPlaced("altmark"), shares=shares, two_player_variant="provinces").when(
        RED, TakeIncome(1, 0)
    ).accepted()
