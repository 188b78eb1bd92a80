"""Where a displaced piece may go, ring by ring, and how many extras come along (HT-DISPLACE-5, -11 to -14, HT-FAVOUR-5,
-8)."""

from kontor.domain.hansa.boards.board import AT_HOME, HOME_OR_ENGLAND, Rings
from kontor.domain.hansa.boards.post_sets import PostSet
from kontor.domain.hansa.state import State, empty_posts
from kontor.domain.hansa.words import MERCHANT, NEUTRAL


def compensation(state: State, owner: int, shape: int) -> int:
    """The number of extras that the displaced seat may place (HT-DISPLACE-5)."""
    if shape == MERCHANT or "double_compensation" in state.tiles[owner]:  # HT-FAVOUR-8 changes a number only
        return 2
    return 1


def countries(state: State, owner: int, route: int) -> frozenset[int]:
    """The routes to which a piece displaced from that route may go (HT-BRIT-10); neutral ones stay (HT-2P-NEUT-8)."""
    return (AT_HOME if owner == NEUTRAL else HOME_OR_ENGLAND)[state.board.routes[route].country]


def rings_of(state: State, owner: int, shape: int, route: int) -> Rings:
    """Posts that can take the piece, ring by ring from the origin route (HT-DISPLACE-11, HT-DISPLACE-13, -14); for
    `free_relocation` a single ring: the whole board with that route (HT-FAVOUR-5)."""
    # neutral traders may be on merchant-only posts (HT-2P-NEUT-10)
    wide = MERCHANT if owner == NEUTRAL else shape
    allowed = countries(state, owner, route)
    if "free_relocation" in state.tiles[owner]:
        return (state.board.usable(wide, allowed),)
    return state.board.rings(route, wide, allowed)


def targets(state: State, owner: int, shape: int, route: int, promised: PostSet = 0) -> PostSet:
    """The empty posts of the lowest ring that has one for this piece (HT-DISPLACE-12). Without any, the piece cannot be
    displaced (HT-DISPLACE-18), and an extra is lost (HT-DISPLACE-17). A lifted post that is `promised` to a later piece
    of the list counts as occupied (HT-RULING-12)."""
    empty = empty_posts(state) & ~promised
    for ring in rings_of(state, owner, shape, route):
        if empty & ring:
            return empty & ring
    return 0


def kept_posts(state: State, owner: int, shape: int, route: int) -> PostSet:
    """The posts of full rings, nearer than the lowest ring with an empty post. A piece lifted there leaves the one
    empty post of a ring that is nearer than its target. In version 1 it could not be taken at all. Since version 2 it
    can, if another piece of the list takes its post (HT-DISPLACE-12, HT-RULING-12)."""
    if not state.rules.since(1) or state.rules.since(2):
        return 0
    empty, kept = empty_posts(state), 0
    for ring in rings_of(state, owner, shape, route):
        if empty & ring:
            break
        kept |= ring
    return kept
