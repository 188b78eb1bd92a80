"""Every board and a position on each: drawn as the golden files show, and no label covered, on them or by them."""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import cast
from xml.etree import ElementTree

import pytest

from kontor.domain.hansa import RULESET as HANSA
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.drawing.model import Drawing, groups_in
from kontor.domain.kernel.drawing.palette import palette
from kontor.domain.kernel.drawing.svg import svg
from kontor.domain.kernel.drawing.terminal import terminal
from kontor.domain.kernel.game import table_of
from kontor.domain.kernel.ruleset import Table
from kontor.domain.merchants import RULESET as MERCHANTS
from tests.games.recording import FOLDER as RECORDED
from tests.games.recording import Recording, one_per_variant
from tests.pictures.drawn import POSITIONS, VIEWER, boards, drawing, files
from tests.support.drawings import (
    covered,
    covering,
    labels,
    misplaced,
    named,
    outside,
    overlapping,
    unexplained_looks,
    unexplained_signs,
    unsigned_lines,
)
from tests.support.rulesets import SHIPPED

BOARDS = (
    *("hansa-3", "hansa-45", "east", "britannia-3", "britannia-45"),
    *("merchants-short-fair-3", "merchants-short-fair", "merchants-short", "merchants-main"),
)
ALL = (*BOARDS, *POSITIONS)
STANDING = ("merchant", "caravan", "robber")  # pieces that look for room beside where they are
SHIPPED_GAMES = [path for path in one_per_variant() if path.parent.name in SHIPPED]
# For each board of Merchants a game with the most seats that were recorded on it.
CROWDED = (
    *("merchants-main-4-seats-drawn-won", "merchants-short-4-seats-start-variable-drawn-won"),
    *("merchants-short-fair-4-seats-start-fixed-drawn-won", "merchants-short-fair-3-3-seats-start-fixed-won"),
)


def test_every_shipped_board_is_drawn() -> None:
    assert set(boards()) == set(BOARDS)
    played = {name.removesuffix("-position").removesuffix("-provinces") for name in POSITIONS}
    assert played == set(BOARDS)


@pytest.mark.parametrize("name", ALL)
def test_a_picture_is_as_it_was(name: str) -> None:
    """`make pictures` writes the files anew."""
    for path, text in files(name, drawing(name)):
        assert text == path.read_text(encoding="utf-8"), f"{path.name} has changed"


@pytest.mark.parametrize("name", ALL)
def test_no_label_lies_on_another_or_is_covered_or_covers_a_piece(name: str) -> None:
    found = drawing(name)
    assert list(overlapping(found)) == []
    assert list(covered(found)) == []
    assert list(covering(found)) == []
    assert list(outside(found)) == []


@pytest.mark.parametrize("name", CROWDED)
def test_no_piece_covers_a_name_or_another_piece_in_a_whole_game(name: str) -> None:
    playout = Recording.load(RECORDED / "merchants" / f"{name}.json").replayed()
    views = [playout.rules.view(game.state, VIEWER) for game in playout.games[::8]]
    apart = {str([view["robber"], _pieces(view)]): view for view in views}
    assert len(apart) > 20
    drawings = [playout.rules.draw(table_of(playout.game), view) for view in apart.values()]
    assert [flaw for each in drawings for flaw in misplaced(each, STANDING)] == []


def _pieces(view: JsonObject) -> object:
    return [[seat["merchants"], seat["caravans"]] for seat in cast("list[JsonObject]", view["seats"])]


@cache
def page(name: str, columns: int | None = None) -> str:
    return terminal(drawing(name), columns=columns)


@pytest.mark.parametrize("columns", [None, 120, 80])
@pytest.mark.parametrize("name", ALL)
def test_every_label_is_whole_in_the_text(name: str, columns: int | None) -> None:
    text = page(name, columns)
    assert max(map(len, text.splitlines())) <= (columns or 200)
    assert [named(each) for each in labels(drawing(name)) if each.shape.plain is None and named(each) not in text] == []


@pytest.mark.parametrize("columns", [120, 80])
@pytest.mark.parametrize("name", ALL)
def test_no_sign_is_lost_on_a_narrow_page(name: str, columns: int) -> None:
    """Offices, sites and whatever else has a sign that no name has."""
    wide, narrow = page(name), page(name, columns)
    for sign in "[(#%!*":
        assert narrow.count(sign) >= wide.count(sign), sign


@pytest.mark.parametrize("name", ALL)
def test_a_page_without_its_legend_explains_no_signs(name: str) -> None:
    for columns in (None, 80):
        assert "Legend" in page(name, columns)
        assert "Legend" not in terminal(drawing(name), columns=columns, legend=False)


@pytest.mark.parametrize("name", ALL)
def test_the_legend_explains_every_sign_of_a_page_and_has_a_sign_in_every_line(name: str) -> None:
    assert unexplained_signs(drawing(name)) == set()
    assert unsigned_lines(drawing(name)) == []


@pytest.mark.parametrize("name", ALL)
def test_the_legend_explains_every_sign_of_a_map(name: str) -> None:
    assert unexplained_looks(drawing(name)) == set()


@pytest.mark.parametrize("path", SHIPPED_GAMES, ids=lambda path: path.stem)
def test_the_legend_explains_every_sign_of_a_game(path: Path) -> None:
    """Neutral pieces, added offices, commodities: late in a recorded game of every variant."""
    playout = Recording.load(path).replayed()
    view = playout.rules.view(playout.games[-len(playout.games) // 8].state, VIEWER)
    found = playout.rules.draw(table_of(playout.game), view)
    assert unexplained_signs(found) | unexplained_looks(found) == set()


@pytest.mark.parametrize("name", ALL)
def test_a_label_can_be_read_at_600_pixels(name: str) -> None:
    """Names of places have 7 pixels at least, everything else 6."""
    found = drawing(name)
    sizes = [each.shape.size * 600 / found.width for each in labels(found)]  # type: ignore[union-attr]  # a label is a text
    assert min(sizes) >= 6
    cities = {
        id(group): group.thing.id for group in groups_in(found.groups) if group.thing and group.thing.kind == "city"
    }
    names = [each for each in labels(found) if cities.get(each.inside[-1]) == named(each)]  # a province may share one
    shown = [each.shape.size * 600 / found.width for each in names]  # type: ignore[union-attr]
    assert min(shown, default=9) >= 8


def test_the_measure_finds_covered_labels() -> None:
    """A label moved onto its neighbour, and a piece painted on a label, are noticed."""
    found = drawing("hansa-3")
    group = next(each for each in groups_in(found.groups) if each.thing and each.thing.kind == "city")
    doubled = replace(found, groups=(*found.groups, group))
    assert list(overlapping(doubled))
    assert list(covered(doubled))


# ---------------------------------------------------------------- what is named


@pytest.mark.parametrize("name", ["hansa-3-position", "britannia-45-position"])
def test_hansa_names_its_things_as_commands_do(name: str) -> None:
    kinds: dict[str, set[str]] = {}
    for group in groups_in(drawing(name).groups):
        if group.thing:
            kinds.setdefault(group.thing.kind, set()).add(group.thing.id)
    assert {"route", "post", "city", "office", "marker", "seat", "ability", "special_space"} <= kinds.keys()
    assert kinds["special_space"] == {"7", "8", "9", "11"}
    assert all(re.fullmatch(r"m\d\d", marker) for marker in kinds["marker"])


def test_merchants_names_all_places() -> None:
    file = MERCHANTS.boards()["merchants-main"]
    drawn = {(group.thing.kind, group.thing.id) for group in groups_in(drawing("merchants-main").groups) if group.thing}
    for kind, key in (("hex", "hexes"), ("edge", "edges"), ("site", "sites")):
        assert {(kind, each["id"]) for each in cast("list[JsonObject]", file[key])} <= drawn
    free = {each["id"] for each in cast("list[JsonObject]", file["intersections"]) if each["site"] is None}
    assert {("intersection", id_) for id_ in free} <= drawn


def test_every_colour_of_a_picture_is_in_the_palette() -> None:
    for name in ALL:
        used = set(re.findall("#[0-9a-f]{6}", svg(drawing(name), "dark")))
        assert used <= set(palette(drawing(name).colours, "dark").values())


# ---------------------------------------------------------------- boards of users


def renamed(board: JsonObject, names: dict[str, str]) -> JsonObject:
    """The board with other names of cities, wherever they stand."""

    def told(value: object) -> object:
        if isinstance(value, dict):
            return {key: told(each) for key, each in value.items()}
        if isinstance(value, list | tuple):
            return [told(each) for each in value]
        return names.get(value, value) if isinstance(value, str) else value

    return told(board)  # type: ignore[return-value]  # a board is an object


def hansa_board(board: JsonObject) -> Drawing:
    assert not HANSA.check_board(board)
    return HANSA.draw(Table(board, {}, ()), None)


def test_names_that_are_markup_are_drawn_as_names() -> None:
    evil = {"Lübeck": "<script>alert(1)<script>", "Emden": '"onload="alert(1)', "Stade": "&amp;<!--", "Halle": "]]>"}
    found = hansa_board(renamed(HANSA.boards()["hansa-3"], evil))
    root = ElementTree.fromstring(svg(found))
    allowed = {"svg", "title", "desc", "g", "rect", "circle", "polygon", "polyline", "text"}
    assert {each.tag.partition("}")[2] for each in root.iter()} == allowed
    assert {key for each in root.iter() for key in each.attrib if key.startswith("on")} == set()
    ids = {each.get("data-id") for each in root.iter() if each.get("data-kind") == "city"}
    assert set(evil.values()) <= ids


@pytest.mark.parametrize("spots", ["crowd", "line", "far"])
def test_a_board_with_unusable_places_is_laid_out_again(spots: str) -> None:
    board = HANSA.boards()["hansa-3"]
    places = {
        "crowd": [(n % 6, n // 6) for n in range(27)],
        "line": [(n, 0) for n in range(27)],
        "far": [(n * 370, n * n) for n in range(27)],
    }[spots]
    printed = cast("list[JsonObject]", board["cities"])
    cities = [{**city, "x": x, "y": y} for city, (x, y) in zip(printed, places, strict=True)]
    found = hansa_board({**board, "cities": cities})
    assert found == hansa_board({**board, "cities": cities}), "the same board gives the same picture"
    assert max(found.width, found.height) < 8000
    assert list(overlapping(found)) == []
    assert list(outside(found)) == []


def test_long_names_are_shortened_and_their_ids_are_not() -> None:
    long = "Llanfairpwllgwyngyllgogerychwyrndrobwlll"
    found = hansa_board(renamed(HANSA.boards()["hansa-3"], {"Lübeck": long}))
    assert list(overlapping(found)) == []
    assert long in {group.thing.id for group in groups_in(found.groups) if group.thing}
    assert any(named(each).endswith("…") and long.startswith(named(each)[:-1]) for each in labels(found))
