"""Sets of posts as integers, one byte a post: `&` is what two of them share, `bit_count()` their number, 0 is none.

They are read from `State.posts` at one stroke and cut without a loop; only of few is it asked which posts they are.
"""

from collections.abc import Iterable
from itertools import compress
from typing import TypeAlias, TypeVar

PostSet: TypeAlias = int
T = TypeVar("T")


def post_set(marks: Iterable[int]) -> PostSet:
    """The posts whose mark is 1, not 0."""
    return int.from_bytes(bytes(marks), "little")


def only(post: int) -> PostSet:
    return 1 << 8 * post


def contains(posts: PostSet, post: int) -> bool:
    return posts >> 8 * post & 1 == 1


def first_of(posts: PostSet) -> int:
    """What to sort by for the set with the first post to come first."""
    return posts & -posts


def chosen(row: tuple[T, ...], posts: PostSet) -> list[T]:
    """The entries of a row by posts that belong to the set, in its order."""
    return list(compress(row, posts.to_bytes(len(row), "little")))
