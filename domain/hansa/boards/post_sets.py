"""Sets of posts as integers, with one byte per post: `&` is the intersection, `bit_count()` the size, 0 the empty set.
A set is computed from `State.posts` in one step and intersected without a loop. The posts of a set are rarely
listed."""

from collections.abc import Iterable
from itertools import compress
from typing import TypeAlias, TypeVar

PostSet: TypeAlias = int
T = TypeVar("T")


def post_set(marks: Iterable[int]) -> PostSet:
    """Return the set of the posts whose entry in `marks` is 1. `marks` has one entry for each post."""
    return int.from_bytes(bytes(marks), "little")


def only(post: int) -> PostSet:
    return 1 << 8 * post


def contains(posts: PostSet, post: int) -> bool:
    return posts >> 8 * post & 1 == 1


def first_of(posts: PostSet) -> int:
    """Return a sort key for sets of posts: the set that contains the first post of the board comes first."""
    return posts & -posts


def values_of(row: tuple[T, ...], posts: PostSet) -> list[T]:
    """Return the values of the posts in a set, in the order of the posts. `row` has one value for each post."""
    return list(compress(row, posts.to_bytes(len(row), "little")))
