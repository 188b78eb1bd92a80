"""Changed states leave the one they come from as it was."""

from dataclasses import dataclass

from kontor.domain.kernel.states import changed, put, put_byte, working_copy


@dataclass
class Purse:
    gold: int
    coins: tuple[int, ...] = ()


def test_a_working_copy_is_written_into_and_the_other_stays() -> None:
    before = Purse(3, (1, 2))
    fresh = working_copy(before)
    fresh.gold = 4
    assert (before, fresh) == (Purse(3, (1, 2)), Purse(4, (1, 2)))


def test_a_changed_state_differs_in_what_was_changed() -> None:
    before = Purse(3, (1, 2))
    assert changed(before, gold=4) == Purse(4, (1, 2))
    assert before == Purse(3, (1, 2))


def test_a_value_is_put_in_one_place() -> None:
    assert [put((1, 2, 3), n, 0) for n in range(3)] == [(0, 2, 3), (1, 0, 3), (1, 2, 0)]
    assert [put_byte(b"abc", n, 255) for n in range(3)] == [b"\xffbc", b"a\xffc", b"ab\xff"]
