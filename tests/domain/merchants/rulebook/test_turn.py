"""Turns (ME-TURN)."""

from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.rulebook.bank import BuyResource
from kontor.domain.merchants.rulebook.card_play import PlayCard, TreasureTaken
from kontor.domain.merchants.rulebook.move_caravan import MoveCaravan, TollPaid
from kontor.domain.merchants.rulebook.production import RollDice
from kontor.domain.merchants.rulebook.turn import EndTurn, TurnEnded, TurnStarted
from tests.domain.merchants.factories import BLUE, ORANGE, RED, WHITE, acting, dice, path, rolled, routes, to_roll


def test_turns_go_clockwise() -> None:
    """ME-TURN-1"""
    acting(RED).when(RED, EndTurn()).then(TurnEnded(RED), TurnStarted(BLUE, 6))
    acting(ORANGE).when(ORANGE, EndTurn()).then(TurnEnded(ORANGE), TurnStarted(RED, 9))
    acting(WHITE, seats=3).when(WHITE, EndTurn()).then(TurnEnded(WHITE), TurnStarted(RED, 7))


def test_the_active_player_is_never_forced_to_act() -> None:
    """ME-TURN-5"""
    to_roll(RED).when(RED, RollDice(), luck=dice(1, 1)).accepted().when(RED, EndTurn()).accepted()


def test_purchases_of_a_turn_do_not_count_in_the_next() -> None:
    """ME-TURN-5, ME-TRADE-8"""
    game = acting(RED, gold={RED: 6})
    game = game.when(RED, BuyResource("ore")).when(RED, BuyResource("ore")).accepted()
    game = game.given(TurnEnded(RED), TurnStarted(BLUE, 6), TurnEnded(BLUE), TurnStarted(RED, 7), *rolled(RED))
    game.when(RED, BuyResource("ore")).accepted()


def test_fees_paid_in_a_turn_do_not_count_in_the_next() -> None:
    """ME-TURN-5, ME-CARAVAN-6"""
    game = acting(BLUE, hands={BLUE: Bundle(salt=2)}).given(*routes(WHITE, "e:-1,-1,e", "e:0,-2,se"))
    game = game.when(BLUE, MoveCaravan("c1", path("e:-1,-1,e"))).accepted()
    game = game.given(TurnEnded(BLUE), TurnStarted(WHITE, 7), TurnEnded(WHITE), TurnStarted(BLUE, 8), *rolled(BLUE))
    again = game.when(BLUE, MoveCaravan("c1", path("e:0,-2,se")))
    assert again.happened(TollPaid) == [TollPaid(BLUE, WHITE, "c1", "e:0,-2,se", 1)]


def test_a_card_may_be_played_in_each_turn() -> None:
    """ME-TURN-5, ME-CARD-1"""
    game = acting(RED, cards={RED: ("treasure", "treasure")}).when(RED, PlayCard("d01")).accepted()
    game = game.given(TurnEnded(RED), TurnStarted(BLUE, 6), TurnEnded(BLUE), TurnStarted(RED, 7))
    game.when(RED, PlayCard("d02")).then_among_others(TreasureTaken(RED, 3))
