"""Worked examples of production and the robber (rules page 20.2)."""

from kontor.domain.kernel.secrets import Secret
from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.rulebook.chips import ChipMoved
from kontor.domain.merchants.rulebook.production import CompensationPaid, Grant, ResourcesProduced, RollDice
from kontor.domain.merchants.rulebook.robber import (
    CardStolen,
    Debt,
    DiscardCards,
    DiscardDemanded,
    MoveRobber,
    NothingToSteal,
    RobberMoved,
    Steal,
    StealDeclined,
    StolenCard,
)
from kontor.domain.merchants.rulebook.turn import EndTurn, TurnEnded, TurnStarted
from tests.domain.merchants.factories import BLUE, EVERYBODY, ORANGE, RED, WHITE, chip, dice, robber, sevened, to_roll

MUCH_GRAIN = Bundle(salt=1, wool=1, ore=1, grain=15)  # with the start cards of the others, 1 grain is left in the bank


def test_a_shortage_stops_one_resource_for_everybody() -> None:
    """ME-EX-14: ME-PROD-5, ME-PROD-6"""
    to_roll(RED, hands={BLUE: MUCH_GRAIN}).when(RED, RollDice(), luck=dice(2, 3)).then_among_others(
        ResourcesProduced(
            (Grant(BLUE, Bundle(lumber=1)), Grant(WHITE, Bundle(lumber=1)), Grant(ORANGE, Bundle(lumber=2))),
            ("grain",),
        ),
        CompensationPaid((RED,)),
    )


def test_a_shortage_stops_a_resource_also_when_one_player_alone_is_due_it() -> None:
    """ME-EX-15: ME-PROD-5, ME-RULING-12"""
    game = to_roll(RED, hands={BLUE: MUCH_GRAIN}, moved={"praha": "poznan"})
    game.when(RED, RollDice(), luck=dice(2, 3)).then_among_others(
        ResourcesProduced(
            (Grant(BLUE, Bundle(lumber=1)), Grant(WHITE, Bundle(lumber=1)), Grant(ORANGE, Bundle(lumber=2))),
            ("grain",),
        ),
        CompensationPaid((RED,)),
    )


def test_two_posts_at_a_hex_bring_two_cards() -> None:
    """ME-EX-16: ME-PROD-2"""
    produced = to_roll(RED).when(RED, RollDice(), luck=dice(2, 3)).happened(ResourcesProduced)
    assert Grant(RED, Bundle(grain=2)) in produced[0].grants


def test_a_blocked_hex_brings_nothing_and_everybody_takes_gold() -> None:
    """ME-EX-17: ME-PROD-3, ME-PROD-6"""
    game = to_roll(RED).given(*robber(ORANGE, "h:4,-2"))
    game.when(RED, RollDice(), luck=dice(6, 6)).then_among_others(
        ResourcesProduced((), ()), CompensationPaid(EVERYBODY)
    )


def test_a_seven_pays_nothing_and_the_robber_waits_for_all_discards() -> None:
    """ME-EX-18: ME-ROBBER-1, ME-ROBBER-3"""
    game = to_roll(RED, hands={WHITE: Bundle(wool=8), ORANGE: Bundle(ore=11)})
    seven = game.when(RED, RollDice(), luck=dice(1, 6))
    seven.then_among_others(DiscardDemanded((Debt(WHITE, 4), Debt(ORANGE, 5)))).then_no(
        CompensationPaid, ResourcesProduced
    )
    seven = seven.when(RED, MoveRobber("h:0,0")).not_asked()
    for first, second in ((WHITE, ORANGE), (ORANGE, WHITE)):
        due = {WHITE: DiscardCards(Bundle(wool=4)), ORANGE: DiscardCards(Bundle(ore=5))}
        half = seven.when(first, due[first]).accepted().when(RED, MoveRobber("h:0,0")).not_asked()
        half.when(second, due[second]).accepted().when(RED, MoveRobber("h:0,0")).accepted()


def test_the_robber_goes_to_another_land_with_a_number() -> None:
    """ME-EX-19: ME-ROBBER-4, ME-RULING-14"""
    game = sevened(RED)
    game.when(RED, MoveRobber("h:7,-3")).refused_by("ME-ROBBER-4", code="same_hex")
    game.when(RED, MoveRobber("h:6,-6")).refused_by("ME-ROBBER-4", code="not_land")
    game.when(RED, MoveRobber("h:3,1")).refused_by("ME-ROBBER-4", code="no_number")
    game.when(RED, MoveRobber("h:0,0")).then_among_others(RobberMoved(RED, "h:7,-3", "h:0,0", "seven"))
    with_chip = to_roll(RED).given(*chip(BLUE, "grain-1", 10, "h:3,1"))
    with_chip.when(RED, RollDice(), luck=dice(3, 4)).when(RED, MoveRobber("h:3,1")).then_among_others(
        RobberMoved(RED, "h:7,-3", "h:3,1", "seven")
    )


def test_a_victim_has_a_post_there_and_a_card() -> None:
    """ME-EX-20: ME-ROBBER-5, ME-ROBBER-6, ME-INFO-4"""
    game = sevened(RED, hands={WHITE: Bundle(), ORANGE: Bundle(ore=1, salt=1), BLUE: Bundle(wool=3)})
    game = game.when(RED, MoveRobber("h:0,-1")).then(RobberMoved(RED, "h:7,-3", "h:0,-1", "seven"))
    game.when(RED, Steal(WHITE)).refused_by("ME-ROBBER-5", code="cannot_be_robbed")
    game.when(RED, Steal(decline=True)).then(StealDeclined(RED))
    theft = game.when(RED, Steal(BLUE))
    (stolen,) = theft.happened(CardStolen)
    assert (stolen.thief, stolen.victim) == (RED, BLUE)  # public
    part, draw = stolen.sealed
    assert isinstance(part, Secret)
    assert set(part.seats) == {RED, BLUE}
    assert isinstance(part.value, StolenCard)
    assert part.value.resource == "wool"
    assert draw.seats == ()
    (stolen,) = game.when(RED, Steal(ORANGE)).happened(CardStolen)
    assert set(stolen.sealed[0].seats) == {RED, ORANGE}
    assert stolen.card in ("ore", "salt")


def test_a_neutral_post_cannot_be_robbed() -> None:
    """ME-EX-21: ME-ROBBER-6"""
    (
        sevened(RED, seats=3)
        .when(RED, MoveRobber("h:4,-1"))
        .then(RobberMoved(RED, "h:7,-3", "h:4,-1", "seven"), NothingToSteal(RED))
        .when(RED, EndTurn())
        .accepted()
    )


def test_the_robber_stays_when_the_chip_leaves_his_hex() -> None:
    """ME-EX-22: ME-ROBBER-7"""
    game = to_roll(RED).given(*robber(ORANGE, "h:0,0"), ChipMoved(ORANGE, "ore-0", 9, "h:0,0", "h:2,2"))
    seven = game.when(RED, RollDice(), luck=dice(3, 4)).accepted()
    seven.when(RED, MoveRobber("h:0,0")).refused_by("ME-ROBBER-4", code="same_hex")
    moved = seven.when(RED, MoveRobber("h:2,2")).then_among_others(RobberMoved(RED, "h:0,0", "h:2,2", "seven"))
    later = moved.given(TurnEnded(RED), TurnStarted(BLUE, 6)).when(BLUE, RollDice(), luck=dice(3, 4))
    later.when(BLUE, MoveRobber("h:0,0")).refused_by("ME-ROBBER-4", code="no_number")
