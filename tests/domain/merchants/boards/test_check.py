"""What a board of one's own must satisfy: every flaw is found, at its place, and nothing makes the check fall over."""

import json
import random
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import pytest

from kontor.domain.kernel.canonical import canonical, parse
from kontor.domain.kernel.model import Flaw
from kontor.domain.merchants.boards.check import check_board

Board = dict[str, Any]  # plain JSON that a test breaks in one place


def board(name: str = "merchants-short") -> Board:
    found: Board = json.loads(text(name))
    return found


@cache
def text(name: str) -> str:
    return files("kontor.domain.merchants.boards").joinpath(f"{name}.json").read_text(encoding="utf-8")


def row(board: Board, part: str, name: str) -> int:
    return next(n for n, each in enumerate(board[part]) if each["id"] == name)


def found(flaws: Sequence[Flaw], pointer: str, code: str) -> bool:
    return any((flaw.pointer, flaw.code) == (pointer, code) for flaw in flaws)


@pytest.mark.parametrize("name", ["merchants-short", "merchants-main"])
def test_the_shipped_boards_have_no_flaw(name: str) -> None:
    """ME-BOARD-8, ME-BOARD-9"""
    assert list(check_board(board(name))) == []
    assert parse(canonical(board(name))) == board(name)  # it can be stored by its hash


def test_lists_may_come_in_any_order() -> None:
    """ME-BOARD-8"""
    shuffled, luck = board(), random.Random(1)
    for part in ("hexes", "intersections", "edges", "sites", "development_deck"):
        luck.shuffle(shuffled[part])
    for each in [*shuffled["intersections"], *shuffled["edges"]]:
        luck.shuffle(each["hexes"])
        luck.shuffle(each.get("ends", []))
        luck.shuffle(each.get("edges", []))
    assert list(check_board(shuffled)) == []


def test_other_numbers_of_chips_can_be_played_with() -> None:
    """ME-BOARD-8, ME-BOARD-6"""
    other = board()
    other["number_chips"]["salt"]["hidden"] = [4, 5, 6]
    other["number_chips"]["ore"]["hidden"] = []
    assert list(check_board(other)) == []


# ---------------------------------------------------------------- the form

FORM = [
    ("/format", "merchants-board/2", "not-one-of"),
    ("/side", "middle", "not-one-of"),
    ("/id", "../etc", "wrong-form"),
    ("/id", "", "wrong-form"),
    ("/note", "\ud800", "wrong-form"),
    ("/name", "a\x00b", "wrong-form"),
    ("/name", "x" * 401, "wrong-form"),
    ("/grid/orientation", "flat-top", "not-one-of"),
    ("/terrains/forest", "wool", "not-one-of"),
    ("/hexes/0/id", "h:5", "wrong-form"),
    ("/hexes/0/id", "h:05,-6", "wrong-form"),
    ("/hexes/0/id", "h:-0,-6", "wrong-form"),
    ("/hexes/0/id", "h:٥,-6", "wrong-form"),
    ("/hexes/0/q", 5.0, "wrong-type"),
    ("/hexes/0/q", 1000, "out-of-range"),
    ("/hexes/0/number", 7, "not-one-of"),
    ("/hexes/0/number", 13, "not-one-of"),
    ("/hexes/0/number", True, "not-one-of"),
    ("/hexes/0/start_chip", 1, "wrong-type"),
    ("/hexes/0/terrain", "desert", "not-one-of"),
    ("/hexes", [], "wrong-size"),
    ("/intersections/0/edges", [], "wrong-size"),
    ("/edges/0/ends", ["i:5,-6,n"], "wrong-size"),
    ("/edges/0/kind", "tunnel", "not-one-of"),
    ("/sites/0/coast_gold", 4, "out-of-range"),
    ("/sites/0/id", "Köln", "wrong-form"),
    ("/setup", {}, "wrong-size"),
    ("/setup/3/start_posts", 2, "not-one-of"),
    ("/setup/4/posts_per_player", 13, "out-of-range"),
    ("/number_chips/salt/start/number", 7, "not-one-of"),
    ("/number_chips/salt/hidden/0", 7, "not-one-of"),
    ("/number_chips/salt/colour", "off white", "wrong-form"),
    ("/fixed_start/red/posts", ["nurnberg", "wien"], "wrong-size"),
    ("/fixed_start/red/resources/gold", 1, "unknown-field"),
    ("/development_deck/0/count", 0, "out-of-range"),
    ("/development_deck/0/effect", "win", "not-one-of"),
    ("/extra", 1, "unknown-field"),
]


@pytest.mark.parametrize(("pointer", "value", "code"), FORM)
def test_a_value_of_another_form_is_pointed_at(pointer: str, value: object, code: str) -> None:
    """ME-BOARD-8"""
    assert found(check_board(put(board(), pointer, value)), pointer, code)


@pytest.mark.parametrize("colour", ["red", "blue", "white", "orange"])
def test_each_of_the_four_colours_has_a_start(colour: str) -> None:
    """ME-SETUP-11, ME-PIECE-3"""
    broken = board()
    del broken["fixed_start"][colour]
    assert found(check_board(broken), f"/fixed_start/{colour}", "missing-field")


@pytest.mark.parametrize("resource", ["lumber", "wool", "grain", "ore", "salt"])
def test_each_resource_has_a_chip(resource: str) -> None:
    """ME-BOARD-6"""
    broken = board()
    del broken["number_chips"][resource]
    assert found(check_board(broken), f"/number_chips/{resource}", "missing-field")


def put(board: Board, pointer: str, value: object) -> Board:
    """The board with another value at a place."""
    *way, last = pointer.removeprefix("/").split("/")
    place: Any = board
    for key in way:
        place = place[int(key)] if isinstance(place, list) else place[key]
    if isinstance(place, list):
        place[int(last)] = value
    else:
        place[last] = value
    return board


# ---------------------------------------------------------------- names


@pytest.mark.parametrize("part", ["hexes", "intersections", "edges", "sites"])
def test_an_id_is_given_once(part: str) -> None:
    """ME-BOARD-8"""
    broken = board()
    broken[part].append(broken[part][0])
    assert found(check_board(broken), f"/{part}/{len(broken[part]) - 1}/id", "duplicate")


def test_two_sites_never_share_an_intersection() -> None:
    """ME-BOARD-3"""
    broken = board()
    bern, koln = row(broken, "sites", "bern"), row(broken, "sites", "koln")
    broken["sites"][koln]["intersection"] = broken["sites"][bern]["intersection"]
    assert found(check_board(broken), f"/sites/{max(bern, koln)}/intersection", "duplicate")


def test_a_kind_of_card_is_listed_once() -> None:
    """ME-CARD-6"""
    broken = put(board(), "/development_deck/1/kind", "lancer")
    assert found(check_board(broken), "/development_deck/1/kind", "duplicate")


REFERENCES = [
    ("/intersections/0/hexes/0", "h:90,90"),
    ("/intersections/0/edges/0", "e:90,90,ne"),
    ("/intersections/0/site", "atlantis"),
    ("/edges/0/ends/1", "i:90,90,n"),
    ("/edges/0/hexes/0", "h:90,90"),
    ("/sites/0/intersection", "i:90,90,n"),
    ("/robber_start", "h:90,90"),
    ("/number_chips/ore/start/hex", "h:90,90"),
    ("/fixed_start/blue/posts/1", "atlantis"),
    ("/fixed_start/blue/route", "e:90,90,se"),
    ("/fixed_start/blue/caravan", "e:90,90,se"),
    ("/fixed_start/blue/resource_site", "atlantis"),
]


@pytest.mark.parametrize(("pointer", "value"), REFERENCES)
def test_a_name_that_the_file_does_not_give_is_pointed_at(pointer: str, value: str) -> None:
    """ME-BOARD-8"""
    assert found(check_board(put(board(), pointer, value)), pointer, "unknown-reference")


# ---------------------------------------------------------------- geometry


def test_the_id_of_a_hex_says_its_coordinates() -> None:
    """ME-BOARD-8"""
    broken = board()
    n = row(broken, "hexes", "h:7,-3")
    broken["hexes"][n]["q"] = 8
    assert found(check_board(broken), f"/hexes/{n}/id", "wrong-geometry")


GEOMETRY = [
    ("intersections", "i:2,0,n", "hexes", ["h:2,0", "h:2,-1"]),
    ("intersections", "i:2,0,n", "hexes", ["h:2,0", "h:2,-1", "h:3,0"]),
    ("intersections", "i:2,0,n", "edges", ["e:2,-1,e", "e:2,-1,se"]),
    ("intersections", "i:2,0,n", "coastal", True),
    ("intersections", "i:2,0,n", "site", "bern"),
    ("intersections", "i:0,-1,s", "site", None),
    ("edges", "e:2,0,ne", "ends", ["i:2,0,n", "i:2,-1,s"]),
    ("edges", "e:2,0,ne", "hexes", ["h:2,0"]),
    ("edges", "e:2,0,ne", "kind", "coast"),
]


@pytest.mark.parametrize(("part", "name", "field", "value"), GEOMETRY)
def test_the_data_of_a_place_agrees_with_its_id(part: str, name: str, field: str, value: object) -> None:
    """ME-BOARD-2, ME-BOARD-8"""
    broken = board()
    n = row(broken, part, name)
    broken[part][n][field] = value
    assert found(check_board(broken), f"/{part}/{n}/{field}", "wrong-geometry")


@pytest.mark.parametrize(
    ("edge", "kind"),
    [("e:2,0,ne", "land"), ("e:-1,1,se", "coast"), ("e:-3,1,ne", "border"), ("e:1,2,se", "sea")],
)
def test_the_kind_of_an_edge_follows_from_the_hexes_beside_it(edge: str, kind: str) -> None:
    """ME-BOARD-2"""
    assert board()["edges"][row(board(), "edges", edge)]["kind"] == kind
    for other in {"land", "coast", "border", "sea"} - {kind}:
        broken = board()
        n = row(broken, "edges", edge)
        broken["edges"][n]["kind"] = other
        assert found(check_board(broken), f"/edges/{n}/kind", "wrong-geometry")


def test_a_board_in_two_pieces_is_refused() -> None:
    """ME-BOARD-8"""
    broken = board()
    far = {"id": "h:50,50", "q": 50, "r": 50, "terrain": "forest", "resource": "lumber"}
    broken["hexes"].append(far | {"region": None, "number": None, "start_chip": False})
    corners = ["i:50,50,n", "i:51,49,s", "i:50,51,n", "i:50,50,s", "i:49,51,n", "i:50,49,s"]
    sides = ["e:50,50,ne", "e:50,50,e", "e:50,50,se", "e:49,51,ne", "e:49,50,e", "e:50,49,se"]
    for n in range(6):
        ends = [corners[n], corners[(n + 1) % 6]]
        edge = {"id": sides[n], "ends": ends, "hexes": ["h:50,50"], "kind": "border", "double_arrow": False}
        broken["edges"].append(edge)
        corner = {"id": corners[n], "hexes": ["h:50,50"], "edges": [sides[n - 1], sides[n]]}
        broken["intersections"].append(corner | {"coastal": False, "site": None})
    assert [(flaw.pointer, flaw.code) for flaw in check_board(broken)] == [("/edges", "not-connected")]


# ---------------------------------------------------------------- contents


def hex_with(name: str, **values: object) -> Callable[[Board], str]:
    def change(broken: Board) -> str:
        n = row(broken, "hexes", name)
        broken["hexes"][n].update(values)
        return f"/hexes/{n}"

    return change


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        (hex_with("h:7,-3", resource="ore"), "resource", "contradiction"),
        (hex_with("h:7,-3", resource=None), "resource", "contradiction"),
        (hex_with("h:6,-6", resource="salt"), "resource", "contradiction"),
        (hex_with("h:6,-6", number=4), "number", "contradiction"),
        (hex_with("h:0,0", number=4), "number", "contradiction"),
        (hex_with("h:2,2", start_chip=True), "start_chip", "contradiction"),
    ],
)
def test_terrain_number_and_mark_of_a_hex_agree(change: Callable[[Board], str], field: str, code: str) -> None:
    """ME-BOARD-1, ME-BOARD-4, ME-BOARD-5"""
    broken = board()
    pointer = change(broken)
    assert found(check_board(broken), f"{pointer}/{field}", code)


@pytest.mark.parametrize("place", ["h:2,2", "h:0,-1"])
def test_a_start_chip_lies_on_a_marked_hex_of_its_resource(place: str) -> None:
    """ME-BOARD-6, ME-SETUP-2"""
    broken = put(board(), "/number_chips/ore/start/hex", place)
    assert found(check_board(broken), "/number_chips/ore/start/hex", "contradiction")


def test_each_resource_has_chips_of_its_own_colour() -> None:
    """ME-BOARD-5"""
    broken = put(board(), "/number_chips/salt/colour", "grey")
    assert found(check_board(broken), "/number_chips/salt/colour", "duplicate")


@pytest.mark.parametrize("place", ["h:6,-6", "h:2,-3", "h:0,0"])
def test_the_robber_starts_on_land_without_a_number(place: str) -> None:
    """ME-SETUP-5"""
    assert found(check_board(put(board(), "/robber_start", place)), "/robber_start", "contradiction")


def test_violet_sites_are_the_start_sites() -> None:
    """ME-BOARD-3, ME-SETUP-15"""
    broken = board()
    n = row(broken, "sites", "bern")
    broken["sites"][n]["colour"] = "brown"
    assert found(check_board(broken), f"/sites/{n}/colour", "contradiction")


@pytest.mark.parametrize("name", ["bern", "minsk"])
def test_only_coastal_brown_sites_show_coins(name: str) -> None:
    """ME-BOARD-7"""
    broken = board()
    n = row(broken, "sites", name)
    broken["sites"][n]["coast_gold"] = 1
    assert found(check_board(broken), f"/sites/{n}/coast_gold", "contradiction")


@pytest.mark.parametrize(
    ("changes", "pointer", "code"),
    [
        ({"/setup/5": {"posts_per_player": 4, "start_posts": 3, "warehouse_posts": 1, "commodities": 2,
                       "neutral_posts": 0}, "/setup/3": None}, "/setup", "unknown-field"),
        ({"/setup/3/posts_per_player": 7}, "/setup/3/posts_per_player", "wrong-count"),
        ({"/setup/3/commodities": 5}, "/setup/3/commodities", "wrong-count"),
        ({"/setup/3/neutral_posts": 0}, "/setup/3/neutral_posts", "wrong-count"),
        ({"/setup/4/neutral_posts": 3}, "/setup/4/neutral_posts", "wrong-count"),
        ({"/setup/3/posts_per_player": 10, "/setup/3/warehouse_posts": 7, "/setup/3/commodities": 8},
         "/sites", "wrong-count"),
    ],
)  # fmt: skip
def test_the_numbers_per_player_fit_together(changes: dict[str, object], pointer: str, code: str) -> None:
    """ME-SETUP-7, ME-SETUP-9, ME-PIECE-9"""
    broken = board()
    for place, value in changes.items():
        put(broken, place, value)
    broken["setup"] = {key: each for key, each in broken["setup"].items() if each is not None}
    assert found(check_board(broken), pointer, code)


def test_there_are_forty_commodities_in_all() -> None:
    """ME-PIECE-2"""
    broken = board("merchants-main")
    broken["setup"]["4"] |= {"posts_per_player": 12, "warehouse_posts": 9, "commodities": 11}
    assert found(check_board(broken), "/setup/4/commodities", "out-of-range")


def test_there_are_violet_sites_for_all_start_posts() -> None:
    """ME-SETUP-14, ME-SETUP-17"""
    broken = board()
    violet = [each for each in broken["sites"] if each["kind"] == "start"]
    for site in violet[: len(violet) - 11]:
        site |= {"kind": "regular", "colour": "brown"}
    assert found(check_board(broken), "/sites", "wrong-count")


def test_the_deck_has_25_cards() -> None:
    """ME-PIECE-1, ME-CARD-6"""
    assert found(check_board(put(board(), "/development_deck/0/count", 9)), "/development_deck", "wrong-count")


def test_an_effect_has_an_amount_just_where_it_needs_one() -> None:
    """ME-CARD-6"""
    broken = board()
    lancer = next(n for n, card in enumerate(broken["development_deck"]) if card["kind"] == "lancer")
    harvest = next(n for n, card in enumerate(broken["development_deck"]) if card["kind"] == "harvest")
    broken["development_deck"][lancer]["amount"] = 2
    del broken["development_deck"][harvest]["amount"]
    flaws = check_board(broken)
    assert found(flaws, f"/development_deck/{lancer}/amount", "unknown-field")
    assert found(flaws, f"/development_deck/{harvest}/amount", "missing-field")


# ---------------------------------------------------------------- the fixed start


def test_the_short_side_has_a_fixed_start_and_the_main_side_none() -> None:
    """ME-SETUP-1"""
    assert found(check_board(put(board(), "/fixed_start", None)), "/fixed_start", "contradiction")
    broken = put(board("merchants-main"), "/fixed_start", board()["fixed_start"])
    assert found(check_board(broken), "/fixed_start", "contradiction")


@pytest.mark.parametrize(
    ("pointer", "value", "code"),
    [
        ("/fixed_start/orange/posts/0", "bern", "duplicate"),  # Blue's
        ("/fixed_start/red/posts/0", "beograd", "contradiction"),  # brown
        ("/fixed_start/red/route", "e:-3,1,ne", "contradiction"),
        ("/fixed_start/red/caravan", "e:2,0,ne", "contradiction"),
        ("/fixed_start/red/resources", {"lumber": 1, "grain": 2}, "contradiction"),
        ("/fixed_start/red/resources", {"lumber": 1, "grain": 1}, "contradiction"),
        ("/fixed_start/red/resource_site", "budapest", "contradiction"),
    ],
)
def test_a_colour_starts_by_the_rules(pointer: str, value: object, code: str) -> None:
    """ME-SETUP-11, ME-SETUP-12, ME-SETUP-15, ME-SETUP-18"""
    flawed = pointer.replace("resource_site", "resources")
    assert found(check_board(put(board(), pointer, value)), flawed, code)


def test_a_start_route_may_not_join_two_sites() -> None:
    """ME-SETUP-19"""
    broken = put(board(), "/fixed_start/orange/route", "e:0,-2,se")  # Bruxelles - Köln
    assert found(check_board(broken), "/fixed_start/orange/route", "contradiction")


def test_start_routes_may_not_join_two_sites_together() -> None:
    """ME-SETUP-19"""
    broken = put(board(), "/fixed_start/orange/route", "e:-1,-1,se")  # Paris - crossing, Bern - crossing is Blue's
    assert found(check_board(broken), "/fixed_start/orange/route", "contradiction")


def test_two_start_routes_never_share_an_edge() -> None:
    """ME-BUILD-9"""
    broken = put(board(), "/fixed_start/white/route", board()["fixed_start"]["red"]["route"])
    assert found(check_board(broken), "/fixed_start/white/route", "duplicate")


# ---------------------------------------------------------------- hostile input


def deep() -> object:
    value: object = 0
    for _ in range(50_000):
        value = [value]
    return value


HOSTILE = [None, True, -1, 10**40, 0.5, float("nan"), "", "x" * 100_000, "\ud800", [], [[]], {}, {"": 0}, deep()]


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_nothing_makes_the_check_fall_over(number: int) -> None:
    """ME-BOARD-8: every second place of a board gets one of the values."""
    value: Any = HOSTILE[number]
    assert check_board(value)
    for pointer in places(board(), "")[number :: 2 * len(HOSTILE)]:
        check_board(put(board(), pointer, value))


def places(value: object, pointer: str) -> list[str]:
    """Pointers to all places inside, few of each long list."""
    inner: list[tuple[str, object]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = [(str(n), item) for n, item in enumerate(value)][:2]
    return [place for key, item in inner for place in (f"{pointer}/{key}", *places(item, f"{pointer}/{key}"))]
