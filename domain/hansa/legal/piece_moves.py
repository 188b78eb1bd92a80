"""The possible lists of moves for Move, move_three and move_two_any: which pieces may move, and to which posts
(HT-MOVE-3, HT-BRIT-11, -13, HT-BRIT-OPT-2)."""

from collections.abc import Sequence
from itertools import permutations
from typing import NamedTuple, TypeAlias

from kontor.domain.hansa.boards.board import ALL_COUNTRIES, AT_HOME, HOME_OR_ENGLAND
from kontor.domain.hansa.boards.post_sets import PostSet, first_of
from kontor.domain.hansa.state import State, roaming_posts
from kontor.domain.hansa.words import MERCHANT, TRADER

Crossing: TypeAlias = Sequence[frozenset[int]]  # by the country of a piece, the countries that it may go to

ACTION: Crossing = HOME_OR_ENGLAND  # HT-BRIT-11
MARKER: Crossing = AT_HOME  # HT-BRIT-13
OPEN: Crossing = (ALL_COUNTRIES,) * len(ALL_COUNTRIES)  # HT-BRIT-OPT-2


class Group(NamedTuple):
    """Pieces that may move to the same posts. `free`: the posts that are empty now. `held`: the posts that become empty
    when pieces of the list are lifted."""

    origins: PostSet
    free: PostSet
    held: PostSet


class PieceMoves(NamedTuple):
    """The possible lists of moves. Up to `longest` pieces can move to empty posts. If `exchanges` is true, a piece may
    also take the post of another piece of the list; such a list has up to `most` pieces."""

    groups: Sequence[Group]
    longest: int
    most: int
    exchanges: bool


def piece_moves(
    state: State, origins: PostSet, free: PostSet, most: int, crossing: Crossing, one_by_one: bool = False
) -> PieceMoves | None:
    """Return the possible lists of moves for the pieces on these posts, or None if there is none. `one_by_one`: the
    pieces move one after the other. Then two pieces can change places only if a post is empty (HT-RULING-66)."""
    board = state.board
    number = movable = origins.bit_count()
    exchanges = number > 1
    if board.has_sea or board.has_countries:
        groups = _groups(state, origins, free, crossing)
        movable = sum([group.origins.bit_count() for group in groups if group.free])
        exchanges = exchanges and (_can_follow(groups) if one_by_one else _can_exchange(groups))
    else:
        groups = [Group(origins, free, origins)]
        exchanges = exchanges and (not one_by_one or free != 0)
    longest = min(most, movable, free.bit_count())
    return PieceMoves(groups, longest, min(most, number), exchanges) if longest or exchanges else None


def _groups(state: State, origins: PostSet, free: PostSet, crossing: Crossing) -> list[Group]:
    """Return the pieces grouped by country, and by whether they may be on merchant-only posts. The group of the first
    piece comes first."""
    board = state.board
    roaming = roaming_posts(state) & origins
    found: list[Group] = []
    for shape, alike in ((TRADER, origins ^ roaming), (MERCHANT, roaming)):
        for country in board.countries if alike else ():
            here = alike & board.posts_inside[country]
            if here:
                reached = board.usable(shape, crossing[country])
                found.append(Group(here, free & reached, origins & reached))
    return sorted(found, key=_first_origin)


def _first_origin(group: Group) -> int:
    return first_of(group.origins)


def _can_exchange(groups: Sequence[Group]) -> bool:
    """Return whether a piece may take the post of another piece of the list. Two pieces of the same group can always
    change places."""
    return any([group.origins.bit_count() > 1 for group in groups]) or any(
        other.origins & group.held and (other.free or group.origins & other.held)
        for group, other in permutations(groups, 2)
    )


def _can_follow(groups: Sequence[Group]) -> bool:
    """Return whether a piece may take the post of another piece that moves to an empty post. This includes two pieces
    that change places, because one of them first moves to an empty post."""
    return any([group.free and group.origins.bit_count() > 1 for group in groups]) or any(
        other.origins & group.held and other.free for group, other in permutations(groups, 2)
    )
