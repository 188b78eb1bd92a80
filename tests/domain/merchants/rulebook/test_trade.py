"""Trade among players: offers, answers, conclusion (ME-TRADE-1 to -6, ME-RULING-17)."""

import pytest

from kontor.domain.kernel.model import Unreadable, read
from kontor.domain.merchants.goods import Bundle, Goods
from kontor.domain.merchants.rulebook.bank import TradeWithBank
from kontor.domain.merchants.rulebook.card_play import PlayCard
from kontor.domain.merchants.rulebook.robber import MoveRobber, Steal
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
from kontor.domain.merchants.rulebook.turn import EndTurn, TurnEnded
from tests.domain.merchants.factories import BLUE, ORANGE, RED, WHITE, Game, acting
from tests.domain.merchants.seen import gold, hand

ORE, WOOL, SALT, GRAIN = Goods(ore=1), Goods(wool=1), Goods(salt=1), Goods(grain=1)


def offered(to: tuple[int, ...] | None = None) -> Game:
    """Red is active and offers 1 wool for 1 ore; Blue and Orange hold ore, White none."""
    hands = {RED: Bundle(wool=3, salt=1), BLUE: Bundle(ore=2), WHITE: Bundle(wool=1), ORANGE: Bundle(ore=1)}
    return acting(RED, hands=hands, cards={RED: ("lancer",)}).when(RED, OfferTrade(WOOL, ORE, to)).accepted()


def test_the_active_player_is_always_one_of_the_two() -> None:
    """ME-TRADE-1"""
    game = acting(RED)
    game.when(BLUE, OfferTrade(WOOL, GRAIN, (RED, WHITE))).refused_by("ME-TRADE-1", code="not_the_active_player")
    game.when(RED, OfferTrade(GRAIN, ORE, (RED,))).refused_by("ME-TRADE-1", code="not_the_active_player")
    game.when(BLUE, OfferTrade(WOOL, GRAIN)).then(TradeOffered(1, BLUE, (RED,), WOOL, GRAIN))


def test_cards_and_gold_are_traded_in_any_amount() -> None:
    """ME-TRADE-2"""
    game = acting(RED, hands={RED: Bundle(wool=2, ore=1), BLUE: Bundle(salt=1)}, gold={RED: 5, BLUE: 5})
    game = game.when(RED, OfferTrade(Goods(wool=2, ore=1), Goods(salt=1, gold=4), (BLUE,))).accepted()
    game = game.when(BLUE, AnswerOffer(1, accept=True)).when(RED, ConcludeTrade(1, BLUE)).accepted()
    assert (hand(game, RED), gold(game, RED)) == ({"salt": 1}, 9)
    assert (hand(game, BLUE), gold(game, BLUE)) == ({"wool": 2, "ore": 1}, 1)


def test_an_offer_goes_to_one_to_several_or_to_all() -> None:
    """ME-TRADE-3, ME-RULING-17"""
    offered().then(TradeOffered(1, RED, (BLUE, WHITE, ORANGE), WOOL, ORE))
    offered((BLUE,)).then(TradeOffered(1, RED, (BLUE,), WOOL, ORE))
    offered((ORANGE, BLUE)).then(TradeOffered(1, RED, (BLUE, ORANGE), WOOL, ORE))


def test_no_seat_waits_for_an_answer() -> None:
    """ME-TRADE-3, ME-DEC-1"""
    game = offered()
    assert game.ruleset.awaiting(game.state) == (RED,)
    assert game.ruleset.invited(game.state) == (BLUE, WHITE, ORANGE)
    game.when(RED, EndTurn()).then_among_others(OfferClosed(1, "turn_ended"), TurnEnded(RED))


def test_only_an_addressee_answers() -> None:
    """ME-TRADE-3"""
    offered((BLUE,)).when(ORANGE, AnswerOffer(1, accept=True)).refused_by("ME-TRADE-3", code="unknown_offer")
    offered((BLUE,)).when(RED, AnswerOffer(1, accept=True)).refused_by("ME-TRADE-3", code="unknown_offer")


@pytest.mark.parametrize(
    ("give", "want", "code"),
    [
        (Goods(), ORE, "one_sided"),
        (WOOL, Goods(), "one_sided"),
        (Goods(wool=2), Goods(wool=1, ore=1), "same_goods"),
        (Goods(gold=2), Goods(gold=1), "same_goods"),
    ],
)
def test_each_side_gives_something_and_nothing_is_on_both(give: Goods, want: Goods, code: str) -> None:
    """ME-TRADE-4, ME-RULING-18"""
    acting(RED, hands={RED: Bundle(wool=3)}).when(RED, OfferTrade(give, want)).refused_by("ME-TRADE-4", code=code)


@pytest.mark.parametrize("thing", ["cards", "commodities", "routes", "promise", "lancer"])
def test_nothing_but_cards_and_gold_can_be_named(thing: str) -> None:
    """ME-TRADE-5, ME-RULING-18"""
    with pytest.raises(Unreadable):
        read(OfferTrade, {"give": {thing: 1}, "want": {"ore": 1}})


def test_an_offer_names_what_its_maker_holds() -> None:
    """ME-TRADE-6, ME-RULING-17"""
    game = acting(RED, hands={RED: Bundle(wool=1)}, gold={RED: 2})
    game.when(RED, OfferTrade(Goods(wool=2), ORE)).refused_by("ME-TRADE-6", code="not_held")
    game.when(RED, OfferTrade(Goods(gold=3), ORE)).refused_by("ME-TRADE-6", code="not_held")
    game.when(RED, OfferTrade(Goods(gold=2), ORE)).accepted()


def test_a_seat_that_accepts_must_hold_the_goods() -> None:
    """ME-TRADE-6, ME-RULING-17"""
    offered().when(WHITE, AnswerOffer(1, accept=True)).refused_by("ME-TRADE-6", code="not_held")
    offered().when(WHITE, AnswerOffer(1, accept=False)).then(OfferAnswered(1, WHITE, accept=False))


def test_a_seat_that_spent_its_offer_cannot_conclude_it() -> None:
    """ME-TRADE-6, ME-RULING-17"""
    game = offered().when(BLUE, AnswerOffer(1, accept=True)).accepted()
    game = game.when(RED, TradeWithBank("wool", "gold")).accepted()
    game.when(RED, ConcludeTrade(1, BLUE)).refused_by("ME-TRADE-6", code="not_held")


def test_an_answer_may_change_while_the_offer_is_open() -> None:
    """ME-RULING-17"""
    game = offered().when(BLUE, AnswerOffer(1, accept=False)).accepted()
    game = game.when(RED, ConcludeTrade(1, BLUE)).refused_by("ME-RULING-17", code="offer_closed")
    game = game.when(BLUE, AnswerOffer(1, accept=True)).accepted()
    back = game.when(BLUE, AnswerOffer(1, accept=False)).accepted()
    back.when(RED, ConcludeTrade(1, BLUE)).refused_by("ME-RULING-17", code="offer_closed")
    game.when(RED, ConcludeTrade(1, BLUE)).then(TradeConcluded(1, RED, BLUE, WOOL, ORE), OfferClosed(1, "traded"))


def test_declining_does_not_end_an_offer() -> None:
    """ME-RULING-17"""
    game = offered().when(WHITE, AnswerOffer(1, accept=False)).when(BLUE, AnswerOffer(1, accept=True)).accepted()
    assert game.ruleset.invited(game.state) == (ORANGE,)
    game.when(RED, ConcludeTrade(1, BLUE)).accepted()


def test_an_offer_says_since_when_it_asks() -> None:
    """ME-TRADE-3"""
    game = offered()
    asked_at, first = game.ruleset.asked_at, game.ruleset.asked_at(game.state, BLUE)
    assert first > 0
    assert asked_at(game.state, RED) == 0
    game = game.when(BLUE, AnswerOffer(1, accept=False)).accepted()
    assert [asked_at(game.state, seat) for seat in (BLUE, WHITE)] == [0, first]
    game = game.when(RED, OfferTrade(WOOL, GRAIN, (BLUE,))).accepted()
    assert asked_at(game.state, BLUE) > first


def test_the_active_player_concludes_his_own_offers_only() -> None:
    """ME-RULING-17"""
    game = acting(RED, hands={RED: Bundle(wool=1), BLUE: Bundle(ore=1)}).when(BLUE, OfferTrade(ORE, WOOL)).accepted()
    game.when(RED, ConcludeTrade(1, BLUE)).refused_by("ME-RULING-17", code="unknown_offer")
    game.when(BLUE, ConcludeTrade(1, RED)).refused_by("ME-DEC-1", code="not_your_decision")
    game.when(RED, AnswerOffer(1, accept=True)).then(TradeConcluded(1, RED, BLUE, WOOL, ORE), OfferClosed(1, "traded"))


def test_a_new_offer_replaces_the_old_one() -> None:
    """ME-RULING-17"""
    game = offered().when(RED, OfferTrade(SALT, ORE, (BLUE,)))
    game = game.then(OfferClosed(1, "replaced"), TradeOffered(2, RED, (BLUE,), SALT, ORE))
    game.when(BLUE, AnswerOffer(1, accept=True)).refused_by("ME-RULING-17", code="offer_closed")
    game.when(BLUE, AnswerOffer(3, accept=True)).refused_by("ME-RULING-17", code="unknown_offer")


def test_offers_end_with_their_makers_word() -> None:
    """ME-RULING-17"""
    game = offered()
    game.when(BLUE, WithdrawOffer(1)).refused_by("ME-RULING-17", code="unknown_offer")
    game = game.when(RED, WithdrawOffer(1)).then(OfferClosed(1, "withdrawn"))
    game.when(BLUE, AnswerOffer(1, accept=True)).refused_by("ME-RULING-17", code="offer_closed")


def test_offers_end_with_the_turn() -> None:
    """ME-RULING-17, ME-TURN-5"""
    game = offered().when(BLUE, OfferTrade(ORE, SALT)).when(RED, EndTurn())
    game.then_among_others(OfferClosed(1, "turn_ended"), OfferClosed(2, "turn_ended"), TurnEnded(RED))
    assert game.view()["offers"] == []


def test_a_trade_ends_the_other_offers_of_the_partner_only() -> None:
    """ME-RULING-17"""
    game = offered().when(BLUE, OfferTrade(ORE, SALT)).when(ORANGE, OfferTrade(ORE, WOOL)).accepted()
    game = game.when(BLUE, AnswerOffer(1, accept=True)).when(ORANGE, AnswerOffer(1, accept=True)).accepted()
    game = game.when(RED, AnswerOffer(2, accept=True))  # Blue's own offer
    game.then(
        TradeConcluded(2, RED, BLUE, SALT, ORE),
        OfferAnswered(1, BLUE, accept=False, lapsed=True),
        OfferClosed(2, "traded"),
    )
    game.when(RED, ConcludeTrade(1, BLUE)).refused_by("ME-RULING-17", code="offer_closed")
    game.when(RED, ConcludeTrade(1, ORANGE)).then_among_others(OfferClosed(1, "traded"), OfferClosed(3, "traded"))


def test_a_theft_of_any_card_ends_the_offers_of_the_victim() -> None:
    """ME-RULING-17"""
    game = offered().when(BLUE, OfferTrade(ORE, SALT)).when(BLUE, AnswerOffer(1, accept=True)).accepted()
    game = game.when(RED, PlayCard("d01")).when(RED, MoveRobber("h:0,0")).when(RED, Steal(BLUE))
    game.then_among_others(OfferAnswered(1, BLUE, accept=False, lapsed=True), OfferClosed(2, "robbed"))
    game.when(BLUE, AnswerOffer(1, accept=True)).then(OfferAnswered(1, BLUE, accept=True))  # he holds another ore
