"""Panels beside the map: whatever is told there is told whole, in a picture and on a page of text."""

import re
from collections.abc import Sequence

import pytest

from kontor.domain.hansa.words import TILES
from kontor.domain.kernel.canonical import Json
from kontor.domain.kernel.drawing.model import Drawing, Group, Text, groups_in, shapes_in
from kontor.domain.kernel.drawing.panels import in_rows
from kontor.domain.kernel.drawing.svg import svg
from kontor.domain.kernel.drawing.terminal import terminal
from tests.pictures.drawn import position_with, seats_with
from tests.support.drawings import covered, covering, labels, named, outside, overlapping

LONGEST = (
    "Offer 12: Orange gives 1 lumber, 2 wool, 3 ore and 4 gold for 2 grain, 1 salt and 11 gold, to Red, Blue, White"
)


def offer(number: int, by: int, to: Sequence[int], *, answered: bool = False) -> Json:
    return {
        **{"offer": number, "by": by, "to": [*to]},
        **{"give": {"ore": 1, "lumber": 1, "gold": 3}, "want": {"grain": 2, "wool": 1}},
        **{"accepted": [*to][:1] if answered else [], "declined": [*to][1:] if answered else []},
    }


def offers_of(drawing: Drawing) -> dict[str, Group]:
    found = [group for group in groups_in(drawing.groups) if group.thing and group.thing.kind == "offer"]
    return {group.thing.id: group for group in found if group.thing}


def words_of(group: Group) -> str:
    return " ".join(shape.text for shape in shapes_in((group,)) if isinstance(shape, Text))


def assert_well_laid(drawing: Drawing) -> None:
    assert [named(each) for each in labels(drawing) if named(each).endswith("…") and named(each) != "…"] == []
    flaws = [*overlapping(drawing), *covered(drawing), *covering(drawing), *outside(drawing)]
    assert flaws == []
    text = terminal(drawing)
    assert [named(each) for each in labels(drawing) if each.shape.plain is None and named(each) not in text] == []


@pytest.mark.parametrize("name", ["merchants-short-position", "merchants-main-position"])
@pytest.mark.parametrize("answered", [False, True])
def test_every_open_offer_is_shown_completely_with_its_number(name: str, answered: bool) -> None:
    """Beside the map and below it; three at once, so that the table has to grow."""
    open_ = [offer(7, 2, [1, 3], answered=answered), offer(8, 1, [2]), offer(12, 3, [2, 1], answered=answered)]
    drawing = position_with(name, offers=open_)
    found = offers_of(drawing)
    assert [*found] == ["7", "8", "12"]
    told = "Offer 7: Blue gives 1 lumber, 1 ore, 3 gold for 1 wool, 2 grain, to Red, White"
    answers = "; Red accepts; White declines" if answered else ""
    assert all(group.thing and words_of(group) == group.thing.title for group in found.values())
    assert words_of(found["7"]) == told + answers
    assert f'data-kind="offer" data-id="7"><title>{told}{answers}</title>' in svg(drawing)
    assert_well_laid(drawing)


def test_a_first_offer_moves_nothing() -> None:
    """Whoever looks at the board does not see it jump."""
    without, one = (position_with("merchants-short-position", offers=each) for each in ([], [offer(1, 2, [1])]))
    assert (without.width, without.height) == (one.width, one.height)


@pytest.mark.parametrize("name", ["hansa-45-position", "britannia-45-position", "hansa-3-position"])
def test_a_desk_shows_all_tiles_the_whole_mission_and_every_marker(name: str) -> None:
    mission: Json = {"card": 1, "cities": ["Quedlinburg", "Osnabrück", "Lüneburg"]}
    markers = [{"marker": f"m0{n}", "kind": "extra_office"} for n in range(1, 8)]
    drawing = seats_with(name, tiles=[*TILES[:4]], mission=mission, unused=markers, used=markers, plate=2)
    assert_well_laid(drawing)
    desks = [group for group in groups_in(drawing.groups) if group.thing and group.thing.kind == "seat"]
    for desk in desks:
        for told in ("7 used", "2 on the plate", *(tile.replace("_", " ") for tile in TILES[:4])):
            assert told in words_of(desk)
        assert "mission: Quedlinburg, Osnabrück, Lüneburg" in words_of(desk)
        assert len(re.findall(r"\+ office", words_of(desk))) == 7


def test_the_table_shows_all_favours_and_counters() -> None:
    drawing = position_with("hansa-45-position", favour_display=[*TILES], triggers=["prestige", "cities"])
    assert_well_laid(drawing)
    [table] = [group for group in drawing.groups if "Table" in words_of(group).split()]
    assert f"Favours: {', '.join(tile.replace('_', ' ') for tile in TILES)}" in words_of(table)


@pytest.mark.parametrize("room", [240, 330, 520, 900])
def test_rows_end_behind_commas_and_leave_nothing_out(room: float) -> None:
    told = ["routes 26", "posts 5", "commodities 3", "merchants 1", "caravans 1 left"]
    rows = in_rows(told, room)
    assert " ".join(rows) == ", ".join(told)
    assert all(row.endswith(",") for row in rows[:-1])
    assert " ".join(in_rows([LONGEST], room)) == LONGEST


def test_only_a_word_without_any_room_is_shortened() -> None:
    assert in_rows(["Llanfairpwllgwyngyllgogerychwyrndrobwll", "Bath"], 120) == ["Llanfair…", "Bath"]
    assert in_rows([], 120) == []
