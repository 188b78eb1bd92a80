"""Dice: addressed, repeatable, fair; whoever knows the key draws the same."""

from collections import Counter

import hypothesis.strategies as st
import pytest
from hypothesis import given

from kontor.domain.kernel.dice import Dice, Draw, joint_key, redraw
from tests.support.playing import nonce_of, seed_of

KEY = seed_of(7)


def test_draws_of_a_purpose_are_counted_from_the_current_number() -> None:
    dice = Dice(KEY, {"roll": 4})
    assert [dice.die("roll").counter, dice.die("roll").counter, dice.die("other").counter] == [4, 5, 0]


def test_the_same_address_yields_the_same_draw() -> None:
    assert Dice(KEY, {}).die("roll") == Dice(KEY, {}).die("roll")
    assert Dice(KEY, {}).shuffle("pile", "abcdef") != Dice(seed_of(8), {}).shuffle("pile", "abcdef")


@given(st.integers(1, 2**32), st.integers(0, 2**40))
def test_a_draw_lies_below_its_bound_and_can_be_drawn_again(bound: int, counter: int) -> None:
    draw = Dice(KEY, {"x": counter}).below("x", bound)
    assert 0 <= draw.value < bound
    assert redraw(KEY, draw) == draw


@given(st.lists(st.integers(0, 99), max_size=30))
def test_a_shuffle_keeps_its_items_and_can_be_drawn_again(items: list[int]) -> None:
    draw = Dice(KEY, {}).shuffle("pile", items)
    assert Counter(draw.value) == Counter(items)
    assert redraw(KEY, draw) == draw


def test_a_changed_value_is_not_what_the_key_yields() -> None:
    draw = Dice(KEY, {}).die("roll")
    assert redraw(KEY, Draw("roll", 0, 6, (draw.value + 1) % 6)) == draw


def test_all_faces_and_all_orders_come_up_about_equally_often() -> None:
    dice = Dice(KEY, {})
    faces = Counter(dice.die("roll").face for _ in range(6000))
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert max(faces.values()) < 1150 > 850 < min(faces.values()) + 100
    orders = Counter(dice.shuffle("pile", "abc").value for _ in range(3000))
    assert len(orders) == 6
    assert min(orders.values()) > 400


@pytest.mark.parametrize("purpose", ["", "Roll", "a b", "a\0"])
def test_a_purpose_is_a_plain_word(purpose: str) -> None:
    with pytest.raises(ValueError, match="purpose"):
        Dice(KEY, {}).die(purpose)


@pytest.mark.parametrize("bound", [0, -1, 2**32 + 1])
def test_a_bound_is_possible(bound: int) -> None:
    with pytest.raises(ValueError, match="bound"):
        Dice(KEY, {}).below("x", bound)


def test_every_nonce_changes_the_joint_key_and_their_order_does_not() -> None:
    both = joint_key(KEY, {1: nonce_of(1), 2: nonce_of(2)})
    assert both == joint_key(KEY, {2: nonce_of(2), 1: nonce_of(1)})
    assert (
        len(
            {
                both,
                joint_key(KEY, {1: nonce_of(1)}),
                joint_key(KEY, {}),
                joint_key(KEY, {1: nonce_of(2), 2: nonce_of(1)}),
            }
        )
        == 4
    )
