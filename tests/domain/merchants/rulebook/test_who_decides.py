"""Whose decision it is, and which one comes first (ME-DEC, ME-TURN-2, ME-TURN-4)."""

import pytest

from kontor.domain.merchants.goods import Bundle, Goods
from kontor.domain.merchants.rulebook.bank import BuyResource, TradeWithBank
from kontor.domain.merchants.rulebook.build_route import BuildRoute
from kontor.domain.merchants.rulebook.card_deck import BuyCard
from kontor.domain.merchants.rulebook.card_play import PlayCard
from kontor.domain.merchants.rulebook.catalogue import Command
from kontor.domain.merchants.rulebook.chips import ChipPlaced, PlaceChip
from kontor.domain.merchants.rulebook.gold import ChooseChain
from kontor.domain.merchants.rulebook.move_caravan import MoveCaravan
from kontor.domain.merchants.rulebook.move_merchant import MoveMerchant
from kontor.domain.merchants.rulebook.place_caravan import PlaceCaravan
from kontor.domain.merchants.rulebook.production import RollDice
from kontor.domain.merchants.rulebook.recruit_merchant import RecruitMerchant
from kontor.domain.merchants.rulebook.robber import DiscardCards, MoveRobber, Steal, StealDeclined
from kontor.domain.merchants.rulebook.trade import AnswerOffer, OfferTrade, WithdrawOffer
from kontor.domain.merchants.rulebook.turn import EndTurn
from tests.domain.merchants.factories import (
    BLUE,
    RED,
    WHITE,
    acting,
    dice,
    face_of,
    merchant,
    path,
    post,
    recruit,
    routes,
    sevened,
    to_roll,
)

PLENTY = Bundle(lumber=5, wool=5, grain=5, ore=5, salt=5)


@pytest.mark.parametrize(
    "command",
    [
        EndTurn(),
        BuyResource("ore"),
        TradeWithBank("ore", "gold"),
        BuyCard(),
        RecruitMerchant("wien"),
        PlaceCaravan("e:2,0,e"),
        BuildRoute("e:2,0,ne"),
        MoveMerchant("m1", "i:2,0,n"),
        MoveCaravan("c1", path("e:2,0,se")),
        OfferTrade(Goods(ore=1), Goods(wool=1)),
    ],
)
def test_before_the_mandatory_roll_nothing_but_a_card_is_possible(command: Command) -> None:
    """ME-TURN-2, ME-TRADE-1"""
    game = to_roll(RED, cards={RED: ("treasure",)}, hands={RED: PLENTY}).given(
        *routes(RED, "e:2,0,se"), *recruit(RED, "wien")
    )
    game.when(RED, command).refused_by("ME-TURN-2", code="wrong_phase")
    game.when(BLUE, command).not_asked()
    game.when(RED, PlayCard("d01")).accepted().when(RED, RollDice()).accepted()


def test_the_dice_are_rolled_once() -> None:
    """ME-TURN-2, ME-DEC-1"""
    acting(RED).when(RED, RollDice()).refused_by("ME-DEC-1", code="wrong_phase")


def test_only_the_active_player_acts() -> None:
    """ME-DEC-1"""
    game = acting(RED, hands={BLUE: PLENTY})
    game.when(BLUE, BuildRoute("e:-1,0,e")).refused_by("ME-DEC-1", code="not_your_decision")
    game.when(BLUE, EndTurn()).refused_by("ME-DEC-1", code="not_your_decision")
    game.when(BLUE, RollDice()).refused_by("ME-DEC-1", code="wrong_phase")


# ---------------------------------------------------------------- decisions come first


def test_a_chip_is_placed_before_anything_else_happens() -> None:
    """ME-TURN-4, ME-DEC-3, ME-RULING-11, ME-RULING-30"""
    game = acting(RED, hands={RED: Bundle(grain=2, ore=3)}).given(
        *merchant(RED, "i:4,-2,n"), *recruit(RED, "wien", "m2")
    )
    game = game.when(BLUE, OfferTrade(Goods(ore=1), Goods(grain=1))).accepted()
    game = game.when(RED, MoveMerchant("m1", "kaliningrad")).accepted()
    game = game.when(RED, MoveMerchant("m2", "i:2,1,n")).refused_by("ME-DEC-3", code="wrong_phase")
    game = game.when(RED, TradeWithBank("ore", "gold")).refused_by("ME-DEC-3", code="wrong_phase")
    game = game.when(RED, EndTurn()).refused_by("ME-DEC-3", code="wrong_phase")
    game = game.when(RED, AnswerOffer(1, accept=True)).refused_by("ME-DEC-3", code="wrong_phase")
    game = game.when(BLUE, WithdrawOffer(1)).not_asked()
    game = game.when(WHITE, OfferTrade(Goods(wool=1), Goods(ore=1))).not_asked()
    game = game.when(RED, PlaceChip("h:5,-3", "salt-1")).accepted()
    game.when(BLUE, WithdrawOffer(1)).accepted()
    game.when(RED, MoveMerchant("m2", "i:2,1,n")).accepted()


def test_a_mandatory_decision_with_one_answer_is_asked_all_the_same() -> None:
    """ME-DEC-2, ME-CHIP-1"""
    game = acting(RED, hands={RED: Bundle(grain=1)}).given(*merchant(RED, "i:4,-2,n"))
    game = game.given(ChipPlaced(BLUE, "salt-1", 10, "h:1,5", (face_of("salt-1"),)))
    game = game.when(RED, MoveMerchant("m1", "kaliningrad")).accepted().then_no(ChipPlaced)
    assert game.ruleset.awaiting(game.state) == (RED,)
    assert list(game.options(RED)) == [{"type": "place_chip", "hex": "h:5,-3", "chip": "salt-2"}]


def test_the_robber_waits_for_the_active_players_own_discard() -> None:
    """ME-ROBBER-3, ME-DEC-1"""
    game = to_roll(RED, hands={RED: Bundle(ore=8)}).when(RED, RollDice(), luck=dice(3, 4)).accepted()
    game = game.when(RED, MoveRobber("h:0,0")).refused_by("ME-ROBBER-3", code="wrong_phase")
    game.when(RED, DiscardCards(Bundle(ore=4))).accepted().when(RED, MoveRobber("h:0,0")).accepted()


def test_robber_and_victim_are_decided_before_the_action_phase() -> None:
    """ME-DEC-3, ME-DEC-1"""
    game = sevened(RED).when(RED, EndTurn()).refused_by("ME-DEC-3", code="wrong_phase")
    game = game.when(RED, Steal(None)).refused_by("ME-DEC-3", code="wrong_phase")
    game = game.when(RED, MoveRobber("h:0,-1")).accepted()
    game = game.when(RED, EndTurn()).refused_by("ME-DEC-3", code="wrong_phase")
    game.when(RED, Steal(decline=True)).then(StealDeclined(RED)).when(RED, EndTurn()).accepted()


def test_chain_and_free_route_are_decided_before_anything_else() -> None:
    """ME-DEC-3, ME-BUILD-11"""
    chain = acting(BLUE, hands={BLUE: PLENTY}).given(*routes(RED, "e:2,0,ne"), *post(BLUE, "wroclaw"))
    chain = chain.when(BLUE, BuildRoute("e:2,-1,e")).accepted()
    chain = chain.when(BLUE, BuyCard()).refused_by("ME-DEC-3", code="wrong_phase")
    chain.when(BLUE, ChooseChain(option=0)).accepted().when(BLUE, BuyCard()).accepted()
    arrow = acting(BLUE, hands={BLUE: PLENTY}).given(*post(BLUE, "poznan"), *routes(BLUE, "e:3,-2,ne"))
    arrow = arrow.when(BLUE, BuildRoute("e:4,-3,se")).accepted()
    arrow.when(BLUE, BuyCard()).refused_by("ME-DEC-3", code="wrong_phase")
