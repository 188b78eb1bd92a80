"""Nothing is lost and nothing is made: cards, pieces, commodities and chips of whole playouts (ME-PIECE)."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, cast

import pytest

from kontor.domain.kernel.canonical import Json
from kontor.domain.kernel.legality import filling
from kontor.domain.kernel.model import read
from kontor.domain.merchants import RULESET
from kontor.domain.merchants.rulebook.catalogue import COMMANDS
from tests.domain.merchants.factories import Game, table
from tests.support.scenario import set_up

RESOURCES = ("lumber", "wool", "grain", "ore", "salt")
TABLES = [("short", 3, "fixed"), ("short", 4, "fixed"), ("short", 4, "variable"), ("main", 3, "variable")]
STEPS = 300

View = dict[str, Any]


@cache
def views(side: str, seats: int, start: str) -> tuple[View, ...]:
    """What all seats together see after every accepted command of a playout by chance."""
    game, luck = set_up(RULESET, table(seats, side, start)), random.Random(seats)
    found = []
    for _ in range(STEPS):
        if game.ruleset.is_over(game.state):
            break
        game = by_chance(game, luck)
        found.append(cast(View, game.view(*game.table.seats)))
    return tuple(found)


def by_chance(game: Game, luck: random.Random) -> Game:
    """The game after an accepted command of somebody who may act."""
    while True:
        seat = luck.choice(game.ruleset.may_act(game.state))
        body = cast("dict[str, Json]", filling(luck.choice(game.options(seat)), luck))
        command = read(COMMANDS[str(body.pop("type"))], body)
        after = game.when(seat, command)
        if after.refusal is None:
            return after


def in_play(side: str, seats: int, start: str) -> Iterator[View]:
    """The positions in which everybody has been equipped and has placed the start posts and route."""
    return (view for view in views(side, seats, start) if not view["phase"].startswith("setup"))


PREPARED = {("short", 3): (8, 6), ("short", 4): (7, 5), ("main", 3): (12, 10), ("main", 4): (10, 8)}


@pytest.mark.parametrize(("side", "seats", "start"), TABLES)
def test_in_any_state_after_any_command_all_components_are_there(side: str, seats: int, start: str) -> None:
    """ME-EX-62: ME-PIECE-1 to -11"""
    posts, commodities = PREPARED[side, seats]
    for view in in_play(side, seats, start):
        assert all(cards(view, resource) == 19 for resource in RESOURCES)
        for seat in view["seats"]:
            assert (routes(view, seat), len(seat["merchants"]), len(seat["caravans"])) == (30, 2, 2)
            assert (posts_of(view, seat), commodities_of(view, seat)) == (posts, commodities)
        assert len(view["chips"]) == 15
        assert len(development_cards(view)) == 25


@pytest.mark.parametrize(("side", "seats", "start"), TABLES)
def test_bank_and_hands_hold_19_cards_of_each_resource(side: str, seats: int, start: str) -> None:
    """ME-PIECE-1, ME-PIECE-4"""
    for view in views(side, seats, start):
        assert [cards(view, resource) for resource in RESOURCES] == [19] * 5


@pytest.mark.parametrize(("side", "seats", "start"), TABLES)
def test_posts_and_commodities_are_those_of_the_preparation(side: str, seats: int, start: str) -> None:
    """ME-PIECE-7, ME-PIECE-9, ME-SETUP-9"""
    posts, commodities = PREPARED[side, seats]
    for view in in_play(side, seats, start):
        for seat in view["seats"]:
            assert posts_of(view, seat) == posts
            assert commodities_of(view, seat) == commodities
            # covered commodities are as many as posts in the warehouse
            assert seat["to_deliver"] - seat["free_commodities"] == seat["warehouse_posts"]
        assert len([post for post in view["posts"] if post["seat"] == 0]) == (3 if seats == 3 else 0)


@pytest.mark.parametrize(("side", "seats", "start"), TABLES)
def test_routes_merchants_and_caravans_are_conserved(side: str, seats: int, start: str) -> None:
    """ME-PIECE-3, ME-PIECE-6, ME-PIECE-8"""
    for view in in_play(side, seats, start):
        assert all(routes(view, seat) == 30 for seat in view["seats"])
        standing = Counter(each["at"] for seat in view["seats"] for each in seat["caravans"] if each["at"])
        assert set(standing) <= {route["edge"] for route in view["routes"]}
        assert max(standing.values()) <= 2


@pytest.mark.parametrize(("side", "seats", "start"), TABLES)
def test_a_hex_bears_at_most_one_chip_and_none_beside_a_printed_number(side: str, seats: int, start: str) -> None:
    """ME-PIECE-10, ME-BOARD-5, ME-BOARD-6"""
    board = RULESET.boards()[f"merchants-{side}"]
    hexes = {each["id"]: each for each in cast("list[dict[str, Any]]", board["hexes"])}
    for view in views(side, seats, start):
        placed = [chip for chip in view["chips"] if chip.get("hex")]
        assert len({chip["hex"] for chip in placed}) == len(placed)
        assert all(hexes[chip["hex"]]["number"] is None for chip in placed)
        assert all(hexes[chip["hex"]]["resource"] == chip["resource"] for chip in placed)
        assert Counter(chip["resource"] for chip in view["chips"]) == dict.fromkeys(RESOURCES, 3)


@pytest.mark.parametrize(("side", "seats", "start"), TABLES)
def test_development_cards_are_in_the_pile_in_hands_or_discarded(side: str, seats: int, start: str) -> None:
    """ME-PIECE-11, ME-PIECE-1"""
    for view in views(side, seats, start):
        assert len(set(development_cards(view))) == len(development_cards(view)) == 25


def cards(view: View, resource: str) -> int:
    hands: int = sum(seat["hand"].get(resource, 0) for seat in view["seats"])
    bank: int = view["bank"].get(resource, 0)
    return hands + bank


def routes(view: View, seat: View) -> int:
    left: int = seat["routes_left"]
    return left + len([route for route in view["routes"] if route["seat"] == seat["seat"]])


def posts_of(view: View, seat: View) -> int:
    left: int = seat["warehouse_posts"]
    return left + len([post for post in view["posts"] if post["seat"] == seat["seat"]])


def commodities_of(view: View, seat: View) -> int:
    left: int = seat["to_deliver"]
    return left + len([post for post in view["posts"] if post.get("commodity_of") == seat["seat"]])


def development_cards(view: View) -> list[str]:
    piles = [view["draw_pile"], view["discard_pile"], *(seat["cards"] for seat in view["seats"])]
    return [card["card"] for pile in piles for card in pile]
