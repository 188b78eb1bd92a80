"""How `greedy` trades."""

import pytest

from kontor.domain.merchants.bots import greedy_trades
from kontor.domain.merchants.bots.greedy import choose
from kontor.domain.merchants.goods import Bundle, Goods
from kontor.domain.merchants.rulebook.bank import BuyResource, TradeWithBank
from kontor.domain.merchants.rulebook.card_deck import BuyCard
from kontor.domain.merchants.rulebook.trade import AnswerOffer, ConcludeTrade, OfferTrade
from kontor.domain.merchants.rulebook.who_decides import invited_seats
from tests.domain.merchants.factories import BLUE, ORANGE, RED, WHITE, Game, acting, delivered

NEEDED = Bundle(lumber=2, wool=1, grain=2, ore=1, salt=1)  # all that the next steps ask for


def offered(give: Goods, want: Goods, red: Bundle, blue: Bundle) -> Game:
    game = acting(RED, hands={RED: red, BLUE: blue})
    return game.when(RED, OfferTrade(give, want, (BLUE,))).accepted()


def test_a_spare_card_is_offered_for_a_missing_one() -> None:
    """ME-TRADE-4"""
    game = acting(RED, hands={RED: Bundle(lumber=2, wool=4, grain=2, salt=1)}, gold={RED: 0})
    assert greedy_trades.make_offer(game.state, RED) == OfferTrade(Goods(wool=1), Goods(ore=1))
    assert greedy_trades.make_offer(acting(RED, hands={RED: NEEDED}).state, RED) is None


def test_one_offer_a_turn_is_made() -> None:
    """ME-RULING-17"""
    game = offered(Goods(wool=1), Goods(ore=1), Bundle(wool=4), Bundle(ore=1))
    assert greedy_trades.make_offer(game.state, RED) is None


@pytest.mark.parametrize(("give", "accept"), [(Goods(grain=1), True), (Goods(salt=1), False)])
def test_missing_cards_are_welcome_and_spare_ones_are_not(give: Goods, accept: bool) -> None:
    """ME-TRADE-3"""
    held = Bundle(lumber=3, wool=1, grain=1, ore=1, salt=3)
    game = offered(give, Goods(lumber=1), Bundle(grain=1) if accept else Bundle(salt=1), held)
    assert greedy_trades.answer(game.state, BLUE) == AnswerOffer(1, accept)
    assert greedy_trades.answer(game.state, ORANGE) is None


def test_instead_of_what_is_not_welcome_something_else_is_asked_for() -> None:
    """ME-TRADE-3"""
    held = Bundle(lumber=3, wool=1, grain=1, ore=1, salt=3)
    game = offered(Goods(salt=1), Goods(lumber=1), Bundle(grain=1, salt=1), held)
    counter = greedy_trades.answer(game.state, BLUE)
    assert counter == OfferTrade(Goods(lumber=1), Goods(grain=1), (RED,))
    countered = game.when(BLUE, counter).accepted()
    assert greedy_trades.answer(countered.state, BLUE) == AnswerOffer(1, accept=False)  # and not a second one
    refused = countered.when(RED, AnswerOffer(2, accept=False)).accepted()
    assert greedy_trades.answer(refused.state, BLUE) == AnswerOffer(1, accept=False)
    near = game.given(*delivered(RED, "koln", ORANGE, 0, 1))
    assert greedy_trades.answer(near.state, BLUE) == AnswerOffer(1, accept=False)  # no help for who is about to win


def test_everybody_who_is_asked_answers_with_at_most_one_counter_offer() -> None:
    """ME-TRADE-3, ME-RULING-17"""
    held = Bundle(lumber=3, wool=1, grain=1, ore=1, salt=3)
    hands = {RED: Bundle(salt=2, grain=2), BLUE: held, WHITE: Bundle(lumber=1), ORANGE: Bundle()}
    game = acting(RED, hands=hands).when(RED, OfferTrade(Goods(salt=1), Goods(lumber=1))).accepted()
    said = []
    while invited_seats(game.state):
        seat = invited_seats(game.state)[0]
        command = choose(game.state, seat)
        assert command is not None
        said.append((seat, type(command)))
        game = game.when(seat, command).accepted()
    assert said == [(BLUE, OfferTrade), (BLUE, AnswerOffer), (WHITE, AnswerOffer), (ORANGE, AnswerOffer)]
    assert [offer.to for offer in game.state.offers if offer.by != RED] == [(RED,)]


def test_no_trade_helps_a_seat_that_is_about_to_win() -> None:
    """ME-WIN-1"""
    game = offered(Goods(grain=1), Goods(lumber=1), Bundle(grain=1), Bundle(lumber=3, wool=1, grain=1, ore=1))
    near = game.given(*delivered(RED, "koln", ORANGE, 0, 1))
    assert greedy_trades.answer(near.state, BLUE) == AnswerOffer(1, accept=False)


def test_an_accepted_offer_is_concluded_while_it_is_worth_it() -> None:
    """ME-TRADE-6"""
    game = offered(Goods(wool=1), Goods(ore=1), Bundle(lumber=2, wool=4, grain=2, salt=1), Bundle(ore=1))
    game = game.when(BLUE, AnswerOffer(1, accept=True)).accepted()
    assert greedy_trades.conclude_or_answer(game.state, RED) == ConcludeTrade(1, BLUE)


def test_the_bank_changes_what_is_spare_for_what_is_missing() -> None:
    """ME-TRADE-9"""
    game = acting(RED, hands={RED: Bundle(lumber=2, wool=1, grain=2, salt=5)})
    assert greedy_trades.trade_with_bank(game.state, RED) == TradeWithBank("salt", "ore")
    assert greedy_trades.trade_with_bank(acting(RED, hands={RED: NEEDED}).state, RED) is None


def test_a_missing_card_is_bought_unless_the_hand_is_in_danger() -> None:
    """ME-TRADE-7, ME-ROBBER-2"""
    small = acting(RED, hands={RED: Bundle(lumber=2, wool=1, grain=2, salt=1)}, gold={RED: 2})
    assert greedy_trades.buy_resource(small.state, RED) == BuyResource("ore")
    large = acting(RED, hands={RED: Bundle(lumber=2, wool=1, grain=2, salt=3)}, gold={RED: 2})
    assert greedy_trades.buy_resource(large.state, RED) is None


def test_a_development_card_is_bought_with_what_nothing_else_needs() -> None:
    """ME-BUILD-3, ME-ROBBER-2"""
    assert greedy_trades.buy_card(acting(RED, hands={RED: NEEDED}).state, RED) is None
    assert greedy_trades.buy_card(acting(RED, hands={RED: Bundle(wool=2, salt=2)}).state, RED) == BuyCard()
    full = Bundle(lumber=2, wool=1, grain=2, ore=2, salt=1)  # eight cards: half of them would go with a seven
    assert greedy_trades.buy_card(acting(RED, hands={RED: full}).state, RED) == BuyCard()


def test_no_seat_is_paid_more_than_the_bank_takes() -> None:
    """ME-TRADE-7, ME-TRADE-9"""
    four_for_one = offered(Goods(lumber=1), Goods(wool=4), Bundle(lumber=1), Bundle(wool=6))
    assert greedy_trades.answer(four_for_one.state, BLUE) == OfferTrade(Goods(wool=1), Goods(lumber=1), (RED,))
    for gold, accept in ((1, True), (2, False), (6, False)):
        game = acting(RED, hands={RED: Bundle(lumber=1), BLUE: Bundle()}, gold={BLUE: 9})
        game = game.when(RED, OfferTrade(Goods(lumber=1), Goods(gold=gold), (BLUE,))).accepted()
        assert greedy_trades.answer(game.state, BLUE) == AnswerOffer(1, accept)
