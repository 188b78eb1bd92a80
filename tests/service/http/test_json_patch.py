"""Patches lead from one value to the other, whatever these are, and are not longer than the other told anew."""

import json

import hypothesis
import pytest
from hypothesis import strategies as st

from kontor.domain.kernel.canonical import canonical
from kontor.service.http.json_patch import ALIGNED_MOST, patch
from tests.support.json_patching import applied

KEYS = st.sampled_from(["a", "b", "seat", "to/from", "~", "~1"])
LEAVES = st.none() | st.booleans() | st.integers(0, 3) | st.sampled_from(["", "a", "b"])
VALUES = st.recursive(
    LEAVES, lambda inside: st.lists(inside, max_size=6) | st.dictionaries(KEYS, inside), max_leaves=25
)


@hypothesis.given(old=VALUES, new=VALUES)
def test_a_patch_leads_from_one_value_to_the_other(old: object, new: object) -> None:
    operations = patch(old, new)  # type: ignore[arg-type]  # any JSON
    assert same(applied(old, operations), new)
    assert length(operations) <= length([{"op": "replace", "path": "", "value": new}])


def length(value: object) -> int:
    return len(json.dumps(value, separators=(",", ":")))


def same(one: object, other: object) -> bool:
    """As JSON: to Python, True is 1, and the order of keys is no part of a value."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and one == other


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": 1}, {"a": True}, [{"op": "replace", "path": "/a", "value": True}]),
        (
            {"a/b": 1, "c": "a long word that stays"},
            {"c": "a long word that stays"},
            [{"op": "remove", "path": "/a~1b"}],
        ),
    ],
)
def test_unchanged_values_are_not_in_the_patch(
    old: dict[str, object], new: dict[str, object], expected: object
) -> None:
    assert patch(old, new) == expected  # type: ignore[arg-type]  # any JSON


def test_an_insertion_at_the_front_does_not_touch_its_neighbours() -> None:
    rows = [{"post": f"Emden~Groningen/{n}", "seat": n} for n in range(20)]
    changed = [{"post": "Arnheim~Emden/1", "seat": 3}, *rows[:7], {**rows[7], "seat": 9}, *rows[8:15], *rows[16:]]
    assert patch(rows, changed) == [
        {"op": "remove", "path": "/15"},
        {"op": "replace", "path": "/7/seat", "value": 9},
        {"op": "add", "path": "/0", "value": changed[0]},
    ]


def test_a_list_too_long_to_be_aligned_is_patched_all_the_same() -> None:
    old = list(range(ALIGNED_MOST + 50))
    new = [each * 2 for each in old]
    assert canonical(applied(old, patch(old, new))) == canonical(new)
