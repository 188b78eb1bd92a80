"""Lists of pieces that are placed one after the other: displaced pieces (HT-DISPLACE-5 to -17), redeploy_two
(HT-EAST-12) and place_two_borderlands (HT-BRIT-16).

A list is described slot by slot, with one slot for each piece. A slot lists all posts that its piece may reach after
any choice for the earlier slots, so no accepted list is missing. The rules accept at least one way to fill the slots.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from random import Random
from typing import NamedTuple, TypeAlias, TypeVar

from kontor.domain.hansa.boards.board import ALL_COUNTRIES
from kontor.domain.hansa.boards.post_sets import PostSet, contains, only, values_of
from kontor.domain.hansa.rulebook import displacement_targets, marker_move, permanent_borderlands, place_displaced
from kontor.domain.hansa.rulebook.marker_move import PiecesRelocated, Relocation
from kontor.domain.hansa.rulebook.piece_sources import available, source_of_extras
from kontor.domain.hansa.rulebook.place_displaced import DisplacedPlaced, ExtrasLifted, LiftedPiece, Placement
from kontor.domain.hansa.state import Displaced, State, empty_posts, own_posts, piece_of, posts_with, shape_of
from kontor.domain.hansa.words import MERCHANT, NEUTRAL, NOBODY, SHAPES, TRADER, Pool, Source
from kontor.domain.kernel.states import working_copy

T = TypeVar("T")


class Filling(NamedTuple):
    """One way to fill a slot: a piece of this shape from this source, and the posts to which it may go."""

    source: Source | None
    shape: int
    origins: Sequence[int]  # posts it may leave, for a piece taken from the board
    targets: Sequence[int]


Slot: TypeAlias = Sequence[Filling]  # one piece of a list, which may be placed in any of these ways


# ---------------------------------------------------------------- re-placement


def displaced_placements(state: State) -> list[Sequence[Slot]]:
    """Return every length and order of a PlaceDisplaced list that the rules can accept."""
    waiting = state.displaced
    if waiting is None:
        return []
    if waiting.owner == NEUTRAL:  # both are placed; the second is omitted only if there is no post (HT-2P-NEUT-7)
        both = [slots for slots in _orders(state, waiting, 1) if _is_feasible(state, slots)]
        return both or list(_orders(state, waiting, 0))
    found = [slots for extras in range(waiting.extras + 1) for slots in _orders(state, waiting, extras)]
    if state.posts.count(0) > state.board.roomy + 3 and not _may_have_left(state, waiting.owner, waiting.extras):
        return found  # enough posts: every list can be filled
    return [slots for slots in found if _is_feasible(state, slots)]


def _orders(state: State, waiting: Displaced, extras: int) -> Iterator[Sequence[Slot]]:
    """Yield the possible orders of a list with `extras` extra pieces. The displaced piece is first, second, … in the
    list (HT-DISPLACE-15)."""
    for position in range(extras + 1):
        slots = [
            _displaced_slot(state, waiting, n, extras)
            if n == position
            else _extra(state, waiting, n, n - (n > position), extras)
            for n in range(extras + 1)
        ]
        if all(slots):
            yield slots


def _displaced_slot(state: State, waiting: Displaced, step: int, extras: int) -> Slot:
    leaves = _others_leave(state, waiting.owner, step, extras, "displaced")
    targets = _reach(state, waiting, waiting.shape, step, leaves)
    return [Filling("displaced", waiting.shape, (), targets)] if targets else []


def _extra(state: State, waiting: Displaced, step: int, before: int, extras: int) -> Slot:
    """Return the slot of an extra piece that follows `before` other extra pieces. It comes from the first source that
    is not empty then (HT-DISPLACE-6)."""
    owner = waiting.owner
    source = source_of_extras(state, owner, before)
    held = available(state, owner, source)
    leaves = _others_leave(state, owner, step, extras, source)
    found: list[Filling] = []
    for shape in (TRADER, MERCHANT):
        targets = _reach(state, waiting, shape, step, leaves) if held[shape] else []
        origins = _leaving(state, waiting, shape, step) if source == "board" else []
        if targets and (origins or source != "board"):
            found.append(Filling(source, shape, origins, targets))
    return found


def _others_leave(state: State, owner: int, step: int, extras: int, source: Source) -> bool:
    """Return whether other pieces of the list may be off their posts when this piece is placed. All pieces from the
    board are lifted before the first one is placed (HT-RULING-12). Before version 2 of the rules, each piece was lifted
    just before it was placed."""
    if not state.rules.since(2):
        return _may_have_left(state, owner, step)
    return _may_have_left(state, owner, extras - (source == "board"))


def _may_have_left(state: State, owner: int, step: int) -> bool:
    """Return whether one of the first `step` pieces may have come from the board, so that it left its post."""
    return sum(state.stock[owner]) + sum(state.supply[owner]) < step


def _leaving(state: State, waiting: Displaced, shape: int, step: int) -> list[int]:
    """Return the posts whose pieces the owner may take as extra pieces. In version 1 of the rules, the pieces of a full
    ring stay, unless an earlier piece may have left the ring."""
    owner = waiting.owner
    kept = (
        0 if _may_have_left(state, owner, step) else displacement_targets.kept_posts(state, owner, shape, waiting.route)
    )
    return values_of(state.board.all_posts, posts_with(state, piece_of(waiting.owner, shape)) & ~kept)


def _reach(state: State, waiting: Displaced, shape: int, step: int, leaves: bool) -> list[int]:
    """Return the posts that a piece may reach after `step` other pieces, which may have filled the nearest rings. If
    `leaves` is true, the owner's own posts count too, because other pieces may have left them."""
    owner, every = waiting.owner, state.board.all_posts
    empty, own = empty_posts(state), own_posts(state, owner) if leaves else 0
    found: list[int] = []
    free = 0
    for ring in displacement_targets.rings_of(state, owner, shape, waiting.route):
        near = values_of(every, ring & empty)
        free += len(near)
        found += near
        if leaves:
            found += values_of(every, ring & own)
        if free > step:
            break
    return found


def _is_feasible(state: State, slots: Sequence[Slot]) -> bool:
    """Return whether the rules accept at least one way to fill the slots. This tries all ways, so it is called only if
    few posts are empty."""
    waiting = state.displaced
    if not slots or waiting is None:
        return not slots
    if lifts(state, slots):
        return next(lifted_lists(state, slots), None) is not None
    names = state.board.post_names
    for piece in slots[0]:
        if piece.source not in ("displaced", source_of_extras(state, waiting.owner)):
            continue
        kept = displacement_targets.kept_posts(state, waiting.owner, piece.shape, waiting.route)
        for origin in piece.origins or (None,):
            if origin is not None and (origin in waiting.placed or contains(kept, origin)):
                continue
            targets = displacement_targets.targets(state, waiting.owner, piece.shape, waiting.route)
            for target in values_of(state.board.all_posts, targets):
                after = working_copy(state)
                left = None if origin is None else names[origin]
                placed = DisplacedPlaced(waiting.owner, piece.source, SHAPES[piece.shape], names[target], left)
                place_displaced.evolve(after, placed)
                if _is_feasible(after, slots[1:]):
                    return True
    return False


# ---------------------------------------------------------------- re-placement with extras that are lifted first


def lifts(state: State, slots: Sequence[Slot]) -> bool:
    """Return whether pieces of the list are lifted from posts before any piece is placed (HT-RULING-12)."""
    return state.rules.since(2) and any(piece.source == "board" for slot in slots for piece in slot)


def lifted_lists(state: State, slots: Sequence[Slot], luck: Random | None = None) -> Iterator[tuple[Placement, ...]]:
    """Yield the ways to fill these slots that the rules accept, if pieces are lifted from posts first. With `luck`,
    they come in a random order."""
    waiting = state.displaced
    if waiting is None:
        return
    for pieces in _shuffle(product(*slots), luck):
        for origins in _shuffle(product(*(piece.origins or (NOBODY,) for piece in pieces)), luck):
            left = [post for post in origins if post != NOBODY]
            if len(set(left)) < len(left):
                continue
            lifted = [LiftedPiece(SHAPES[shape_of(state.posts[post])], state.board.post_names[post]) for post in left]
            now = working_copy(state)
            place_displaced.evolve(now, ExtrasLifted(waiting.owner, tuple(lifted)))
            for number in range(len(left) + 1):
                for promised in _shuffle(combinations(left, number), luck):
                    yield from _set_down(now, list(zip(pieces, origins, strict=True)), sum(map(only, promised)), luck)


def _set_down(
    now: State, pieces: Sequence[tuple[Filling, int]], promised: PostSet, luck: Random | None
) -> Iterator[tuple[Placement, ...]]:
    """Yield the ways to place these pieces so that all `promised` posts are taken. The pieces are in the hand, in the
    stock or in the supply."""
    waiting = now.displaced
    if not pieces or waiting is None:
        if not promised:
            yield ()
        return
    (piece, origin), *later = pieces
    owner, names = waiting.owner, now.board.post_names
    source: Source = piece.source or "displaced"
    if source != "displaced" and source != source_of_extras(now, owner):
        return
    if source in ("stock", "supply") and not available(now, owner, source)[piece.shape]:
        return
    for own in _shuffle([0, *map(only, values_of(now.board.all_posts, promised))], luck):
        allowed = displacement_targets.targets(now, owner, piece.shape, waiting.route, promised & ~own)
        allowed &= (own or ~promised) & ~(0 if origin == NOBODY else only(origin))
        for target in _shuffle(values_of(now.board.all_posts, allowed), luck):
            left = None if origin == NOBODY else names[origin]
            after = working_copy(now)
            place_displaced.evolve(after, DisplacedPlaced(owner, source, SHAPES[piece.shape], names[target], left))
            for rest in _set_down(after, later, promised & ~own, luck):
                yield (Placement(source, SHAPES[piece.shape], names[target], left), *rest)


def _shuffle(items: Iterable[T], luck: Random | None) -> Iterable[T]:
    if luck is None:
        return items
    mixed = list(items)
    luck.shuffle(mixed)
    return mixed


# ---------------------------------------------------------------- permanent markers


def redeploy_placements(state: State) -> list[Sequence[Slot]]:
    """Return the possible lists of one or two pieces from the hand, which may go to any empty posts (HT-EAST-12)."""
    board = state.board
    by_shape = [
        values_of(board.all_posts, empty_posts(state) & board.usable(shape, ALL_COUNTRIES))
        for shape in (TRADER, MERCHANT)
    ]
    singles = [shape for shape in (TRADER, MERCHANT) if state.hand[shape]]
    pairs = [(a, b) for a in singles for b in singles if a != b or state.hand[a] > 1]
    return [
        [[Filling(None, shape, (), by_shape[shape])] for shape in shapes]
        for shapes in (*((single,) for single in singles), *pairs)
    ]


def borderland_placements(state: State, seat: int) -> list[Sequence[Slot]]:
    """Return the possible lists of one or two pieces that go to Wales and Scotland. The first piece limits the second
    (HT-RULING-45)."""
    found: list[Sequence[Slot]] = []
    every = state.board.all_posts
    for source, shape, origins, targets in permanent_borderlands.choices(state, seat, 0):
        first = [Filling(source, shape, values_of(every, origins), values_of(every, targets))]
        found.append([first])
        second = _second_borderland(state, seat, source, first[0])
        if second:
            found.append([first, second])
    return found


def _second_borderland(state: State, seat: int, source: Pool, first: Filling) -> Slot:
    """Return the slot of the second piece. It is found by trying every post that the first piece may leave or take."""
    reached: dict[tuple[Pool, int], tuple[PostSet, PostSet]] = {}
    every, names = state.board.all_posts, state.board.post_names
    for origin in first.origins or (None,):
        for target in first.targets:
            after = working_copy(state)
            left = None if origin is None else names[origin]
            moved = Relocation(seat, SHAPES[first.shape], source, names[target], left)
            marker_move.evolve(after, PiecesRelocated(seat, (moved,)))
            for then, shape, origins, targets in permanent_borderlands.choices(after, seat, only(target)):
                known = reached.get((then, shape), (0, 0))
                reached[then, shape] = (known[0] | origins, known[1] | targets)
    return [
        Filling(then, shape, values_of(every, origins), values_of(every, targets))
        for (then, shape), (origins, targets) in reached.items()
    ]
