"""Trade with the bank (ME-TRADE-7 to -11)."""

from kontor.domain.merchants.goods import Bundle, Goods
from kontor.domain.merchants.rulebook.bank import BankTraded, BuyResource, ResourceBought, TradeWithBank
from kontor.domain.merchants.rulebook.card_play import PlayCard
from tests.domain.merchants.factories import BLUE, RED, WHITE, acting
from tests.domain.merchants.seen import gold, hand


def test_two_gold_buy_a_card() -> None:
    """ME-TRADE-7"""
    game = acting(BLUE, gold={BLUE: 3}, hands={BLUE: Bundle(wool=1)}).when(BLUE, BuyResource("ore"))
    game.then(ResourceBought(BLUE, "ore", 2, 1, Goods(gold=2)))
    assert (hand(game, BLUE), gold(game, BLUE)) == ({"wool": 1, "ore": 1}, 1)
    game.when(BLUE, BuyResource("ore")).refused_by("ME-TRADE-7", code="cannot_pay")


def test_a_harvest_is_no_purchase() -> None:
    """ME-TRADE-8, ME-RULING-19, ME-CARD-10"""
    game = acting(BLUE, gold={BLUE: 9}, cards={BLUE: ("harvest",)})
    game = game.when(BLUE, PlayCard("d01", resources=Bundle(ore=2))).accepted()
    game = game.when(BLUE, BuyResource("ore")).when(BLUE, BuyResource("salt")).accepted()
    game.when(BLUE, BuyResource("ore")).refused_by("ME-TRADE-8", code="purchase_limit")


def test_three_cards_of_a_kind_are_changed_as_often_as_one_likes() -> None:
    """ME-TRADE-9"""
    game = acting(WHITE, hands={WHITE: Bundle(wool=8)}, gold={WHITE: 0})
    game = game.when(WHITE, TradeWithBank("wool", "ore")).then(BankTraded(WHITE, Bundle(wool=3), "ore"))
    game = game.when(WHITE, TradeWithBank("wool", "gold")).then(BankTraded(WHITE, Bundle(wool=3), "gold"))
    assert (hand(game, WHITE), gold(game, WHITE)) == ({"wool": 2, "ore": 1}, 1)
    game.when(WHITE, TradeWithBank("wool", "ore")).refused_by("ME-TRADE-9", code="cannot_pay", held=2)


def test_like_is_not_changed_for_like() -> None:
    """ME-TRADE-10, ME-RULING-18"""
    game = acting(WHITE, hands={WHITE: Bundle(wool=3)})
    game.when(WHITE, TradeWithBank("wool", "wool")).refused_by("ME-TRADE-10", code="same_resource")


def test_a_card_that_the_bank_does_not_hold_is_not_to_be_had() -> None:
    """ME-TRADE-11, ME-RULING-20"""
    game = acting(WHITE, hands={WHITE: Bundle(wool=3), RED: Bundle(ore=17)}, gold={WHITE: 2})  # Blue, Orange: 1 each
    game.when(WHITE, TradeWithBank("wool", "ore")).refused_by("ME-TRADE-11", code="bank_empty")
    game.when(WHITE, BuyResource("ore")).refused_by("ME-TRADE-11", code="bank_empty")
    one_left = acting(WHITE, hands={WHITE: Bundle(wool=3), RED: Bundle(ore=16)}, gold={WHITE: 2})
    one_left.when(WHITE, TradeWithBank("wool", "ore")).accepted()
    one_left.when(WHITE, BuyResource("ore")).accepted()
