"""The check of board files: what it finds, where, and that no input makes it fail."""

import copy
import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import hypothesis
import pytest
from hypothesis import strategies as st

from kontor.domain.hansa.boards.check import check_board
from kontor.domain.kernel.board_check import MOST_FLAWS
from kontor.domain.kernel.canonical import canonical

BOARDS = ("hansa-3", "hansa-45", "east", "britannia-3", "britannia-45")

Board = dict[str, Any]  # Any: a board file that a test damages


def board(name: str) -> Board:
    found: Board = json.loads(files("kontor.domain.hansa.boards").joinpath(f"{name}.json").read_text(encoding="utf-8"))
    return found


def city(board: Board, name: str) -> tuple[int, Board]:
    return next((n, each) for n, each in enumerate(board["cities"]) if each["name"] == name)


def route(board: Board, a: str, b: str) -> tuple[int, Board]:
    return next((n, each) for n, each in enumerate(board["routes"]) if {each["a"], each["b"]} == {a, b})


@pytest.mark.parametrize("name", BOARDS)
def test_every_shipped_board_is_without_flaw(name: str) -> None:
    """HT-BOARD-7"""
    assert check_board(board(name)) == ()
    assert board(name)["id"] == name
    canonical(board(name))  # it can be hashed


Damage = Callable[[Board], object]

DAMAGES: dict[str, tuple[str, Damage, str, str]] = {
    # what: board, damage, pointer, code
    "no cities": ("hansa-3", lambda b: b.pop("cities"), "/cities", "missing-field"),
    "a field nobody knows": ("hansa-3", lambda b: b.update(artist="x"), "/artist", "unknown-field"),
    "a coin that is a string": (
        "hansa-3",
        lambda b: b["cities"][0]["offices"][0].update(coin="1"),
        "/cities/0/offices/0/coin",
        "wrong-type",
    ),
    "a shape that is none": (
        "hansa-3",
        lambda b: b["cities"][0]["offices"][0].update(shape="cube"),
        "/cities/0/offices/0/shape",
        "not-one-of",
    ),
    "a city name that would break the ids of posts": (
        "hansa-3",
        lambda b: b["cities"][0].update(name="Arn~heim"),
        "/cities/0/name",
        "wrong-form",
    ),
    "a city name with a space in front": (
        "east",
        lambda b: b["cities"][0].update(name=" Allenstein"),
        "/cities/0/name",
        "wrong-form",
    ),
    "a city name in decomposed form": (
        "east",
        lambda b: b["cities"][0].update(name="Ko\u0308ln"),
        "/cities/0/name",
        "wrong-form",
    ),
    "a lone surrogate": ("east", lambda b: b.update(title="\ud800"), "/title", "wrong-form"),
    "two cities of one name": (
        "hansa-3",
        lambda b: b["cities"].append({**b["cities"][0], "x": 1, "y": 1}),
        "/cities/27/name",
        "duplicate",
    ),
    "two cities in one place": (
        "hansa-3",
        lambda b: b["cities"][1].update(x=b["cities"][0]["x"], y=b["cities"][0]["y"]),
        "/cities/1",
        "duplicate",
    ),
    "offices out of order": (
        "hansa-3",
        lambda b: city(b, "Minden")[1]["offices"].reverse(),
        "/cities/18/offices/1/privilege",
        "wrong-order",
    ),
    "a green city with an office": (
        "east",
        lambda b: city(b, "Belgard")[1]["offices"].append({"shape": "trader", "privilege": "white", "coin": 0}),
        "/cities/2/offices",
        "contradiction",
    ),
    "a city without offices": (
        "hansa-3",
        lambda b: b["cities"][0].update(offices=[]),
        "/cities/0/offices",
        "wrong-size",
    ),
    "an ability twice": (
        "east",
        lambda b: city(b, "Waren")[1].update(develops=["bursa", "bursa"]),
        "/cities/25/develops/1",
        "duplicate",
    ),
    "nine offices": (
        "britannia-45",
        lambda b: city(b, "London")[1]["offices"].append(city(b, "London")[1]["offices"][-1]),
        "/cities/18/offices",
        "wrong-size",
    ),
    "a threshold out of reach": (
        "hansa-3",
        lambda b: b.update(completed_cities_limit=28),
        "/completed_cities_limit",
        "out-of-range",
    ),
    "one post": ("hansa-3", lambda b: b["routes"][0].update(posts=["any"]), "/routes/0/posts", "wrong-size"),
    "five posts": ("hansa-3", lambda b: b["routes"][0].update(posts=["any"] * 5), "/routes/0/posts", "wrong-size"),
    "no post for traders": (
        "hansa-3",
        lambda b: b["routes"][0].update(posts=["merchant"] * 3),
        "/routes/0/posts",
        "contradiction",
    ),
    "a route to nowhere": ("hansa-3", lambda b: b["routes"][0].update(a="Rom"), "/routes/0/a", "unknown-reference"),
    "a route in a circle": ("hansa-3", lambda b: b["routes"][0].update(b="Arnheim"), "/routes/0/b", "duplicate"),
    "two routes between the same cities": (
        "hansa-3",
        lambda b: b["routes"][1].update(a="Duisburg", b="Arnheim"),
        "/routes/1",
        "duplicate",
    ),
    "a fourth tavern": ("hansa-45", lambda b: b["routes"][0].update(tavern=True), "/routes", "wrong-count"),
    "a tavern at a permanent marker": (
        "east",
        lambda b: route(b, "Malmö", "Visby")[1].update(tavern=True),
        "/routes/28/tavern",
        "contradiction",
    ),
    "an island": (
        "hansa-45",
        lambda b: b["routes"].remove(route(b, "Hamburg", "Lübeck")[1]),
        "/cities/15",
        "not-connected",
    ),
    "a country without routes": (
        "hansa-45",
        lambda b: b["cities"][0].update(permission=["wales"]),
        "/cities/0/permission/0",
        "contradiction",
    ),
    "a country that nobody may enter": (
        "britannia-45",
        lambda b: [each.update(permission=None) for each in b["cities"]],
        "/routes/9/region",
        "contradiction",
    ),
    "a permission without an office": (
        "britannia-45",
        lambda b: city(b, "Cardiff")[1].update(kind="green", offices=[]),
        "/cities/4/permission",
        "contradiction",
    ),
    "a country twice": (
        "britannia-45",
        lambda b: city(b, "Isle of Man")[1].update(region=["wales", "wales"]),
        "/cities/16/region/1",
        "duplicate",
    ),
    "a green marker without a green city": (
        "hansa-45",
        lambda b: b["routes"][0].update(permanent_marker="occupy_green_city"),
        "/routes/0/permanent_marker",
        "contradiction",
    ),
    "borderlands without borders": (
        "hansa-45",
        lambda b: b["routes"][0].update(permanent_marker="place_two_borderlands"),
        "/routes/0/permanent_marker",
        "contradiction",
    ),
    "a link to nowhere": (
        "hansa-45",
        lambda b: b.update(east_west=["Rom", "Arnheim"]),
        "/east_west/0",
        "unknown-reference",
    ),
    "a link in a circle": (
        "hansa-45",
        lambda b: b.update(east_west=["Arnheim", "Arnheim"]),
        "/east_west/1",
        "duplicate",
    ),
    "prestige nowhere": ("hansa-45", lambda b: b["prestige"].update(city="Rom"), "/prestige/city", "unknown-reference"),
    "prestige beside its route": (
        "hansa-45",
        lambda b: b["prestige"].update(route=["Arnheim", "Kampen"]),
        "/prestige/route",
        "contradiction",
    ),
    "prestige on no route": (
        "hansa-45",
        lambda b: b["prestige"].update(route=["Coellen", "Kampen"]),
        "/prestige/route",
        "unknown-reference",
    ),
    "prestige in the wrong order": (
        "hansa-45",
        lambda b: b["prestige"]["fields"].reverse(),
        "/prestige/fields/0/privilege",
        "wrong-order",
    ),
    "prestige that does not rise": (
        "hansa-45",
        lambda b: b["prestige"]["fields"][1].update(points=7),
        "/prestige/fields/1/points",
        "wrong-order",
    ),
    "three prestige spaces": (
        "hansa-45",
        lambda b: b["prestige"]["fields"].pop(),
        "/prestige/fields",
        "wrong-size",
    ),
    "a mission nowhere": (
        "hansa-45",
        lambda b: b["missions"][0].__setitem__(2, "Rom"),
        "/missions/0/2",
        "unknown-reference",
    ),
    "a mission with a city twice": (
        "hansa-45",
        lambda b: b["missions"][0].__setitem__(1, "Osnabrück"),
        "/missions/0/1",
        "duplicate",
    ),
    "a mission twice": (
        "hansa-45",
        lambda b: b["missions"].append(b["missions"][0][::-1]),
        "/missions/9",
        "duplicate",
    ),
    "two provinces of one name": (
        "hansa-3",
        lambda b: b["provinces"][1].update(id="altmark"),
        "/provinces/1/id",
        "duplicate",
    ),
    "a route of a province that is none": (
        "hansa-3",
        lambda b: b["provinces"][0]["routes"].append(["Arnheim", "Halle"]),
        "/provinces/0/routes/3",
        "unknown-reference",
    ),
    "a province that names a route twice": (
        "hansa-3",
        lambda b: b["provinces"][0]["routes"].append(["Perleberg", "Lüneburg"]),
        "/provinces/0/routes/3",
        "duplicate",
    ),
    "a route that borders one province": (
        "hansa-3",
        lambda b: b["provinces"][0]["routes"].pop(0),
        "/routes/26",
        "wrong-count",
    ),
    "soldiers without provinces": (
        "hansa-3",
        lambda b: b.pop("provinces"),
        "/soldier_borders",
        "contradiction",
    ),
    "a soldier beside an unknown province": (
        "hansa-3",
        lambda b: b["soldier_borders"][0].update(provinces=["west", "rom"]),
        "/soldier_borders/0/provinces/1",
        "unknown-reference",
    ),
    "a soldier beside an unknown city": (
        "hansa-3",
        lambda b: b["soldier_borders"][0].update(cities=["Rom", "Münster"]),
        "/soldier_borders/0/cities/0",
        "unknown-reference",
    ),
    "a soldier inside one province": (
        "hansa-3",
        lambda b: b["soldier_borders"][0].update(provinces=["west", "west"]),
        "/soldier_borders/0/provinces/1",
        "duplicate",
    ),
    "six players": ("hansa-3", lambda b: b.update(players=[3, 6]), "/players/1", "out-of-range"),
    "a number of players twice": ("hansa-3", lambda b: b.update(players=[3, 3]), "/players/1", "duplicate"),
}


@pytest.mark.parametrize("what", DAMAGES)
def test_a_damage_is_found_where_it_is(what: str) -> None:
    """HT-BOARD-1, HT-BOARD-2, HT-BOARD-3, HT-BOARD-6, HT-BOARD-7, HT-BOARD-12, HT-BOARD-13"""
    name, damage, pointer, code = DAMAGES[what]
    damaged = board(name)
    damage(damaged)
    assert (pointer, code) in [(flaw.pointer, flaw.code) for flaw in check_board(damaged)]


def test_a_users_board_needs_neither_missions_nor_provinces() -> None:
    """HT-BOARD-7"""
    own = board("hansa-3")
    for field in ("missions", "provinces", "soldier_borders", "thin"):
        del own[field]
    assert check_board(own) == ()


def test_at_most_a_hundred_flaws_are_reported() -> None:
    """A hostile file gets no endless answer."""
    own = board("hansa-3")
    own.update({f"unknown_{n}": 1 for n in range(5000)})
    assert len(check_board(own)) == MOST_FLAWS


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)


@hypothesis.given(ANYTHING)
def test_nothing_that_json_can_say_makes_the_check_fail(anything: Any) -> None:
    """HT-BOARD-7"""
    assert check_board(anything)


@hypothesis.settings(max_examples=200, deadline=None)
@hypothesis.given(st.sampled_from(BOARDS), st.data())
def test_no_damage_to_a_good_board_makes_the_check_fail(name: str, data: st.DataObject) -> None:
    """HT-BOARD-7"""
    damaged = copy.deepcopy(board(name))
    node: Any = damaged
    while isinstance(node, dict | list) and node:
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(node[key], dict | list) or data.draw(st.booleans()):
            node[key] = data.draw(ANYTHING)
            break
        node = node[key]
    for flaw in check_board(damaged):
        assert flaw.message
        assert flaw.pointer.startswith("/") or flaw.pointer == ""
