"""Number chips placed and moved (ME-CHIP)."""

import pytest

from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.rulebook.catalogue import Event
from kontor.domain.merchants.rulebook.chips import ChipDemanded, ChipMoved, ChipPlaced, PlaceChip
from kontor.domain.merchants.rulebook.move_merchant import MoveMerchant
from kontor.domain.merchants.rulebook.production import Grant, ResourcesProduced
from kontor.domain.merchants.rulebook.turn import EndTurn
from tests.domain.merchants.factories import BLUE, RED, Game, acting, chip, face_of, main_game, merchant
from tests.domain.merchants.seen import chip_numbers


def founded(beside: str, site: str, *events: Event) -> Game:
    """Red founds a post on the site."""
    game = acting(RED, hands={RED: Bundle(grain=1)}).given(*merchant(RED, beside), *events)
    return game.when(RED, MoveMerchant("m1", site)).accepted()


def test_the_new_post_gives_one_land_without_a_number_a_chip() -> None:
    """ME-CHIP-1, ME-CHIP-2"""
    game = founded("i:3,0,s", "beograd").then_among_others(ChipDemanded(RED, "beograd", ("h:2,2", "h:3,1")))
    game.when(RED, EndTurn()).refused_by("ME-DEC-3", code="wrong_phase")
    done = game.when(RED, PlaceChip("h:3,1", "grain-1"))
    done.then(ChipPlaced(RED, "grain-1", 10, "h:3,1", (face_of("grain-1"),)))
    done.when(RED, PlaceChip("h:2,2", "ore-1")).refused_by("ME-DEC-1", code="wrong_phase")  # only one
    done.when(RED, EndTurn()).accepted()


def test_three_lands_without_a_number_are_a_choice_of_one() -> None:
    """ME-CHIP-2"""
    founded("i:5,0,s", "chisinau").then_among_others(ChipDemanded(RED, "chisinau", ("h:4,0", "h:4,1", "h:5,0")))


def test_sea_is_no_land() -> None:
    """ME-CHIP-1"""
    game = founded("i:2,4,s", "athina").then_among_others(ChipDemanded(RED, "athina", ("h:1,4", "h:1,5")))
    game.when(RED, PlaceChip("h:2,4", "salt-1")).refused_by("ME-CHIP-1", code="not_at_the_post")


def test_the_hex_touches_the_new_post_and_has_no_number() -> None:
    """ME-CHIP-1, ME-PIECE-10"""
    game = founded("i:3,0,s", "beograd")
    game.when(RED, PlaceChip("h:99,0", "grain-1")).refused_by("ME-CHIP-1", code="unknown_hex")
    game.when(RED, PlaceChip("h:0,3", "grain-1")).refused_by("ME-CHIP-1", code="not_at_the_post")
    game.when(RED, PlaceChip("h:2,1", "salt-1")).refused_by("ME-CHIP-1", code="hex_has_number")


def test_the_chip_has_the_colour_of_the_hex() -> None:
    """ME-CHIP-3, ME-BOARD-5"""
    game = founded("i:3,0,s", "beograd")
    game.when(RED, PlaceChip("h:3,1", "ore-1")).refused_by("ME-CHIP-3", code="wrong_colour")
    game.when(RED, PlaceChip("h:3,1", "gold-1")).refused_by("ME-CHIP-3", code="unknown_chip")
    game.when(RED, PlaceChip("h:2,2", "ore-1")).accepted()


def test_while_chips_of_the_colour_lie_face_down_one_of_these_is_turned() -> None:
    """ME-CHIP-3, ME-INFO-6"""
    game = founded("i:3,0,s", "beograd", *chip(BLUE, "ore-1", 3, "h:0,2"))
    game.when(RED, PlaceChip("h:2,2", "ore-0")).refused_by("ME-CHIP-3", code="hidden_chip_first", chips=["ore-2"])
    game.when(RED, PlaceChip("h:2,2", "ore-1")).refused_by("ME-CHIP-3", code="hidden_chip_first")
    game.when(RED, PlaceChip("h:2,2", "ore-2")).then(ChipPlaced(RED, "ore-2", 4, "h:2,2", (face_of("ore-2"),)))


ALL_ORE = (*chip(BLUE, "ore-1", 3, "h:0,2"), *chip(BLUE, "ore-2", 4, "h:3,2"))


@pytest.mark.parametrize(
    ("name", "number", "place"), [("ore-0", 9, "h:0,0"), ("ore-1", 3, "h:0,2"), ("ore-2", 4, "h:3,2")]
)
def test_with_none_face_down_any_chip_of_the_colour_is_moved_start_chips_too(
    name: str, number: int, place: str
) -> None:
    """ME-CHIP-4, ME-CHIP-5, ME-CHIP-6"""
    game = founded("i:3,0,s", "beograd", *ALL_ORE).when(RED, PlaceChip("h:2,2", name))
    game.then(ChipMoved(RED, name, number, place, "h:2,2"))
    numbers = chip_numbers(game)
    assert numbers["h:2,2"] == number
    assert place not in numbers


def test_a_chip_may_come_from_another_hex_of_the_same_post() -> None:
    """ME-RULING-31, ME-CHIP-6, ME-BOARD-9"""
    game = main_game().given(*merchant(RED, "i:2,2,s"), *ALL_ORE, ResourcesProduced((Grant(RED, Bundle(grain=1)),), ()))
    game = game.when(RED, MoveMerchant("m1", "sofia"))
    game.then_among_others(ChipDemanded(RED, "sofia", ("h:2,2", "h:2,3")))  # its third land h:3,2 has the 4
    game.when(RED, PlaceChip("h:2,2", "ore-2")).then(ChipMoved(RED, "ore-2", 4, "h:3,2", "h:2,2"))


def test_printed_numbers_never_move() -> None:
    """ME-CHIP-6, ME-PIECE-10"""
    game = founded("i:3,0,s", "beograd", *ALL_ORE)
    (chips,) = [option["chip"] for option in game.options(RED) if option["hex"] == "h:2,2"]
    assert chips == {"one_of": ["ore-0", "ore-1", "ore-2"]}


def test_a_post_among_numbers_changes_no_chip() -> None:
    """ME-CHIP-7"""
    founded("i:2,0,n", "wroclaw").then_no(ChipDemanded)
