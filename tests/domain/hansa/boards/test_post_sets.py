"""Sets of posts: the same as sets of their numbers."""

from random import Random

import pytest

from kontor.domain.hansa.boards.post_sets import contains, first_of, only, post_set, values_of

SIZE = 60
EVERY = tuple(range(SIZE))


def of(numbers: set[int]) -> int:
    return post_set(post in numbers for post in EVERY)


@pytest.mark.parametrize("seed", range(20))
def test_they_say_what_sets_of_numbers_say(seed: int) -> None:
    luck = Random(seed)
    one, other = ({post for post in EVERY if luck.random() < share} for share in (0.3, 0.6))
    assert values_of(EVERY, of(one)) == sorted(one)
    assert values_of(EVERY, of(one) & of(other)) == sorted(one & other)
    assert values_of(EVERY, of(one) | of(other)) == sorted(one | other)
    assert values_of(EVERY, of(one) & ~of(other)) == sorted(one - other)
    assert of(one).bit_count() == len(one)
    assert [contains(of(one), post) for post in EVERY] == [post in one for post in EVERY]


def test_the_empty_set_is_0() -> None:
    assert of(set()) == 0
    assert values_of(EVERY, 0) == []


def test_sets_are_sorted_by_their_first_posts() -> None:
    sets = [{7, 8}, {59}, {0, 59}, {6}]
    assert sorted(map(of, sets), key=first_of) == [of(each) for each in ({0, 59}, {6}, {7, 8}, {59})]
    assert only(6) == of({6})
