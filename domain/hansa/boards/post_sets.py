"""Sets of posts as integers, one byte per post: `&` is the intersection, `bit_count()` the size, 0 the empty set. A set
is computed from `State.posts` in one step and intersected without a loop; the posts of a set are listed only rarely."""

from collections.abc import Iterable
from itertools import compress
from typing import TypeAlias, TypeVar

PostSet: TypeAlias = int
T = TypeVar("T")


def post_set(marks: Iterable[int]) -> PostSet:
    """Return the posts whose mark is 1."""
    return int.from_bytes(bytes(marks), "little")


def only(post: int) -> PostSet:
    return 1 << 8 * post


def contains(posts: PostSet, post: int) -> bool:
    return posts >> 8 * post & 1 == 1


def first_of(posts: PostSet) -> int:
    """Return a sort key by which the set with the first post comes first."""
    return posts & -posts


def chosen(row: tuple[T, ...], posts: PostSet) -> list[T]:
    """Return the entries of a row, indexed by post, that belong to the set, in its order."""
    return list(compress(row, posts.to_bytes(len(row), "little")))
