"""Lists of pieces that change posts: which may go where, for Move, move_three and move_two_any (HT-MOVE-3, HT-BRIT-11,
-13, HT-BRIT-OPT-2)."""

from collections.abc import Callable, Sequence
from operator import eq
from typing import NamedTuple

from kontor.domain.hansa.rulebook.move import fits, fits_anywhere, may_cross
from kontor.domain.hansa.state import State

Crossing = Callable[[int, int], bool]


def anywhere(origin: int, target: int) -> bool:
    return True


ACTION: Crossing = may_cross  # HT-BRIT-11
MARKER: Crossing = eq  # HT-BRIT-13
OPEN: Crossing = anywhere  # HT-BRIT-OPT-2


class Group(NamedTuple):
    """Pieces that may go to the same posts; `held` ones are empty only once their pieces are lifted."""

    origins: Sequence[int]
    free: Sequence[int]
    held: Sequence[int]


class PieceMoves(NamedTuple):
    """Up to `longest` pieces to empty posts; and, if `exchanges`, lists in which a piece takes the post of another."""

    groups: Sequence[Group]
    longest: int
    most: int
    exchanges: bool


def piece_moves(
    state: State, origins: Sequence[int], free: Sequence[int], most: int, crossing: Crossing
) -> PieceMoves | None:
    """What can be done with the pieces on these posts; None if no list would be accepted."""
    board = state.board
    if not board.has_sea and not board.has_countries:
        groups = [Group(origins, free, origins)]
        exchanges = len(origins) > 1
    else:
        groups = [_group(state, each, origins, free, crossing) for each in _alike(state, origins)]
        exchanges = _can_exchange(state, groups)
    movable = sum(len(group.origins) for group in groups if group.free)
    if not movable and not exchanges:
        return None
    return PieceMoves(groups, min(most, movable, len(free)), min(most, len(origins)), exchanges)


def _alike(state: State, origins: Sequence[int]) -> Sequence[list[int]]:
    """Pieces sorted by country and by whether merchant-only posts are open to them."""
    alike: dict[tuple[int, bool], list[int]] = {}
    for post in origins:
        alike.setdefault((state.board.country_of[post], fits_anywhere(state.posts[post])), []).append(post)
    return list(alike.values())


def _group(
    state: State, alike: Sequence[int], origins: Sequence[int], free: Sequence[int], crossing: Crossing
) -> Group:
    country = state.board.country_of
    home, piece = country[alike[0]], state.posts[alike[0]]

    def reached(posts: Sequence[int]) -> list[int]:
        return [post for post in posts if crossing(home, country[post]) and fits(state, piece, post)]

    return Group(alike, reached(free), reached(origins))


def _can_exchange(state: State, groups: Sequence[Group]) -> bool:
    """Whether some piece may take the post of another one that has somewhere to go itself."""
    return any(
        post != other and (owner.free or post in owner.held)
        for group in groups
        for post in group.origins
        for owner in groups
        for other in owner.origins
        if other in group.held
    )
