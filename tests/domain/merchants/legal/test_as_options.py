"""Options: what a seat may do now (ME-DEC-1)."""

from kontor.domain.merchants.goods import Bundle, Goods
from kontor.domain.merchants.rulebook.build_route import PlaceFreeRoute
from kontor.domain.merchants.rulebook.card_play import PlayCard
from kontor.domain.merchants.rulebook.trade import OfferTrade
from tests.domain.merchants.factories import BLUE, ORANGE, RED, WHITE, acting, to_roll


def test_options_of_a_seat_reveal_nothing_about_foreign_hands() -> None:
    """ME-INFO-8, ME-RULING-17"""
    hands = {BLUE: Bundle(ore=2), WHITE: Bundle(wool=2)}
    one = acting(RED, hands=hands, cards={BLUE: ("lancer",), WHITE: ("treasure",)})
    swapped = {BLUE: Bundle(wool=2), WHITE: Bundle(ore=2)}
    other = acting(RED, hands=swapped, cards={BLUE: ("treasure",), WHITE: ("lancer",)})
    offer = OfferTrade(Goods(salt=1), Goods(ore=1))
    for first, second in ((one, other), (one.when(RED, offer), other.when(RED, offer))):
        assert first.view(RED, ORANGE) == second.view(RED, ORANGE)
        for seat in (RED, ORANGE):
            assert first.options(seat) == second.options(seat)
        assert first.options(BLUE) != second.options(BLUE)


def test_the_active_seat_may_do_more_than_other_seats() -> None:
    """ME-DEC-1, ME-TURN-2"""
    game = acting(RED, hands={RED: Bundle(wool=1, salt=1), BLUE: Bundle(wool=1, salt=1)})
    kinds = {seat: {option["type"] for option in game.options(seat)} for seat in (RED, BLUE)}
    assert {"end_turn", "buy_card", "offer_trade"} <= kinds[RED]
    assert kinds[BLUE] == {"offer_trade"}
    assert {option["type"] for option in to_roll(RED, cards={RED: ("treasure",)}).options(RED)} == {
        "roll_dice",
        "play_card",
    }
    assert to_roll(RED).options(BLUE) == []


def test_a_free_route_can_be_declined_but_for_the_first_of_a_card() -> None:
    """ME-CARD-9"""
    first = acting(RED, cards={RED: ("trade_routes",)}).when(RED, PlayCard("d01")).accepted()
    assert [option["type"] for option in first.options(RED)] == ["place_free_route"]
    second = first.when(RED, PlaceFreeRoute("e:2,0,ne")).accepted()
    assert [option["type"] for option in second.options(RED)] == ["place_free_route", "decline_free_route"]
