"""What the rulebook says about its board holds on the shipped reconstructions (docs/boards-merchants.md §3 to §5)."""

import json
from collections import Counter, deque
from functools import cache
from importlib.resources import files
from typing import Any

import pytest

from kontor.domain.kernel.ruleset import Chair, Table
from kontor.domain.kernel.violation import Violation
from kontor.domain.merchants import RULESET
from kontor.domain.merchants.boards.board import board_line
from kontor.domain.merchants.rulebook.empty_table import initial
from tests.support.paths import ROOT

SIDES = ["short", "short-fair", "short-fair-3", "main"]
PIPS = {number: 6 - abs(7 - number) for number in range(2, 13)}


@cache
def board(side: str) -> dict[str, Any]:
    path = files("kontor.domain.merchants.boards").joinpath(f"merchants-{side}.json")
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def site(side: str, name: str) -> dict[str, Any]:
    return next(each for each in board(side)["sites"] if each["id"] == name)


def lands(side: str, name: str) -> list[dict[str, Any]]:
    """The land hexes that touch a site."""
    place = next(each for each in board(side)["intersections"] if each["site"] == name)
    return [each for each in board(side)["hexes"] if each["id"] in place["hexes"] and each["terrain"] != "sea"]


def has_number(land: dict[str, Any]) -> bool:
    return land["number"] is not None or land["start_chip"]


def number(side: str, land: dict[str, Any]) -> int | None:
    chip = board(side)["number_chips"][land["resource"]]["start"]
    found: int | None = chip["number"] if land["start_chip"] else land["number"]
    return found


def steps(side: str, start: str) -> dict[str, int]:
    """Edges from an intersection to every other."""
    neighbours: dict[str, list[str]] = {}
    for edge in board(side)["edges"]:
        a, b = edge["ends"]
        neighbours.setdefault(a, []).append(b)
        neighbours.setdefault(b, []).append(a)
    found, ahead = {start: 0}, deque([start])
    while ahead:
        here = ahead.popleft()
        for there in neighbours[here]:
            if there not in found:
                found[there] = found[here] + 1
                ahead.append(there)
    return found


def distance(side: str, a: str, b: str) -> int:
    places = [name if name.startswith("i:") else site(side, name)["intersection"] for name in (a, b)]
    return steps(side, places[0])[places[1]]


@pytest.mark.parametrize("side", SIDES)
def test_the_board_says_that_it_is_a_reconstruction(side: str) -> None:
    """ME-BOARD-8"""
    assert "Reconstruction" in board(side)["note"]


def test_the_numbers_per_player_are_those_of_the_rulebook() -> None:
    """ME-SETUP-9"""
    rows = {
        (side, seats): (each["posts_per_player"], each["warehouse_posts"], each["commodities"], each["neutral_posts"])
        for side in ("short", "main")
        for seats, each in board(side)["setup"].items()
    }
    assert rows == {
        ("short", "3"): (8, 5, 6, 3),
        ("short", "4"): (7, 4, 5, 0),
        ("main", "3"): (12, 9, 10, 3),
        ("main", "4"): (10, 7, 8, 0),
    }


def test_the_short_side_is_a_part_of_the_main_side() -> None:
    """ME-BOARD-9"""
    main = {each["id"]: each["intersection"] for each in board("main")["sites"]}
    assert all(main[each["id"]] == each["intersection"] for each in board("short")["sites"])
    terrain = {each["id"]: each["terrain"] for each in board("main")["hexes"]}
    land = [each for each in board("short")["hexes"] if each["terrain"] != "sea"]
    assert all(terrain[each["id"]] == each["terrain"] for each in land)
    assert len(board("main")["sites"]) > len(board("short")["sites"])


def test_the_board_that_is_fair_for_so_many_seats_is_the_default() -> None:
    """ME-BOARD-9"""
    names = ("merchants", "short", "main", "merchants-short")
    three, four = ([RULESET.pick_board(name, seats) for name in names] for seats in (3, 4))
    assert three == ["merchants-short-fair-3", "merchants-short-fair-3", "merchants-main", "merchants-short"]
    assert four == ["merchants-short-fair", "merchants-short-fair", "merchants-main", "merchants-short"]


def test_the_board_for_three_says_so_and_takes_no_four() -> None:
    """ME-SETUP-1"""
    assert board_line(board("short-fair-3")).seats == (3, 3)
    assert board_line(board("short-fair")).seats == (3, 4)
    with pytest.raises(Violation) as refused:
        initial(Table(board("short-fair-3"), {}, tuple(Chair(seat) for seat in range(1, 5)), "drawn", RULESET.version))
    assert refused.value.rule == "ME-SETUP-1"


@pytest.mark.parametrize("side", SIDES)
def test_the_fifteen_chips_bear_the_numbers_of_the_rulebook(side: str) -> None:
    """ME-PIECE-2, ME-BOARD-6, ME-RULING-3"""
    chips = board(side)["number_chips"].values()
    numbers = [number for each in chips for number in (each["start"]["number"], *each["hidden"])]
    assert sorted(numbers) == [3, 3, 4, 4, 5, 5, 9, 9, 9, 10, 10, 10, 11, 11, 11]
    assert all(len(each["hidden"]) == 2 for each in chips)
    assert board(side)["number_chips"]["salt"]["colour"] == "white"


@pytest.mark.parametrize("side", SIDES)
def test_the_deck_is_the_one_of_the_ruling(side: str) -> None:
    """ME-PIECE-1, ME-CARD-6, ME-RULING-38"""
    assert {card["kind"]: card["count"] for card in board(side)["development_deck"]} == {
        "lancer": 10,
        "trade_routes": 3,
        "harvest": 3,
        "treasure": 3,
        "swift_merchant": 2,
        "strong_horses": 2,
        "safe_conduct": 2,
    }
    assert [card["kind"] for card in board(side)["development_deck"] if card["attested"]] == ["lancer"]


@pytest.mark.parametrize("side", SIDES)
def test_a_start_post_can_neither_earn_coins_nor_demand_a_chip(side: str) -> None:
    """ME-RULING-9"""
    violet = [each["id"] for each in board(side)["sites"] if each["kind"] == "start"]
    assert all(site(side, name)["coast_gold"] == 0 for name in violet)
    assert all(has_number(land) for name in violet for land in lands(side, name))
    assert all(len(lands(side, name)) == 3 for name in violet)


@pytest.mark.parametrize("side", SIDES)
def test_double_arrows_never_touch(side: str) -> None:
    """ME-RULING-24"""
    ends = Counter(end for edge in board(side)["edges"] if edge["double_arrow"] for end in edge["ends"])
    assert max(ends.values()) == 1
    assert len(ends) == (30 if side == "main" else 18)


@pytest.mark.parametrize("side", SIDES)
def test_resources_and_hot_numbers_are_spread(side: str) -> None:
    """ME-BOARD-1"""
    land = [each for each in board(side)["hexes"] if each["terrain"] != "sea"]
    count = Counter(each["resource"] for each in land)
    assert max(count.values()) - min(count.values()) <= 1
    hot = {(each["q"], each["r"]) for each in land if number(side, each) in (6, 8)}
    beside = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
    assert not any((q + dq, r + dr) in hot for q, r in hot for dq, dr in beside)


@pytest.mark.parametrize("side", SIDES)
def test_distances_are_those_of_the_rulebooks_examples(side: str) -> None:
    """ME-BOARD-8"""
    assert distance(side, "torino", "venezia") == 3
    assert distance(side, "torino", "bern") == 2
    assert distance(side, "bruxelles", "koln") == 1
    assert distance(side, "praha", "i:3,-1,n") == 3
    assert distance(side, "i:3,-1,n", "kaliningrad") == 3
    assert distance(side, "budapest", "beograd") == 3
    assert distance(side, "poznan", "kaliningrad") == 3


@pytest.mark.parametrize("side", SIDES)
def test_lands_are_those_of_the_rulebooks_examples(side: str) -> None:
    """ME-BOARD-8"""
    shared = [each for each in lands(side, "koln") if each in lands(side, "nurnberg")]
    pasture = [each for each in lands(side, "lyon") if each["resource"] == "wool"]
    assert [(each["terrain"], each["number"]) for each in shared] == [("farmland", 3)]
    assert [each["number"] for each in pasture] == [3]
    assert [each["id"] for each in lands(side, "kaliningrad") if not has_number(each)] == ["h:5,-3"]
    bare = {each["id"]: each["terrain"] for each in lands(side, "beograd") if not has_number(each)}
    assert bare == {"h:2,2": "mountains", "h:3,1": "farmland"}


@pytest.mark.parametrize(
    ("side", "pips_at_start"),
    [
        ("short", {"red": 33, "blue": 33, "white": 33, "orange": 33}),
        ("short-fair", {"red": 32, "blue": 33, "white": 29, "orange": 35}),
        ("short-fair-3", {"red": 32, "blue": 34, "white": 29, "orange": 33}),
    ],
)
def test_the_fixed_start_is_the_one_of_the_rulebook(side: str, pips_at_start: dict[str, int]) -> None:
    """ME-SETUP-11, ME-SETUP-12, ME-RULING-53"""
    start = board(side)["fixed_start"]
    assert {colour: sorted(each["resources"]) for colour, each in start.items()} == {
        "red": ["grain", "lumber", "salt"],
        "blue": ["ore", "salt", "wool"],
        "white": ["grain", "lumber", "wool"],
        "orange": ["grain", "ore", "salt"],
    }
    pips = {
        colour: sum(PIPS[number(side, land) or 7] for post in each["posts"] for land in lands(side, post))
        for colour, each in start.items()
    }
    assert pips == pips_at_start


@pytest.mark.parametrize(("side", "more"), [("short-fair", set[str]()), ("short-fair-3", {"setup"})])
def test_a_fair_board_has_other_numbers_and_start_routes_and_nothing_else(side: str, more: set[str]) -> None:
    """ME-BOARD-8, ME-SETUP-11"""
    usual, fair = board("short"), board(side)
    told = {"id", "name", "note"}
    assert {key for key in usual if usual[key] != fair[key]} == {*told, *more, "hexes", "fixed_start"}
    bare = [[{**each, "number": None} for each in one["hexes"]] for one in (usual, fair)]
    assert bare[0] == bare[1]
    for colour, start in fair["fixed_start"].items():
        assert {**usual["fixed_start"][colour], "route": start["route"], "caravan": start["route"]} == start


# ---------------------------------------------------------------- the statistics of docs/boards-merchants.md §4

NUMBERS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
COUNTED: dict[str, dict[str, tuple[int, ...]]] = {
    "land and sea": {"short": (54, 25), "main": (75, 50)},
    "resources": {"short": (11, 10, 11, 11, 11), "main": (15, 15, 15, 15, 15)},
    "intersections and edges": {"short": (158, 219), "main": (226, 311)},
    "kinds of edges": {"short": (116, 63, 29, 11), "main": (154, 115, 27, 15)},
    "violet and brown sites": {"short": (15, 15), "main": (16, 28)},
    "capitals": {"short": (20,), "main": (29,)},
    "sites at two and three lands": {"short": (10, 20), "main": (19, 25)},
    "edges to the nearest site": {"short": (2, 19, 6, 3), "main": (2, 31, 10, 1)},
    "coins": {"short": (14,), "main": (30,)},
    "double arrows": {"short": (9,), "main": (15,)},
    "printed numbers": {"short": (1, 2, 3, 1, 4, 4, 1, 3, 2, 1), "main": (1, 2, 3, 1, 4, 4, 1, 3, 3, 1)},
    "numbers with start chips": {"short": (1, 2, 3, 3, 4, 4, 4, 3, 2, 1), "main": (1, 2, 3, 3, 4, 4, 4, 3, 3, 1)},
    "pips of resources": {
        "short": (19, 19, 20, 18, 20),
        "short-fair": (17, 18, 22, 21, 18),
        "short-fair-3": (19, 18, 20, 21, 18),
        "main": (19, 19, 20, 18, 22),
    },
}


def counted(side: str) -> dict[str, tuple[int, ...]]:
    data, resources = board(side), ("lumber", "wool", "grain", "ore", "salt")
    land = [each for each in data["hexes"] if each["terrain"] != "sea"]
    kinds = Counter(edge["kind"] for edge in data["edges"])
    printed = Counter(each["number"] for each in land)
    at_start = Counter(number(side, each) for each in land)
    near = Counter(nearest(side, each) for each in data["sites"])
    touched = Counter(len(lands(side, each["id"])) for each in data["sites"])
    pips = Counter[str]()
    for each in land:
        pips[each["resource"]] += PIPS.get(number(side, each) or 0, 0)
    return {
        "land and sea": (len(land), len(data["hexes"]) - len(land)),
        "resources": tuple(Counter(each["resource"] for each in land)[name] for name in resources),
        "intersections and edges": (len(data["intersections"]), len(data["edges"])),
        "kinds of edges": tuple(kinds[kind] for kind in ("land", "coast", "border", "sea")),
        "violet and brown sites": tuple(
            sum(each["colour"] == colour for each in data["sites"]) for colour in ("violet", "brown")
        ),
        "capitals": (sum(each["capital"] for each in data["sites"]),),
        "sites at two and three lands": (touched[2], touched[3]),
        "edges to the nearest site": tuple(near[steps] for steps in (1, 2, 3, 4)),
        "coins": (sum(each["coast_gold"] for each in data["sites"]),),
        "double arrows": (sum(edge["double_arrow"] for edge in data["edges"]),),
        "printed numbers": tuple(printed[each] for each in NUMBERS),
        "numbers with start chips": tuple(at_start[each] for each in NUMBERS),
        "pips of resources": tuple(pips[name] for name in resources),
    }


def nearest(side: str, start: dict[str, Any]) -> int:
    far = steps(side, start["intersection"])
    return min(far[each["intersection"]] for each in board(side)["sites"] if each is not start)


@pytest.mark.parametrize("side", SIDES)
def test_the_statistics_of_the_documentation_are_true(side: str) -> None:
    """ME-BOARD-7, ME-BOARD-8, ME-BOARD-9"""
    assert counted(side) == {name: rows.get(side) or rows["short"] for name, rows in COUNTED.items()}
    page = (ROOT / "docs" / "boards-merchants" / "sources.md").read_text(encoding="utf-8")
    assert "| land hexes (lumber / wool / grain / ore / salt) | 54 (11 / 10 / 11 / 11 / 11) | 75 (15 each) |" in page
    assert "| edges (land / coast / border / sea) | 219 (116 / 63 / 29 / 11) | 311 (154 / 115 / 27 / 15) |" in page
