"""Facts of the five board sides that the documents state."""

import json
from collections import Counter
from importlib.resources import files
from typing import Any

import pytest

BOARDS = ("hansa-3", "hansa-45", "east", "britannia-3", "britannia-45")

Board = dict[str, Any]  # Any: a board file as it stands


def board(name: str) -> Board:
    found: Board = json.loads(files("kontor.domain.hansa.boards").joinpath(f"{name}.json").read_text(encoding="utf-8"))
    return found


def taverns(name: str) -> set[frozenset[str]]:
    return {frozenset((each["a"], each["b"])) for each in board(name)["routes"] if each["tavern"]}


def abilities(name: str) -> dict[str, list[str]]:
    return {each["name"]: each["develops"] for each in board(name)["cities"] if each["develops"]}


def coins(name: str) -> dict[str, list[int]]:
    found = {each["name"]: [office["coin"] for office in each["offices"]] for each in board(name)["cities"]}
    return {city: values for city, values in found.items() if any(values)}


def permanent_markers(name: str) -> dict[frozenset[str], str]:
    routes = board(name)["routes"]
    return {frozenset((each["a"], each["b"])): each["permanent_marker"] for each in routes if each["permanent_marker"]}


def shortest(name: str, start: str, end: str) -> int:
    """How many cities the shortest chain from start to end has."""
    routes = board(name)["routes"]
    reached, cities = {start}, 1
    while end not in reached:
        reached |= {each[q] for each in routes for p, q in ("ab", "ba") if each[p] in reached}
        cities += 1
    return cities


COUNTS = {
    # cities, routes, posts, merchant-only posts, offices for traders, for merchants, white, orange, pink, black
    "hansa-3": (27, 32, 101, 0, 44, 13, 24, 15, 11, 7),
    "hansa-45": (27, 34, 107, 0, 46, 16, 25, 15, 13, 9),
    "east": (28, 32, 98, 6, 45, 10, 16, 19, 11, 9),
    "britannia-3": (26, 35, 111, 7, 48, 12, 19, 18, 15, 8),
    "britannia-45": (30, 40, 121, 9, 55, 17, 21, 20, 19, 12),
}


@pytest.mark.parametrize("name", BOARDS)
def test_the_counts_of_a_board_side(name: str) -> None:
    """HT-BOARD-2, HT-BOARD-3, HT-BOARD-4, HT-BOARD-11"""
    cities, routes = board(name)["cities"], board(name)["routes"]
    posts = Counter(post for each in routes for post in each["posts"])
    offices = [office for each in cities for office in each["offices"]]
    shapes = Counter(office["shape"] for office in offices)
    colours = Counter(office["privilege"] for office in offices)
    assert COUNTS[name] == (
        len(cities),
        len(routes),
        posts.total(),
        posts["merchant"],
        shapes["trader"],
        shapes["merchant"],
        *(colours[colour] for colour in ("white", "orange", "pink", "black")),
    )


@pytest.mark.parametrize("name", ["hansa-3", "hansa-45"])
def test_the_facts_of_the_hanse_board(name: str) -> None:
    """HT-BOARD-8"""
    side = board(name)
    assert set(side["east_west"]) == {"Stendal", "Arnheim"}
    assert side["prestige"]["city"] == "Coellen"
    assert side["completed_cities_limit"] == 10
    expected = [("Osnabrück", "Bremen"), ("Lüneburg", "Perleberg"), ("Hildesheim", "Goslar")]
    assert taverns(name) == {frozenset(pair) for pair in expected}
    assert abilities(name) == {
        "Groningen": ["liber_sophiae"],
        "Stade": ["privilegium"],
        "Lübeck": ["bursa"],
        "Göttingen": ["actiones"],
        "Halle": ["keys"],
    }
    more = {"Stade", "Warburg"} if name == "hansa-3" else set()
    assert coins(name).keys() == {"Groningen", "Lübeck", "Coellen", "Halle"} | more
    assert all(sum(values) == 1 for values in coins(name).values())


def test_the_facts_of_the_east_board() -> None:
    """HT-BOARD-9, HT-EAST-2, HT-EAST-3, HT-EAST-8, HT-EAST-13, HT-EAST-15"""
    side = board("east")
    assert set(side["east_west"]) == {"Lübeck", "Danzig"}
    assert side["prestige"]["city"] == "Königsberg"
    assert side["completed_cities_limit"] == 10
    assert {each["name"] for each in side["cities"] if each["kind"] == "green"} == {"Belgard", "Waren", "Dresden"}
    assert abilities("east") == {
        "Waren": ["actiones", "bursa"],
        "Dresden": ["keys"],
        "Magdeburg": ["privilegium"],
        "Breslau": ["liber_sophiae"],
    }
    expected = [("Stettin", "Kulm"), ("Allenstein", "Braunsberg"), ("Brandenburg", "Tangermünde")]
    assert taverns("east") == {frozenset(pair) for pair in expected}
    assert permanent_markers("east") == {
        frozenset(("Wismar", "Stralsund")): "move_two_any",
        frozenset(("Stralsund", "Malmö")): "develop_privilegium",
        frozenset(("Malmö", "Visby")): "occupy_green_city",
        frozenset(("Danzig", "Malmö")): "redeploy_two",
    }
    sea = {frozenset((each["a"], each["b"])) for each in side["routes"] if "merchant" in each["posts"]}
    assert sea == permanent_markers("east").keys()
    assert {each["posts"].count("merchant") for each in side["routes"]} == {0, 1, 2}
    assert shortest("east", "Lübeck", "Danzig") == 5


@pytest.mark.parametrize("name", ["britannia-3", "britannia-45"])
def test_the_facts_of_the_britannia_board(name: str) -> None:
    """HT-BOARD-10, HT-BRIT-2, -3, -5, -15, -17, HT-RULING-41, -67, -79"""
    side, is_large = board(name), name == "britannia-45"
    assert set(side["east_west"]) == {"Oxford", "York"}
    assert side["prestige"]["city"] == "Plymouth"
    assert side["completed_cities_limit"] == 8
    expected = [("Richmond", "Lancaster"), ("Coventry", "Nottingham"), ("Salisbury", "Southampton")]
    assert taverns(name) == {frozenset(pair) for pair in expected}
    assert abilities(name) == {
        "London": ["privilegium"],
        "Chester": ["actiones"],
        "Newcastle": ["bursa"],
        "York": ["keys"],
        "Norwich": ["liber_sophiae"],
    }
    assert {city: max(values) for city, values in coins(name).items()} == {"Plymouth": 2, "Bristol": 2, "Ipswich": 2}
    markers = {
        frozenset(("Canterbury", "Calais")): "move_two_any",
        frozenset(("Calais", "Southampton")): "place_two_borderlands",
    }
    if not is_large:
        markers[frozenset(("Carlisle", "Isle of Man"))] = "move_two_any"
    assert permanent_markers(name) == markers
    countries = {"wales", "scotland"} if is_large else {"wales"}  # by name; the colours on the map do not matter
    assert {each["region"] for each in side["routes"]} == {None, *countries}
    cities = {each["name"]: each for each in side["cities"]}
    assert cities["Isle of Man"]["region"] == (["wales", "scotland"] if is_large else ["wales"])
    assert cities["Chester"]["region"] == ["wales"]
    permissions = {each["name"]: each["permission"] for each in side["cities"] if each["permission"]}
    if is_large:
        assert permissions == {"Cardiff": ["wales"], "Carlisle": ["scotland"], "London": ["wales", "scotland"]}
    else:
        assert permissions == {"Cardiff": ["wales"], "London": ["wales"]}
    assert sum("merchant" in each["posts"] for each in side["routes"]) == (5 if is_large else 4)


@pytest.mark.parametrize("name", ["hansa-3", "hansa-45"])
def test_each_mission_shares_two_cities_with_two_other_cards_and_owns_the_third(name: str) -> None:
    """HT-MISSION-4, HT-MISSION-5"""
    cards = board(name)["missions"]
    assert len(cards) == 9
    count = Counter(city for card in cards for city in card)
    assert [[count[city] for city in card] for card in cards] == [[3, 3, 1]] * 9


def test_every_route_of_the_small_hanse_side_separates_two_of_sixteen_provinces() -> None:
    """HT-2P-PROV-2, HT-2P-PROV-3, HT-2P-PROV-4, HT-RULING-48"""
    side = board("hansa-3")
    assert len(side["provinces"]) == 16
    borders = Counter(frozenset(route) for each in side["provinces"] for route in each["routes"])
    assert set(borders.values()) == {2}
    assert len(borders) == 32
    expected = [("Osnabrück", "Münster"), ("Münster", "Dortmund"), ("Lüneburg", "Bruinswiek"), ("Bruinswiek", "Goslar")]
    assert [set(each["cities"]) for each in side["soldier_borders"]] == [set(pair) for pair in expected]


def test_facts_that_rest_on_thin_sources_are_marked() -> None:
    """HT-BOARD-11"""
    marked = {name: {line["about"] for line in board(name)["thin"]} for name in BOARDS}
    assert marked["hansa-45"] == {"missions"}
    assert marked["hansa-3"] == {"missions", "provinces"}
    assert "offices and posts" in marked["britannia-45"]
    assert all(marked.values())
