"""redeploy_two: put pieces of the route that was just established back on posts (HT-EAST-12)."""

from collections.abc import Sequence

from kontor.domain.hansa.rulebook.lookups import require_post
from kontor.domain.hansa.rulebook.marker_move import PiecesRelocated, Relocation, Setting, require_settings
from kontor.domain.hansa.rulebook.place import require_shape
from kontor.domain.hansa.state import State
from kontor.domain.hansa.words import SHAPES
from kontor.domain.kernel.violation import Violation


def decide(state: State, seat: int, settings: Sequence[Setting]) -> PiecesRelocated:
    """Put pieces of the established route from the hand on empty posts. Posts of the route itself, which is empty now,
    are allowed (HT-EAST-12)."""
    require_settings(settings, "HT-EAST-12")
    pieces = tuple(_relocation(state, seat, setting) for setting in settings)
    if len({piece.to for piece in pieces}) < len(pieces):
        raise Violation("HT-EAST-12", "post_occupied", "Each piece needs its own empty post.")
    for shape, held in zip(SHAPES, state.hand, strict=True):
        if sum(piece.shape == shape for piece in pieces) > held:
            raise Violation(
                "HT-EAST-12",
                "not_enough_pieces",
                f"Only {held} {shape}s of the route are left.",
                traders=state.hand[0],
                merchants=state.hand[1],
            )
    return PiecesRelocated(seat, pieces)


def _relocation(state: State, seat: int, setting: Setting) -> Relocation:
    post = require_post(state.board, setting.to)
    if setting.source is not None or setting.from_ is not None:
        raise Violation("HT-EAST-12", "wrong_fields", "redeploy_two needs only the fields shape and to.")
    if state.posts[post]:
        raise Violation("HT-EAST-12", "post_occupied", "That post is occupied; take an empty one.", post=setting.to)
    require_shape(state, post, SHAPES.index(setting.shape), "HT-EAST-12")
    return Relocation(seat, setting.shape, "hand", state.board.post_names[post])
