"""Lists of pieces set on posts one after the other: re-placement, redeploy_two, place_two_borderlands.

Each list is offered position by position. A position names all posts that it may come to, whatever the positions before
it took, so that the lists cover all that is accepted; and each list has at least one accepted filling.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kontor.domain.hansa.rulebook import displaced, displacement_targets, markers
from kontor.domain.hansa.rulebook.displaced import DisplacedPlaced
from kontor.domain.hansa.rulebook.markers import PiecesRelocated, Relocation
from kontor.domain.hansa.rulebook.permanent import borderland_choices
from kontor.domain.hansa.state import Displaced, State, owner_of, shape_of
from kontor.domain.hansa.words import MERCHANT, NEUTRAL, SHAPES, TRADER, Pool, Source


class Piece(NamedTuple):
    """One way to fill a position: a piece of that shape from there, to one of these posts."""

    source: Source | None
    shape: int
    origins: Sequence[int]  # posts it may leave, for a piece taken from the board
    targets: Sequence[int]


Item = Sequence[Piece]  # one position: any of these


# ---------------------------------------------------------------- re-placement


def relocations(state: State) -> list[Sequence[Item]]:
    """Every length and order of the list of PlaceDisplaced that can be accepted."""
    waiting = state.displaced
    if waiting is None:
        return []
    if waiting.owner == NEUTRAL:  # both are placed; the second is dropped only for want of a post (HT-2P-NEUT-7)
        both = [items for items in _orders(state, waiting, 1) if _is_feasible(state, items)]
        return both or list(_orders(state, waiting, 0))
    found = [items for extras in range(waiting.extras + 1) for items in _orders(state, waiting, extras)]
    if state.posts.count(0) > state.board.roomy + 3:  # room for everything: every list can be filled
        return found
    return [items for items in found if _is_feasible(state, items)]


def _orders(state: State, waiting: Displaced, extras: int) -> Iterator[Sequence[Item]]:
    """The displaced piece first, second, … among so many extras (HT-DISPLACE-15)."""
    for position in range(extras + 1):
        items = [
            _displaced(state, waiting, n) if n == position else _extra(state, waiting, n, n - (n > position))
            for n in range(extras + 1)
        ]
        if all(items):
            yield items


def _displaced(state: State, waiting: Displaced, step: int) -> Item:
    targets = _reach(state, waiting, waiting.shape, step)
    return [Piece("displaced", waiting.shape, (), targets)] if targets else []


def _extra(state: State, waiting: Displaced, step: int, before: int) -> Item:
    """The extra after `before` others, from the source that is first in turn then (HT-DISPLACE-6)."""
    owner = waiting.owner
    source, held = _source(state, owner, before)
    found: list[Piece] = []
    for shape in (TRADER, MERCHANT):
        targets = _reach(state, waiting, shape, step)
        origins = _own(state, owner, shape) if source == "board" else []
        if held[shape] and targets:
            found.append(Piece(source, shape, origins, targets))
    return found


def _source(state: State, owner: int, before: int) -> tuple[Source, tuple[int, int]]:
    if owner == NEUTRAL:
        return "stock", (1, 0)
    stock, supply = state.stock[owner], state.supply[owner]
    if before < sum(stock):
        return "stock", stock
    if before < sum(stock) + sum(supply):
        return "supply", supply
    return "board", (len(_own(state, owner, TRADER)), len(_own(state, owner, MERCHANT)))


def _own(state: State, owner: int, shape: int) -> list[int]:
    return [post for post, piece in enumerate(state.posts) if owner_of(piece) == owner and shape_of(piece) == shape]


def _reach(state: State, waiting: Displaced, shape: int, step: int) -> list[int]:
    """Posts that the piece may come to after `step` others: they may have filled the nearest rings, or left a post of
    their own behind if they came from the board."""
    owner, posts = waiting.owner, state.posts
    leaves = not any(state.stock[owner]) and sum(state.supply[owner]) < step
    found: list[int] = []
    free = 0
    for ring in displacement_targets.rings_of(state, owner, shape, waiting.route):
        near = [post for post in ring if not posts[post]]
        free += len(near)
        found += near
        if leaves:
            found += [post for post in ring if owner_of(posts[post]) == owner]
        if free > step:
            break
    return found


def _is_feasible(state: State, items: Sequence[Item]) -> bool:
    """Whether the list has a filling that the rules accept. Tried out: only asked when posts are rare."""
    waiting = state.displaced
    if not items or waiting is None:
        return not items
    names = state.board.post_names
    for piece in items[0]:
        if piece.source not in ("displaced", displacement_targets.source_of_extras(state, waiting.owner)):
            continue
        for origin in piece.origins or (None,):
            if origin is not None and origin in waiting.placed:
                continue
            for target in displacement_targets.targets(state, waiting.owner, piece.shape, waiting.route):
                after = state.copy()
                left = None if origin is None else names[origin]
                placed = DisplacedPlaced(waiting.owner, piece.source, SHAPES[piece.shape], names[target], left)
                displaced.evolve(after, placed)
                if _is_feasible(after, items[1:]):
                    return True
    return False


# ---------------------------------------------------------------- permanent markers


def redeployments(state: State) -> list[Sequence[Item]]:
    """One or two pieces of the hand, to any empty posts (HT-EAST-12)."""
    by_shape = [
        [post for post, piece in enumerate(state.posts) if not piece and (shape or state.board.is_normal[post])]
        for shape in (TRADER, MERCHANT)
    ]
    singles = [shape for shape in (TRADER, MERCHANT) if state.hand[shape]]
    pairs = [(a, b) for a in singles for b in singles if a != b or state.hand[a] > 1]
    return [
        [[Piece(None, shape, (), by_shape[shape])] for shape in shapes]
        for shapes in (*((single,) for single in singles), *pairs)
    ]


def borderlands(state: State, seat: int) -> list[Sequence[Item]]:
    """One or two pieces into Wales and Scotland, the second judged by what the first one left (HT-RULING-45)."""
    found: list[Sequence[Item]] = []
    for source, shape, origins, targets in borderland_choices(state, seat, ()):
        first = [Piece(source, shape, origins, targets)]
        found.append([first])
        second = _second_borderland(state, seat, source, first[0])
        if second:
            found.append([first, second])
    return found


def _second_borderland(state: State, seat: int, source: Pool, first: Piece) -> Item:
    """All that may follow the first piece: found by trying each of its places."""
    reached: dict[tuple[Pool, int], tuple[set[int], set[int]]] = {}
    names = state.board.post_names
    for origin in first.origins or (None,):
        for target in first.targets:
            after = state.copy()
            left = None if origin is None else names[origin]
            moved = Relocation(seat, SHAPES[first.shape], source, names[target], left)
            markers.evolve(after, PiecesRelocated(seat, (moved,)))
            for then, shape, origins, targets in borderland_choices(after, seat, (target,)):
                known = reached.setdefault((then, shape), (set(), set()))
                known[0].update(origins)
                known[1].update(targets)
    return [Piece(then, shape, sorted(known[0]), sorted(known[1])) for (then, shape), known in reached.items()]
