"""Names on the wire: every field that names a thing says its kind (`x-kind`), so that a client can look for it."""

import re
from typing import cast

import pytest

from kontor.domain.kernel.canonical import JsonObject
from kontor.domain.kernel.model import Form, schema
from kontor.domain.merchants.boards.board_file import BoardFile
from kontor.domain.merchants.options import Options
from kontor.domain.merchants.rulebook.catalogue import COMMANDS, EVENTS
from kontor.domain.merchants.rulebook.robber import StolenCard, TheftDraw
from kontor.domain.merchants.rulebook.sealed_piles import CardFace, ChipFace
from kontor.domain.merchants.view.view import SCHEMA
from kontor.domain.merchants.words import KINDS
from tests.support.schema_kinds import kinds_of, unnamed_leaves

FREE_TEXTS = {  # pointers that end so, and why they name nothing
    "/draws/items/properties/purpose": "the kernel's address of a draw, a word for those who check the dice",
    "/draws/anyOf/0/items/properties/purpose": "the same, in thefts of old games",
    "board:/properties/name": "the title of the board, for people",
    "board:/properties/note": "a remark, for people",
    "board:/properties/hexes/items/properties/region/anyOf/0": "what people call the land; nothing refers to it",
    "board:/properties/sites/items/properties/name": "what people call the city; others refer to it by its id",
}

FORMS: dict[str, JsonObject] = {
    **{f"command {name}": schema(cast(Form, form)) for name, form in COMMANDS.items()},
    **{f"event {name}": schema(cast(Form, form)) for name, form in EVENTS.items()},
    **{f"part {form.__name__}": schema(form) for form in (CardFace, ChipFace, StolenCard, TheftDraw)},
    "options": schema(Options),
    "view": SCHEMA,
    "board": schema(BoardFile),
}


def without_kind(name: str) -> list[str]:
    found = [f"{name}:{pointer}" for pointer in unnamed_leaves(FORMS[name])]
    return [each for each in found if not each.endswith(tuple(FREE_TEXTS))]


@pytest.mark.parametrize("name", FORMS)
def test_a_string_is_one_of_a_list_or_says_what_it_names(name: str) -> None:
    assert without_kind(name) == []


def test_every_free_text_is_still_there() -> None:
    found = [f"{name}:{pointer}" for name, form in FORMS.items() for pointer in unnamed_leaves(form)]
    assert [text for text in FREE_TEXTS if not any(each.endswith(text) for each in found)] == []


def test_the_kinds_that_are_used_are_the_kinds_that_are_documented() -> None:
    used = set().union(*(kinds_of(form) for form in FORMS.values()))
    assert used == set(KINDS)
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", kind) for kind in KINDS)


SEATS = (
    "seat",
    "by",
    "thief",
    "victim",
    "partner",
    "active",
    "owner",
    "from_seat",
    "to_seat",
    "winner",
    "commodity_of",
)


@pytest.mark.parametrize("name", [name for name in FORMS if name != "board"])
def test_a_number_that_names_a_seat_or_an_offer_says_so(name: str) -> None:
    assert [field for field, form in fields(FORMS[name]) if field in SEATS and kinds_of(form) != {"seat"}] == []
    assert [field for field, form in fields(FORMS[name]) if field == "offer" and kinds_of(form) != {"offer"}] == []


def fields(form: object) -> list[tuple[str, JsonObject]]:
    """All fields of all objects inside, with their forms."""
    if isinstance(form, list):
        return [found for each in form for found in fields(each)]
    if not isinstance(form, dict):
        return []
    own = list(form["properties"].items()) if form.get("type") == "object" and "properties" in form else []
    return own + [found for each in form.values() for found in fields(each)]


def test_a_merchant_goes_to_an_intersection_or_to_a_site() -> None:
    """ME-MERCHANT-1"""
    to = dict(fields(FORMS["command move_merchant"]))["to"]
    assert kinds_of(to) == {"intersection", "site"}
