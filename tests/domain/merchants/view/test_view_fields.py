"""The form of a view: what is public is always there, what is not is left out (ME-INFO)."""

from typing import Any, cast

from jsonschema import Draft202012Validator

from kontor.domain.kernel.model import read, write
from kontor.domain.merchants.goods import Bundle
from kontor.domain.merchants.view.view import SCHEMA, build_view
from kontor.domain.merchants.view.view_fields import View
from tests.domain.merchants.factories import BLUE, RED, acting


def test_a_view_is_read_back_as_it_was_written() -> None:
    """ME-INFO-8"""
    state = acting(RED, hands={BLUE: Bundle(ore=2)}, cards={RED: ("lancer",)}).state
    for seats in (frozenset[int](), frozenset({RED}), frozenset(state.seats)):
        shown = build_view(state, seats)
        assert read(View, write(shown)) == shown


def test_hands_and_kinds_of_cards_are_the_only_parts_that_some_views_lack() -> None:
    """ME-INFO-1, ME-INFO-5"""
    game = acting(RED, hands={RED: Bundle(ore=2)}, cards={RED: ("lancer",)})
    own, other = (cast("dict[str, Any]", game.view(seat)) for seat in (RED, BLUE))
    Draft202012Validator(dict(SCHEMA)).validate(own)
    assert {key for key in own if own[key] != other.get(key)} == {"seats"}
    mine, theirs = own["seats"][0], other["seats"][0]
    assert {key for key in mine if mine[key] != theirs.get(key)} == {"hand", "cards"}
    assert {key for key in mine["cards"][0] if key not in theirs["cards"][0]} == {"kind"}
