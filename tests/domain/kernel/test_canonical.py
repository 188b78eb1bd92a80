"""Canonical JSON: one text per value, and a refusal for everything the log cannot hold."""

import json

import hypothesis.strategies as st
import pytest
from hypothesis import given

from kontor.domain.kernel.canonical import LARGEST, Json, NotCanonical, canonical, canonical_text, parse, parse_strict

texts = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\0"), max_size=8)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-LARGEST, LARGEST) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.from_regex(r"[a-z0-9_]+", fullmatch=True), inner),
    max_leaves=12,
)


@given(values)
def test_a_written_value_is_read_back(value: Json) -> None:
    assert parse(canonical(value)) == value


@given(values)
def test_any_encoder_with_sorted_keys_writes_the_same(value: Json) -> None:
    plain = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert canonical_text(value) == plain


def test_the_text_is_short_sorted_and_in_plain_unicode() -> None:
    assert canonical_text({"b": [1, None, True], "a": "Lübeck\n\x1f"}) == '{"a":"Lübeck\\n\\u001f","b":[1,null,true]}'


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (1.5, "float"),
        (float("nan"), "float"),
        (LARGEST + 1, "2\\^53"),
        ("a\0b", "U\\+0000"),
        ("\ud800", "surrogate"),
        ({"Key": 1}, "keys"),
        ({"": 1}, "keys"),
        ({1: 1}, "keys"),
        (b"bytes", "bytes"),
        ({1, 2}, "set"),
    ],
)
def test_values_that_the_log_cannot_represent_are_refused(value: object, why: str) -> None:
    with pytest.raises(NotCanonical, match=why):
        canonical(value)  # type: ignore[arg-type]  # that is the point


def test_nesting_has_a_limit_in_both_directions() -> None:
    deep: Json = 0
    for _ in range(65):
        deep = [deep]
    with pytest.raises(NotCanonical, match="64 levels"):
        canonical(deep)
    with pytest.raises(NotCanonical):
        parse("[" * 100_000 + "]" * 100_000)


@pytest.mark.parametrize(
    "text",
    ['{"a": 1}', '{"b":1,"a":1}', '{"a":1,"a":1}', '"\\u0041"', "1.0", "1e3", "NaN", "01", "", '{"a":1} ', b"\xff"],
)
def test_another_text_of_the_same_value_is_refused(text: str | bytes) -> None:
    with pytest.raises(NotCanonical):
        parse(text)


def test_strict_reading_allows_spaces_but_no_doubled_keys() -> None:
    assert parse_strict(' {"a": [1, 2]} ') == {"a": [1, 2]}
    with pytest.raises(NotCanonical, match="twice"):
        parse_strict('{"a":1,"a":2}')
