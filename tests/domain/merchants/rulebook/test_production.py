"""Production, shortage and compensation (ME-PROD)."""

import pytest

from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.rulebook.chips import ChipMoved
from kontor.domain.merchants.rulebook.production import CompensationPaid, ResourcesProduced, RollDice
from tests.domain.merchants.factories import (
    BLUE,
    EVERYBODY,
    ORANGE,
    RED,
    WHITE,
    Game,
    chip,
    dice,
    post,
    robber,
    to_roll,
)


def grants(game: Game) -> dict[int, Bundle]:
    (produced,) = game.happened(ResourcesProduced)
    return {grant.seat: grant.cards for grant in produced.grants}


@pytest.mark.parametrize(
    ("faces", "expected"),
    [
        ((1, 1), {BLUE: Bundle(ore=1)}),  # the Pyrenees at Lyon
        ((1, 3), {RED: Bundle(lumber=1, wool=1), WHITE: Bundle(grain=1), ORANGE: Bundle(grain=1)}),
        ((2, 4), {RED: Bundle(ore=1), BLUE: Bundle(grain=1, wool=1, salt=1), WHITE: Bundle(ore=1),
                  ORANGE: Bundle(grain=1)}),
        ((5, 5), {BLUE: Bundle(salt=1), WHITE: Bundle(salt=2)}),
        ((5, 6), {RED: Bundle(lumber=1), WHITE: Bundle(lumber=1)}),
    ],
)  # fmt: skip
def test_every_land_with_the_number_serves_the_posts_that_touch_it(
    faces: tuple[int, int], expected: dict[int, Bundle]
) -> None:
    """ME-PROD-1, ME-PROD-2, ME-PROD-7, ME-BOARD-1, ME-BOARD-4"""
    game = to_roll(RED).when(RED, RollDice(), luck=dice(*faces))
    assert grants(game) == expected
    without = tuple(seat for seat in EVERYBODY if seat not in expected)
    assert game.happened(CompensationPaid) == ([CompensationPaid(without)] if without else [])


def test_a_founded_post_produces_like_a_start_post() -> None:
    """ME-PROD-2"""
    game = to_roll(RED).given(*post(RED, "torino")).when(RED, RollDice(), luck=dice(4, 6))
    assert grants(game)[RED] == Bundle(ore=1)


def test_a_chip_gives_its_hex_a_number() -> None:
    """ME-BOARD-4, ME-PROD-1"""
    game = to_roll(RED).given(*post(RED, "beograd"), *chip(RED, "grain-1", 10, "h:3,1"))
    assert grants(game.when(RED, RollDice(), luck=dice(4, 6)))[RED] == Bundle(grain=1)
    moved = game.given(ChipMoved(BLUE, "grain-1", 10, "h:3,1", "h:0,3"))
    assert RED not in grants(moved.when(RED, RollDice(), luck=dice(4, 6)))


def test_the_robber_blocks_his_hex_and_no_other() -> None:
    """ME-PROD-3, ME-ROBBER-7"""
    game = to_roll(RED).given(*robber(ORANGE, "h:2,0")).when(RED, RollDice(), luck=dice(2, 3))
    assert grants(game) == {BLUE: Bundle(lumber=1), WHITE: Bundle(lumber=1), ORANGE: Bundle(lumber=2)}
    game.then_among_others(CompensationPaid((RED,)))


def test_a_number_that_comes_to_the_robbers_hex_is_blocked() -> None:
    """ME-RULING-16, ME-PROD-3"""
    game = to_roll(RED).given(*post(RED, "beograd"), *robber(ORANGE, "h:3,1"), *chip(RED, "grain-1", 10, "h:3,1"))
    assert RED not in grants(game.when(RED, RollDice(), luck=dice(4, 6)))


def test_neutral_posts_bring_nothing() -> None:
    """ME-PROD-4"""
    game = to_roll(RED, seats=3).when(RED, RollDice(), luck=dice(2, 3))
    assert grants(game) == {RED: Bundle(grain=2), BLUE: Bundle(lumber=1), WHITE: Bundle(lumber=1, grain=1)}


def test_enough_for_all_is_enough() -> None:
    """ME-PROD-5, ME-PIECE-4"""
    game = to_roll(RED, hands={BLUE: Bundle(grain=13)})  # Red, White and Orange hold one each: 3 are left, 3 are due
    produced = game.when(RED, RollDice(), luck=dice(2, 3))
    assert grants(produced)[RED] == Bundle(grain=2)
    assert grants(produced)[WHITE] == Bundle(grain=1, lumber=1)
    short = to_roll(RED, hands={BLUE: Bundle(grain=14)}).when(RED, RollDice(), luck=dice(2, 3))
    assert short.happened(ResourcesProduced)[0].short == ("grain",)


def test_a_shortage_ends_with_the_roll() -> None:
    """ME-PROD-5"""
    game = to_roll(RED, hands={BLUE: Bundle(grain=15, wool=1)}).when(RED, RollDice(), luck=dice(1, 2))
    assert game.happened(ResourcesProduced)[0].short == ("grain",)
    assert grants(game) == {BLUE: Bundle(wool=1)}
    game.then_among_others(CompensationPaid((RED, WHITE, ORANGE)))


def test_by_the_option_a_single_player_who_is_due_takes_the_rest() -> None:
    """ME-PROD-5, ME-RULING-12: 1 grain is left; Red alone is due 2, or Red and White are due some."""
    much = {BLUE: Bundle(salt=1, wool=1, ore=1, grain=15)}
    alone = to_roll(RED, hands=much, moved={"praha": "poznan"}, shortage="rest_to_one")
    rolled = alone.when(RED, RollDice(), luck=dice(2, 3)).then_no(CompensationPaid)
    assert grants(rolled)[RED] == Bundle(grain=1)
    assert rolled.happened(ResourcesProduced)[0].short == ("grain",)
    both = to_roll(RED, hands=much, shortage="rest_to_one").when(RED, RollDice(), luck=dice(2, 3))
    assert RED not in grants(both)
    both.then_among_others(CompensationPaid((RED,)))
