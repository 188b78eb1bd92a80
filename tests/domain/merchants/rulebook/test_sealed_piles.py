"""What lies face down (ME-SETUP-3, ME-SETUP-4, ME-INFO-7)."""

from collections import Counter

from kontor.domain.kernel.dice import Dice
from kontor.domain.kernel.secrets import Ref
from kontor.domain.merchants.rulebook.sealed_piles import (
    CardFace,
    ChipFace,
    Shuffled,
    shuffled_chips,
    shuffled_pile,
    with_pile,
)
from tests.domain.merchants.factories import RED, started


def dice() -> Dice:
    return Dice(bytes(32), {})


def test_a_pile_has_the_cards_under_new_ids_that_do_not_reveal_the_order() -> None:
    """ME-SETUP-4, ME-CARD-5"""
    kinds = ["lancer"] * 5 + ["treasure"] * 5
    *cards, draws = shuffled_pile(dice(), kinds, first=26)
    faces = [part.value for part in cards if isinstance(part.value, CardFace)]
    assert [face.card for face in faces] == [f"d{n}" for n in range(26, 36)]
    assert Counter(face.kind for face in faces) == Counter(kinds)
    assert [face.kind for face in faces] != sorted(kinds)
    assert isinstance(draws.value, Shuffled)


def test_every_part_is_sealed_for_no_seat_except_the_top_card_for_its_buyer() -> None:
    """ME-INFO-5, ME-INFO-7"""
    parts = shuffled_pile(dice(), ["lancer", "lancer", "treasure"], first=1, top_for=(RED,))
    assert [part.seats for part in parts] == [(RED,), (), (), ()]


def test_face_down_chips_keep_the_numbers_of_their_colour() -> None:
    """ME-SETUP-3"""
    board = started().state.board
    faces = [part.value for part in shuffled_chips(dice(), board) if isinstance(part.value, ChipFace)]
    for resource, chips in enumerate(board.chips_of):
        names = {board.chips[chip] for chip in chips}
        assert sorted(f.number for f in faces if f.chip in names) == sorted(board.hidden_numbers(resource))


def test_the_new_pile_remembers_where_each_card_is_sealed() -> None:
    """ME-CARD-5"""
    before = started().state
    after = with_pile(before, shuffled_pile(dice(), ["lancer", "treasure"], first=26), version=99)
    assert after.draw_pile == (26, 27)
    assert after.card_refs[26:] == (Ref(99, 0), Ref(99, 1))
    assert before.draw_pile[0] == 1
