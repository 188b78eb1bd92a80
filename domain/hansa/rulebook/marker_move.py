"""Markers that move pieces to other posts: move_three (HT-MARKER-11) and the permanent move_two_any (HT-EAST-9).
redeploy_two and place_two_borderlands produce the same event; `permanent_redeploy.py` and `permanent_borderlands.py`
decide them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from kontor.domain.hansa.boards.post_sets import contains
from kontor.domain.hansa.rulebook.completed_route import committed_posts
from kontor.domain.hansa.rulebook.move import Lift, Step, fits, require_lifts, require_same_country
from kontor.domain.hansa.rulebook.piece_sources import draw_from_stock
from kontor.domain.hansa.state import State, add_piece, owner_of, piece_of, shape_of
from kontor.domain.hansa.words import SHAPES, Owner, Pool, PostName, Seat, Shape
from kontor.domain.kernel.violation import Violation

MOST_PERMANENT = 2  # pieces that a permanent marker touches (HT-EAST-9, HT-EAST-12, HT-BRIT-16)


@dataclass(frozen=True, slots=True)
class Setting:
    """One piece to put on a post.

    `source`: where the piece comes from. `from`: the post that a piece from the board leaves. Only
    place_two_borderlands uses these two fields.
    """

    shape: Shape
    to: PostName
    source: Pool | None = None
    from_: PostName | None = None


@dataclass(frozen=True, slots=True)
class Relocation:
    """One piece that was put on the post `to`. `source`: where the piece was before: on the post `from`, in the stock,
    in the supply, or in the hand. Only redeploy_two uses the hand, for pieces of the established route."""

    owner: Owner
    shape: Shape
    source: Literal["board", "stock", "supply", "hand"]
    to: PostName
    from_: PostName | None = None


@dataclass(frozen=True, slots=True)
class PiecesRelocated:
    """A marker moved pieces of one or more owners to other posts (HT-MARKER-11, HT-EAST-9, HT-EAST-12, HT-BRIT-16).

    `pieces`: the pieces, each with its new post.
    """

    by: Seat
    pieces: tuple[Relocation, ...]


def decide_foreign(state: State, seat: int, steps: Sequence[Step], most: int) -> PiecesRelocated:
    """Move foreign pieces, up to the number on the marker (HT-MARKER-11). Neutral pieces are foreign too
    (HT-2P-NEUT-5). Each piece stays in its country (HT-BRIT-13)."""
    lifts = require_lifts(state, steps, most, "HT-MARKER-11")
    for lift in lifts:
        require_foreign(state, seat, lift.origin, "HT-MARKER-11")
    require_same_country(state, lifts)
    if moves_one_by_one(state):
        _require_single_moves(state, lifts, most)
    return _relocate(state, seat, lifts)


def moves_one_by_one(state: State) -> bool:
    """Return whether the marker moves its pieces one after the other, as in the rules of 2014. In 2020 all pieces are
    lifted first (HT-RULING-66)."""
    return state.rules.since(1) and state.options.edition == "classic"


def _require_single_moves(state: State, lifts: Sequence[Lift], most: int) -> None:
    """Refuse moves that cannot be made one after the other, each to a post that is empty at that moment. Pieces that
    change places need one more move, which sets one of them aside (HT-RULING-66)."""
    onward = {lift.origin: lift.target for lift in lifts}
    rings = {frozenset(ring) for ring in (_ring(onward, lift.origin) for lift in lifts) if ring}
    if len(lifts) + len(rings) > most:
        raise Violation(
            "HT-RULING-66",
            "too_many_pieces",
            "An exchange of two pieces needs all three moves; move no other piece.",
            most=most,
        )
    if rings and not any(_can_step_aside(state, lift) for lift in lifts):
        raise Violation(
            "HT-RULING-66",
            "post_occupied",
            "Two pieces can change places only if another post in the same country is empty.",
        )


def _ring(onward: dict[int, int], start: int) -> list[int]:
    """Return the posts of pieces that change places in a circle. The result is empty if the last piece does not close
    the circle."""
    posts, post = [start], onward[start]
    while post != start:
        if post not in onward or post in posts:
            return []
        posts.append(post)
        post = onward[post]
    return posts


def _can_step_aside(state: State, lift: Lift) -> bool:
    country = state.board.country_of
    return any(
        not piece and country[post] == country[lift.origin] and fits(state, lift.piece, post)
        for post, piece in enumerate(state.posts)
    )


def decide_two(state: State, seat: int, steps: Sequence[Step]) -> PiecesRelocated:
    """Move up to two pieces of any owners (HT-EAST-9), each within its country (HT-BRIT-13)."""
    lifts = require_lifts(state, steps, MOST_PERMANENT, "HT-EAST-9")
    _require_uncommitted(state, lifts)
    require_same_country(state, lifts)
    return _relocate(state, seat, lifts)


def _require_uncommitted(state: State, lifts: Sequence[Lift]) -> None:
    spent = committed_posts(state)
    for lift in lifts:
        if contains(spent, lift.origin):
            raise Violation(
                "HT-RULING-81",
                "route_in_progress",
                "You spend the pieces of the route that you establish; move other pieces.",
                post=state.board.post_names[lift.origin],
            )


def can_move_two(state: State) -> bool:
    """Return whether a piece can move to an empty post in its country, or two pieces can change places (HT-EAST-9,
    HT-BRIT-13)."""
    posts, country = state.posts, state.board.country_of
    free = [post for post, piece in enumerate(posts) if not piece]
    spent = committed_posts(state)
    taken = [post for post, piece in enumerate(posts) if piece and not contains(spent, post)]
    if any(country[a] == country[b] and fits(state, posts[a], b) for a in taken for b in free):
        return True
    return any(
        country[a] == country[b] and fits(state, posts[a], b) and fits(state, posts[b], a)
        for n, a in enumerate(taken)
        for b in taken[:n]
    )


def require_foreign(state: State, seat: int, post: int, rule: str) -> None:
    if owner_of(state.posts[post]) == seat:
        raise Violation(rule, "own_piece", "This marker is for foreign pieces only.", post=state.board.post_names[post])


def require_settings(settings: Sequence[Setting], rule: str) -> None:
    """Refuse an empty list of pieces, and a list of more than two pieces, for a permanent marker."""
    if not settings:
        raise Violation(rule, "nothing_to_do", "Name at least one piece, or decline with use: false.")
    if len(settings) > MOST_PERMANENT:
        raise Violation(rule, "too_many_pieces", "This marker moves at most two pieces.", most=MOST_PERMANENT)


def _relocate(state: State, seat: int, lifts: Sequence[Lift]) -> PiecesRelocated:
    names = state.board.post_names
    return PiecesRelocated(
        seat,
        tuple(
            Relocation(owner_of(piece), SHAPES[shape_of(piece)], "board", names[target], names[origin])
            for origin, target, piece in lifts
        ),
    )


def evolve(new: State, event: PiecesRelocated) -> None:
    named = new.board.post_named
    posts = bytearray(new.posts)
    for each in event.pieces:  # all pieces are lifted before any is set down (HT-RULING-66)
        if each.from_ is not None:
            posts[named[each.from_]] = 0
    for each in event.pieces:
        shape = SHAPES.index(each.shape)
        posts[named[each.to]] = piece_of(each.owner, shape)
        if each.source == "stock":
            draw_from_stock(new, each.owner, shape)
        elif each.source == "supply":
            new.supply = add_piece(new.supply, each.owner, shape, -1)
        elif each.source == "hand":
            new.hand = (new.hand[0] - (1 - shape), new.hand[1] - shape)
    new.posts = bytes(posts)
