"""Worked examples of trade (rules page 20.3) and of the offers of others (ME-EX-63)."""

from kontor.domain.merchants.goods import Bundle, Goods
from kontor.domain.merchants.rulebook.bank import BankTraded, BuyResource, TradeWithBank
from kontor.domain.merchants.rulebook.card_play import PlayCard
from kontor.domain.merchants.rulebook.robber import CardStolen, MoveRobber, Steal
from kontor.domain.merchants.rulebook.trade import (
    AnswerOffer,
    ConcludeTrade,
    OfferAnswered,
    OfferClosed,
    OfferTrade,
    TradeConcluded,
    TradeOffered,
    WithdrawOffer,
)
from tests.domain.merchants.factories import BLUE, ORANGE, RED, WHITE, Game, acting

ORE, WOOL, SALT = Goods(ore=1), Goods(wool=1), Goods(salt=1)


def test_a_third_card_cannot_be_bought_for_gold() -> None:
    """ME-EX-23: ME-TRADE-8"""
    game = acting(BLUE, gold={BLUE: 10})
    game = game.when(BLUE, BuyResource("grain")).accepted().when(BLUE, BuyResource("grain")).accepted()
    game = game.when(BLUE, BuyResource("grain")).refused_by("ME-TRADE-8", code="purchase_limit")
    (
        game.when(BLUE, OfferTrade(Goods(gold=2), ORE, (ORANGE,)))
        .accepted()
        .when(ORANGE, AnswerOffer(1, accept=True))
        .accepted()
        .when(BLUE, ConcludeTrade(1, ORANGE))
        .then_among_others(TradeConcluded(1, BLUE, ORANGE, Goods(gold=2), ORE))
    )


def test_inactive_seats_never_trade_with_each_other() -> None:
    """ME-EX-24: ME-TRADE-1"""
    game = acting(RED)
    game.when(BLUE, OfferTrade(WOOL, ORE, (WHITE,))).refused_by("ME-TRADE-1", code="not_the_active_player")
    game.when(BLUE, OfferTrade(WOOL, ORE, (RED,))).then(TradeOffered(1, BLUE, (RED,), WOOL, ORE))


def test_an_offer_meets_an_answer_and_a_counter_offer() -> None:
    """ME-EX-25: ME-TRADE-3, ME-RULING-17"""
    counter = Goods(wool=1, gold=1)
    game = (
        acting(RED, hands={RED: Bundle(wool=1), BLUE: Bundle(ore=1), WHITE: Bundle(ore=1)})
        .when(RED, OfferTrade(WOOL, ORE))
        .then(TradeOffered(1, RED, (BLUE, WHITE, ORANGE), WOOL, ORE))
        .when(WHITE, AnswerOffer(1, accept=True))
        .then(OfferAnswered(1, WHITE, accept=True))
        .when(BLUE, OfferTrade(ORE, counter))
        .then(TradeOffered(2, BLUE, (RED,), ORE, counter))
        .when(ORANGE, AnswerOffer(1, accept=False))
        .then(OfferAnswered(1, ORANGE, accept=False))
        .when(RED, ConcludeTrade(1, WHITE))
        .then(TradeConcluded(1, RED, WHITE, WOOL, ORE), OfferClosed(1, "traded"))
    )
    game = game.when(RED, AnswerOffer(2, accept=True)).refused_by("ME-TRADE-6", code="not_held")
    game.when(BLUE, WithdrawOffer(2)).then(OfferClosed(2, "withdrawn"))


def test_a_gift_and_like_for_like_are_no_trade() -> None:
    """ME-EX-26: ME-TRADE-4"""
    game = acting(RED, hands={RED: Bundle(grain=1, ore=2)})
    game.when(RED, OfferTrade(Goods(grain=1), Goods())).refused_by("ME-TRADE-4", code="one_sided")
    game.when(RED, OfferTrade(Goods(ore=2), ORE)).refused_by("ME-TRADE-4", code="same_goods")
    game.when(RED, OfferTrade(Goods(ore=2, gold=1), SALT)).accepted()


def test_an_empty_pile_of_the_bank_sells_nothing() -> None:
    """ME-EX-27: ME-TRADE-11"""
    game = acting(WHITE, hands={WHITE: Bundle(wool=3), BLUE: Bundle(salt=17)})  # Red and Orange have the other two
    game.when(WHITE, TradeWithBank("wool", "salt")).refused_by("ME-TRADE-11", code="bank_empty")
    game.when(WHITE, BuyResource("salt")).refused_by("ME-TRADE-11", code="bank_empty")
    game.when(WHITE, TradeWithBank("wool", "gold")).then(BankTraded(WHITE, Bundle(wool=3), "gold"))


def test_offers_and_acceptances_of_inactive_seats_are_always_covered() -> None:
    """ME-EX-63: ME-RULING-17"""
    game: Game = (
        acting(RED, cards={RED: ("lancer",)}, hands={RED: Bundle(salt=1), BLUE: Bundle(ore=1), WHITE: Bundle(wool=1)})
        .when(BLUE, OfferTrade(ORE, WOOL))
        .then(TradeOffered(1, BLUE, (RED,), ORE, WOOL))
        .when(RED, OfferTrade(SALT, ORE))
        .then(TradeOffered(2, RED, (BLUE, WHITE, ORANGE), SALT, ORE))
        .when(BLUE, AnswerOffer(2, accept=True))
        .then(OfferAnswered(2, BLUE, accept=True))
    )
    game = game.when(WHITE, AnswerOffer(2, accept=True)).refused_by("ME-TRADE-6", code="not_held")
    game.when(RED, ConcludeTrade(2, BLUE)).then(
        TradeConcluded(2, RED, BLUE, SALT, ORE), OfferClosed(1, "traded"), OfferClosed(2, "traded")
    )
    robbed = game.when(RED, PlayCard("d01")).when(RED, MoveRobber("h:0,0")).when(RED, Steal(BLUE))
    assert robbed.happened(CardStolen)
    robbed.then_among_others(OfferClosed(1, "robbed"), OfferAnswered(2, BLUE, accept=False, lapsed=True))
    robbed.when(RED, ConcludeTrade(2, BLUE)).refused_by("ME-RULING-17")
