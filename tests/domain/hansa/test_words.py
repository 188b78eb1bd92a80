"""Whatever names a thing on the wire says which kind of thing: commands, events, view and board file."""

from collections.abc import Mapping
from typing import cast

import pytest

from kontor.domain.hansa import RULESET
from kontor.domain.hansa.boards.board_file import BoardForm
from kontor.domain.hansa.options import Options
from kontor.domain.hansa.rulebook.scoring import CATEGORIES, ScoredSeat
from kontor.domain.hansa.rulebook.setup_events import HiddenMarker
from kontor.domain.hansa.words import KINDS
from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.model import Form, schema
from tests.support.schema_kinds import kinds_of, unnamed_leaves

SCHEMAS: Mapping[str, JsonObject] = {
    **{name: schema(cast(Form, form)) for name, form in {**RULESET.commands, **RULESET.events}.items()},
    "a part of marker_supply_shuffled": schema(HiddenMarker),
    "view": RULESET.view_schema,
    "options": schema(Options),
    "board": schema(BoardForm),
}
FREE = {  # texts that name nothing
    ("board", "/properties/title"): "for people to read",
    ("board", "/properties/blank_markers/anyOf/0/items/properties/title"): "for people to read",
    ("board", "/properties/thin/anyOf/0/items/properties/about"): "a remark of ours",
    ("board", "/properties/thin/anyOf/0/items/properties/remark"): "a remark of ours",
}
DRAWS = "/properties/draws/"  # the kernel's: a draw repeats words that its event names beside it


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_string_is_listed_or_says_what_it_names(name: str) -> None:
    found = [pointer for pointer in unnamed_leaves(SCHEMAS[name]) if not pointer.startswith(DRAWS)]
    assert [pointer for pointer in found if (name, pointer) not in FREE] == []


def test_the_list_of_free_texts_is_no_longer_than_needed() -> None:
    found = {(name, pointer) for name, form in SCHEMAS.items() for pointer in unnamed_leaves(form)}
    assert set(FREE) - found == set()


def test_every_kind_is_described_and_used() -> None:
    assert {kind for form in SCHEMAS.values() for kind in kinds_of(form)} == set(KINDS)


@pytest.mark.parametrize("name", RULESET.events)
def test_the_owner_in_an_event_is_a_seat_number(name: str) -> None:
    """Seats are numbers, which no walk over strings finds."""
    fields = cast("Mapping[str, JsonObject]", SCHEMAS[name]["properties"])
    assert {fields[key].get("x-kind") for key in ("seat", "owner", "by") if key in fields} <= {"seat"}


def test_the_fields_of_the_scoring_are_its_categories_in_order() -> None:
    """HT-SCORE-1"""
    fields = cast("Mapping[str, JsonObject]", schema(ScoredSeat)["properties"])
    scored = [name for name in fields if name not in ("seat", "total", "actiones")]
    assert scored == [each.name for each in RULESET.categories]
    assert "".join(str(each.letter) for each in CATEGORIES) == "ABCDEFMR"
    assert all(str(fields[each.name]["description"]).startswith(f"{each.letter}: ") for each in CATEGORIES)
