"""The posts to which a displaced piece may go, ring by ring, and the number of its extra pieces (HT-DISPLACE-5, -11 to
-14, HT-FAVOUR-5, -8)."""

from kontor.domain.hansa.boards.board import AT_HOME, HOME_OR_ENGLAND, Rings
from kontor.domain.hansa.boards.post_sets import PostSet
from kontor.domain.hansa.state import State, empty_posts
from kontor.domain.hansa.words import MERCHANT, NEUTRAL


def compensation(state: State, owner: int, shape: int) -> int:
    """Return how many extra pieces the displaced seat may place (HT-DISPLACE-5)."""
    if shape == MERCHANT or "double_compensation" in state.tiles[owner]:  # HT-FAVOUR-8 changes a number only
        return 2
    return 1


def countries(state: State, owner: int, route: int) -> frozenset[int]:
    """Return the countries to which a displaced piece may go (HT-BRIT-10). Neutral pieces stay in their country
    (HT-2P-NEUT-8)."""
    return (AT_HOME if owner == NEUTRAL else HOME_OR_ENGLAND)[state.board.routes[route].country]


def rings_of(state: State, owner: int, shape: int, route: int) -> Rings:
    """Return the posts on which the displaced piece can be placed, ring by ring from the route that it left
    (HT-DISPLACE-11, HT-DISPLACE-13, -14). With `free_relocation` there is only one ring: the whole board, including
    that route (HT-FAVOUR-5)."""
    # neutral traders may be on merchant-only posts (HT-2P-NEUT-10)
    wide = MERCHANT if owner == NEUTRAL else shape
    allowed = countries(state, owner, route)
    if "free_relocation" in state.tiles[owner]:
        return (state.board.usable(wide, allowed),)
    return state.board.rings(route, wide, allowed)


def targets(state: State, owner: int, shape: int, route: int, promised: PostSet = 0) -> PostSet:
    """Return the empty posts of the nearest ring that has one for this piece (HT-DISPLACE-12). If there are none, the
    piece cannot be displaced (HT-DISPLACE-18), and an extra piece is lost (HT-DISPLACE-17). Posts in `promised` count
    as occupied: a later piece of the list takes them (HT-RULING-12)."""
    empty = empty_posts(state) & ~promised
    for ring in rings_of(state, owner, shape, route):
        if empty & ring:
            return empty & ring
    return 0


def kept_posts(state: State, owner: int, shape: int, route: int) -> PostSet:
    """Return the posts whose pieces cannot be taken as extra pieces. Only version 1 of the rules has such posts: the
    posts of full rings that are nearer than any empty post. A piece that leaves such a post would make it the nearest
    empty post. Since version 2 the piece can be taken if another piece of the list takes its post (HT-DISPLACE-12,
    HT-RULING-12)."""
    if not state.rules.since(1) or state.rules.since(2):
        return 0
    empty, kept = empty_posts(state), 0
    for ring in rings_of(state, owner, shape, route):
        if empty & ring:
            break
        kept |= ring
    return kept
