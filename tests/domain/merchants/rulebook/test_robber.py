"""The seven, discards, the robber and the theft (ME-ROBBER)."""

import pytest

from kontor.domain.kernel.commits import event_of
from kontor.domain.kernel.model import write
from kontor.domain.kernel.secrets import draws_in
from kontor.domain.merchants import RULESET
from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.rulebook.production import CompensationPaid, ResourcesProduced, RollDice
from kontor.domain.merchants.rulebook.robber import (
    CardsDiscarded,
    CardStolen,
    Debt,
    DiscardCards,
    DiscardDemanded,
    MoveRobber,
    NothingToSteal,
    RobberMoved,
    Steal,
    StealDeclined,
)
from tests.domain.merchants.factories import BLUE, ORANGE, RED, WHITE, chip, dice, post, robber, sevened, to_roll
from tests.domain.merchants.seen import hand


def test_seven_cards_are_safe_and_eight_are_not() -> None:
    """ME-ROBBER-2"""
    game = to_roll(RED, hands={BLUE: Bundle(wool=7), WHITE: Bundle(wool=8), ORANGE: Bundle(ore=9)})
    seven = game.when(RED, RollDice(), luck=dice(2, 5))
    assert seven.happened(DiscardDemanded) == [DiscardDemanded((Debt(WHITE, 4), Debt(ORANGE, 4)))]


def test_gold_and_development_cards_do_not_count() -> None:
    """ME-ROBBER-2"""
    game = to_roll(RED, cards={BLUE: ("lancer",) * 5}, gold={BLUE: 20}, hands={BLUE: Bundle(wool=7)})
    game.when(RED, RollDice(), luck=dice(2, 5)).accepted().then_no(DiscardDemanded)


def test_a_discard_has_the_demanded_number_of_held_cards() -> None:
    """ME-ROBBER-2"""
    game = to_roll(RED, hands={WHITE: Bundle(wool=5, ore=4)}).when(RED, RollDice(), luck=dice(2, 5))
    game.when(WHITE, DiscardCards(Bundle(wool=3))).refused_by("ME-ROBBER-2", code="wrong_count", owed=4)
    game.when(WHITE, DiscardCards(Bundle(wool=5))).refused_by("ME-ROBBER-2", code="wrong_count")
    game.when(WHITE, DiscardCards(Bundle(wool=2, salt=2))).refused_by("ME-ROBBER-2", code="not_held")
    game.when(WHITE, DiscardCards(Bundle(wool=1, ore=3))).then(CardsDiscarded(WHITE, Bundle(wool=1, ore=3)))


@pytest.mark.parametrize(
    "cards",
    [
        Bundle(lumber=9, wool=9, grain=4),
        Bundle(lumber=1, wool=1, grain=2, ore=9, salt=9),
        Bundle(ore=9, salt=9, wool=4),
    ],
)
def test_any_half_of_a_large_hand_may_be_returned(cards: Bundle) -> None:
    """ME-ROBBER-2"""
    game = to_roll(RED, hands={WHITE: Bundle(lumber=9, wool=9, grain=9, ore=9, salt=9)})
    game = game.when(RED, RollDice(), luck=dice(2, 5)).then_among_others(DiscardDemanded((Debt(WHITE, 22),)))
    game.when(WHITE, DiscardCards(cards)).then(CardsDiscarded(WHITE, cards))


def test_a_seat_discards_once() -> None:
    """ME-ROBBER-2, ME-ROBBER-3, ME-RULING-13"""
    game = to_roll(RED, hands={WHITE: Bundle(wool=9), ORANGE: Bundle(ore=9)}).when(RED, RollDice(), luck=dice(2, 5))
    assert game.ruleset.awaiting(game.state) == (WHITE, ORANGE)
    game = game.when(ORANGE, DiscardCards(Bundle(ore=4))).accepted()
    assert game.ruleset.awaiting(game.state) == (WHITE,)
    game.when(ORANGE, DiscardCards(Bundle(ore=4))).not_asked()


def test_a_seven_produces_nothing_and_pays_no_compensation() -> None:
    """ME-ROBBER-1"""
    game = to_roll(RED).when(RED, RollDice(), luck=dice(1, 6))
    game.accepted().then_no(ResourcesProduced, CompensationPaid)
    assert game.ruleset.awaiting(game.state) == (RED,)


@pytest.mark.parametrize("place", ["h:2,0", "h:-3,2", "h:3,-2"])
def test_the_robber_may_go_to_own_hexes_and_hexes_without_posts(place: str) -> None:
    """ME-ROBBER-4, ME-RULING-14"""
    sevened(RED).when(RED, MoveRobber(place)).then_among_others(RobberMoved(RED, "h:7,-3", place, "seven"))


def test_the_robber_goes_to_a_hex_of_this_board() -> None:
    """ME-ROBBER-4"""
    sevened(RED).when(RED, MoveRobber("h:99,0")).refused_by("ME-ROBBER-4", code="unknown_hex")


def test_the_robber_must_move_and_only_the_active_player_moves_him() -> None:
    """ME-ROBBER-4, ME-RULING-14"""
    game = sevened(BLUE).given()
    game.when(RED, MoveRobber("h:0,0")).not_asked()
    stands = to_roll(RED).given(*robber(ORANGE, "h:0,0")).when(RED, RollDice(), luck=dice(3, 4))
    stands.when(RED, MoveRobber("h:0,0")).refused_by("ME-ROBBER-4", code="same_hex")


def test_the_card_is_drawn_from_the_whole_hand() -> None:
    """ME-ROBBER-5, ME-INFO-7"""
    game = sevened(RED, hands={BLUE: Bundle(lumber=1, grain=1, salt=1)}).when(RED, MoveRobber("h:0,0")).accepted()
    stolen = [game.when(RED, Steal(BLUE), luck=(n,)).happened(CardStolen)[0] for n in range(3)]
    assert [event.card for event in stolen] == ["lumber", "grain", "salt"]
    assert all(event.sealed[1].value.draws[0].below == 3 for event in stolen)


def test_no_seat_sees_the_draw_of_a_theft_which_reveals_the_hand() -> None:
    """ME-INFO-4, ME-INFO-7"""
    game = sevened(RED, hands={BLUE: Bundle(lumber=1, grain=3, salt=1)}).when(RED, MoveRobber("h:0,0")).accepted()
    (stolen,) = game.when(RED, Steal(BLUE), luck=(3,)).happened(CardStolen)
    assert [part.seats for part in stolen.sealed] == [(RED, BLUE), ()]
    assert write(stolen.sealed[0].value) == {"resource": "grain"}


def test_a_theft_of_a_game_of_old_is_still_read() -> None:
    """ME-ROBBER-5"""
    draw = {"purpose": "theft", "counter": 4, "below": 5, "value": 3}
    envelope = {"type": "card_stolen", "schema": 1, "data": {"thief": RED, "victim": BLUE}, "opens": []}
    event = event_of(RULESET, envelope, [((RED, BLUE), {"resource": "grain", "draws": [draw]})])
    assert isinstance(event, CardStolen)
    assert event.card == "grain"
    assert [each.counter for each in draws_in(event)] == [4]


def test_a_stolen_card_changes_hands() -> None:
    """ME-ROBBER-5, ME-PIECE-4"""
    game = (
        sevened(RED, hands={RED: Bundle(), BLUE: Bundle(ore=1)}).when(RED, MoveRobber("h:0,0")).when(RED, Steal(BLUE))
    )
    game = game.when(RED, MoveRobber("h:2,0")).refused_by("ME-DEC-1", code="wrong_phase")
    assert (hand(game, RED), hand(game, BLUE)) == ({"ore": 1}, {})


def test_stealing_may_be_declined() -> None:
    """ME-ROBBER-5, ME-RULING-15"""
    game = sevened(RED).when(RED, MoveRobber("h:0,0")).accepted()
    game.when(RED, Steal(decline=True)).then(StealDeclined(RED))


def test_the_refusal_of_a_theft_without_a_victim_lists_the_victims() -> None:
    """ME-ROBBER-5: a forgotten field costs nobody a card."""
    game = sevened(RED).given(*post(RED, "torino")).when(RED, MoveRobber("h:-1,0")).accepted()
    asked = game.when(RED, Steal())
    assert "`victim` to 2 or 4," in str(asked.refusal.message)  # type: ignore[union-attr]
    asked.refused_by("ME-ROBBER-5", code="victim_missing", possible=[BLUE, ORANGE])
    game.when(RED, Steal(BLUE, decline=True)).refused_by("ME-ROBBER-5", code="victim_and_decline")


def test_until_version_1_naming_no_victim_was_declining() -> None:
    """ME-ROBBER-5"""
    game = sevened(RED, rules=0).when(RED, MoveRobber("h:0,0")).accepted()
    game.when(RED, Steal()).then(StealDeclined(RED))
    assert game.options(RED) == [{"type": "steal", "victim": {"one_of": [None, BLUE]}}]


@pytest.mark.parametrize("victim", [RED, WHITE, ORANGE])
def test_only_another_player_with_a_post_there_can_be_robbed(victim: int) -> None:
    """ME-ROBBER-5, ME-ROBBER-6"""
    game = sevened(RED).given(*post(RED, "torino")).when(RED, MoveRobber("h:-1,0")).accepted()  # Blue, Orange, Red
    if victim == ORANGE:
        game.when(RED, Steal(victim)).accepted()
    else:
        game.when(RED, Steal(victim)).refused_by("ME-ROBBER-5", code="cannot_be_robbed")


@pytest.mark.parametrize("place", ["h:2,1", "h:3,-3"])
def test_nothing_is_stolen_where_only_own_posts_or_empty_hands_are(place: str) -> None:
    """ME-ROBBER-6, ME-RULING-15"""
    game = sevened(RED, hands={WHITE: Bundle()}, gold={WHITE: 9})  # Wien is Red's, Berlin White's
    game.when(RED, MoveRobber(place)).then(RobberMoved(RED, "h:7,-3", place, "seven"), NothingToSteal(RED))


def test_the_robber_stays_until_he_is_moved_again() -> None:
    """ME-ROBBER-7"""
    game = to_roll(RED).given(*robber(ORANGE, "h:2,0"), *chip(RED, "grain-1", 10, "h:3,1"))
    moved = game.when(RED, RollDice(), luck=dice(3, 4)).when(RED, MoveRobber("h:3,1"))
    assert moved.happened(RobberMoved) == [RobberMoved(RED, "h:2,0", "h:3,1", "seven")]
