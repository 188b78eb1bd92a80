"""remove_three: move foreign pieces from posts to their owners' supplies (HT-MARKER-12)."""

from collections.abc import Sequence
from dataclasses import dataclass

from kontor.domain.hansa.rulebook.lookups import require_post
from kontor.domain.hansa.rulebook.marker_move import require_foreign
from kontor.domain.hansa.state import State, add_piece, owner_of, shape_of
from kontor.domain.hansa.words import NEUTRAL, SHAPES, Owner, PostName, Seat, Shape
from kontor.domain.kernel.violation import Violation


@dataclass(frozen=True, slots=True)
class RemovedPiece:
    """A piece that was removed from its post."""

    owner: Owner
    shape: Shape
    post: PostName


@dataclass(frozen=True, slots=True)
class PiecesRemoved:
    """A marker removed pieces from posts. They went to their owners' supplies, or to the neutral stock (HT-MARKER-12).

    `pieces`: the pieces, each with the post that it left.
    """

    by: Seat
    pieces: tuple[RemovedPiece, ...]


def decide(state: State, seat: int, names: Sequence[str], most: int) -> PiecesRemoved:
    """Remove at least one foreign piece from a post, and at most the number on the marker (HT-MARKER-12)."""
    posts = [require_post(state.board, name) for name in names]
    if not posts:
        raise Violation("HT-MARKER-6", "nothing_to_do", f"Name up to {most} foreign pieces by their posts.")
    if len(posts) > most or len(set(posts)) < len(posts):
        raise Violation("HT-MARKER-12", "too_many_pieces", f"Up to {most} foreign pieces can be removed, each once.")
    for post in posts:
        if not state.posts[post]:
            raise Violation("HT-MARKER-12", "post_empty", "That post is empty.", post=state.board.post_names[post])
        require_foreign(state, seat, post, "HT-MARKER-12")
    removed = tuple(
        RemovedPiece(owner_of(state.posts[post]), SHAPES[shape_of(state.posts[post])], state.board.post_names[post])
        for post in posts
    )
    return PiecesRemoved(seat, removed)


def evolve(new: State, event: PiecesRemoved) -> None:
    posts = bytearray(new.posts)
    for each in event.pieces:
        posts[new.board.post_named[each.post]] = 0
        shape = SHAPES.index(each.shape)
        if each.owner == NEUTRAL:  # the neutral colour has no supply (HT-2P-NEUT-5)
            new.stock = add_piece(new.stock, NEUTRAL, shape)
        else:
            new.supply = add_piece(new.supply, each.owner, shape)
    new.posts = bytes(posts)
