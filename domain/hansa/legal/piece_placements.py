"""Lists of pieces set on posts one after the other: re-placement (HT-DISPLACE-5 to -17), redeploy_two (HT-EAST-12),
place_two_borderlands (HT-BRIT-16).

Each list is told slot by slot. A slot names all posts that it may come to, whatever the slots before it took, so that
the lists cover all that is accepted; and each list has at least one accepted filling.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from kontor.domain.hansa.rulebook import displaced, displacement_targets, marker_move, permanent_borderlands
from kontor.domain.hansa.rulebook.displaced import DisplacedPlaced
from kontor.domain.hansa.rulebook.marker_move import PiecesRelocated, Relocation
from kontor.domain.hansa.rulebook.piece_sources import available, own_posts, source_of_extras
from kontor.domain.hansa.rulebook.place import takes_shape
from kontor.domain.hansa.state import Displaced, State, owner_of
from kontor.domain.hansa.words import MERCHANT, NEUTRAL, SHAPES, TRADER, Pool, Source
from kontor.domain.kernel.states import working_copy


class Filling(NamedTuple):
    """One way to fill a slot: a piece of that shape from there, to one of these posts."""

    source: Source | None
    shape: int
    origins: Sequence[int]  # posts it may leave, for a piece taken from the board
    targets: Sequence[int]


Slot: TypeAlias = Sequence[Filling]  # one piece of a list: any of these


# ---------------------------------------------------------------- re-placement


def displaced_placements(state: State) -> list[Sequence[Slot]]:
    """Every length and order of the list of PlaceDisplaced that can be accepted."""
    waiting = state.displaced
    if waiting is None:
        return []
    if waiting.owner == NEUTRAL:  # both are placed; the second is dropped only for want of a post (HT-2P-NEUT-7)
        both = [slots for slots in _orders(state, waiting, 1) if _is_feasible(state, slots)]
        return both or list(_orders(state, waiting, 0))
    found = [slots for extras in range(waiting.extras + 1) for slots in _orders(state, waiting, extras)]
    if state.posts.count(0) > state.board.roomy + 3:  # room for everything: every list can be filled
        return found
    return [slots for slots in found if _is_feasible(state, slots)]


def _orders(state: State, waiting: Displaced, extras: int) -> Iterator[Sequence[Slot]]:
    """The displaced piece first, second, … among so many extras (HT-DISPLACE-15)."""
    for position in range(extras + 1):
        slots = [
            _displaced(state, waiting, n) if n == position else _extra(state, waiting, n, n - (n > position))
            for n in range(extras + 1)
        ]
        if all(slots):
            yield slots


def _displaced(state: State, waiting: Displaced, step: int) -> Slot:
    targets = _reach(state, waiting, waiting.shape, step)
    return [Filling("displaced", waiting.shape, (), targets)] if targets else []


def _extra(state: State, waiting: Displaced, step: int, before: int) -> Slot:
    """The extra after `before` others, from the source that is first in turn then (HT-DISPLACE-6)."""
    owner = waiting.owner
    source = source_of_extras(state, owner, before)
    held = available(state, owner, source)
    found: list[Filling] = []
    for shape in (TRADER, MERCHANT):
        targets = _reach(state, waiting, shape, step)
        origins = own_posts(state, owner, shape) if source == "board" else []
        if held[shape] and targets:
            found.append(Filling(source, shape, origins, targets))
    return found


def _reach(state: State, waiting: Displaced, shape: int, step: int) -> list[int]:
    """Posts that the piece may come to after `step` others: they may have filled the nearest rings, or left a post of
    their own behind if they came from the board."""
    owner, posts = waiting.owner, state.posts
    leaves = sum(state.stock[owner]) + sum(state.supply[owner]) < step  # then one of them came from the board
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


def _is_feasible(state: State, slots: Sequence[Slot]) -> bool:
    """Whether the list has a filling that the rules accept. Tried out: only asked when posts are rare."""
    waiting = state.displaced
    if not slots or waiting is None:
        return not slots
    names = state.board.post_names
    for piece in slots[0]:
        if piece.source not in ("displaced", source_of_extras(state, waiting.owner)):
            continue
        for origin in piece.origins or (None,):
            if origin is not None and origin in waiting.placed:
                continue
            for target in displacement_targets.targets(state, waiting.owner, piece.shape, waiting.route):
                after = working_copy(state)
                left = None if origin is None else names[origin]
                placed = DisplacedPlaced(waiting.owner, piece.source, SHAPES[piece.shape], names[target], left)
                displaced.evolve(after, placed)
                if _is_feasible(after, slots[1:]):
                    return True
    return False


# ---------------------------------------------------------------- permanent markers


def redeploy_placements(state: State) -> list[Sequence[Slot]]:
    """One or two pieces of the hand, to any empty posts (HT-EAST-12)."""
    by_shape = [
        [post for post, piece in enumerate(state.posts) if not piece and takes_shape(state, post, shape)]
        for shape in (TRADER, MERCHANT)
    ]
    singles = [shape for shape in (TRADER, MERCHANT) if state.hand[shape]]
    pairs = [(a, b) for a in singles for b in singles if a != b or state.hand[a] > 1]
    return [
        [[Filling(None, shape, (), by_shape[shape])] for shape in shapes]
        for shapes in (*((single,) for single in singles), *pairs)
    ]


def borderland_placements(state: State, seat: int) -> list[Sequence[Slot]]:
    """One or two pieces into Wales and Scotland, the second judged by what the first one left (HT-RULING-45)."""
    found: list[Sequence[Slot]] = []
    for source, shape, origins, targets in permanent_borderlands.choices(state, seat, ()):
        first = [Filling(source, shape, origins, targets)]
        found.append([first])
        second = _second_borderland(state, seat, source, first[0])
        if second:
            found.append([first, second])
    return found


def _second_borderland(state: State, seat: int, source: Pool, first: Filling) -> Slot:
    """All that may follow the first piece: found by trying each of its places."""
    reached: dict[tuple[Pool, int], tuple[set[int], set[int]]] = {}
    names = state.board.post_names
    for origin in first.origins or (None,):
        for target in first.targets:
            after = working_copy(state)
            left = None if origin is None else names[origin]
            moved = Relocation(seat, SHAPES[first.shape], source, names[target], left)
            marker_move.evolve(after, PiecesRelocated(seat, (moved,)))
            for then, shape, origins, targets in permanent_borderlands.choices(after, seat, (target,)):
                known = reached.setdefault((then, shape), (set(), set()))
                known[0].update(origins)
                known[1].update(targets)
    return [Filling(then, shape, sorted(known[0]), sorted(known[1])) for (then, shape), known in reached.items()]
