"""Move: put own pieces on other posts (HT-MOVE). Markers use the same code to lift pieces and set them down."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from kontor.domain.hansa.boards.board import HOME_OR_ENGLAND
from kontor.domain.hansa.rulebook import turn
from kontor.domain.hansa.rulebook.decision import Decision
from kontor.domain.hansa.rulebook.lookups import require_post
from kontor.domain.hansa.state import State, fits_anywhere, owner_of, shape_of
from kontor.domain.hansa.words import LIBER_SOPHIAE, SHAPES, VALUES, PostName, Seat, Shape
from kontor.domain.kernel.model import Size
from kontor.domain.kernel.violation import Violation


@dataclass(frozen=True, slots=True)
class Step:
    """A move of one piece from a post to another. All pieces of a list are lifted before any piece is set down."""

    from_: PostName
    to: PostName


@dataclass(frozen=True, slots=True)
class MovePieces:
    """Move own pieces to empty posts, up to the value of liber_sophiae (HT-MOVE-1, HT-MOVE-2, HT-MOVE-3).

    `moves`: the pieces to move, each with its old and its new post.
    """

    moves: Annotated[tuple[Step, ...], Size(0, 31)]


@dataclass(frozen=True, slots=True)
class MovedPiece:
    """A piece that moved from one post to another."""

    from_: PostName
    to: PostName
    shape: Shape


@dataclass(frozen=True, slots=True)
class PiecesMoved:
    """The seat moved own pieces to other posts. All pieces moved at the same time (HT-MOVE-1, HT-MOVE-3).

    `moves`: the pieces, each with its old and its new post.
    """

    seat: Seat
    moves: tuple[MovedPiece, ...]


class Lift(NamedTuple):
    """A piece that was lifted from its post, and the post to which it goes."""

    origin: int
    target: int
    piece: int


def require_lifts(state: State, steps: Sequence[Step], limit: int, rule: str) -> list[Lift]:
    """Return the lifted pieces, each with the empty post to which it goes. A post that another piece of the list leaves
    counts as empty (HT-MOVE-3, HT-RULING-18)."""
    board, posts = state.board, state.posts
    if not steps:
        raise Violation(rule, "nothing_to_do", "Name at least one piece that changes its post.")
    if len(steps) > limit:
        raise Violation(rule, "too_many_pieces", f"You can move at most {limit} pieces here.", most=limit)
    origins = [require_post(board, step.from_) for step in steps]
    targets = [require_post(board, step.to) for step in steps]
    lifts = [Lift(origin, target, posts[origin]) for origin, target in zip(origins, targets, strict=True)]
    if len(set(origins)) < len(lifts) or len(set(targets)) < len(lifts):
        raise Violation(rule, "post_occupied", "Move each piece once, and each to a different post.")
    names = board.post_names
    for lift in lifts:
        if not lift.piece:
            raise Violation(rule, "post_empty", "There is no piece on that post to move.", post=names[lift.origin])
        if lift.origin == lift.target:
            raise Violation(
                rule, "nothing_to_do", "Do not list a piece that stays on its post.", post=names[lift.origin]
            )
        if posts[lift.target] and lift.target not in origins:
            raise Violation(
                rule,
                "post_occupied",
                "That post is occupied: nothing is displaced by moving. Take an empty post, or move that piece too.",
                post=names[lift.target],
            )
        if board.has_sea:
            _require_fit(state, lift)
    return lifts


def _require_fit(state: State, lift: Lift) -> None:
    if not fits(state, lift.piece, lift.target):
        name = state.board.post_names[lift.target]
        raise Violation("HT-BOARD-4", "shape_not_allowed", "That post takes merchants only.", post=name)


def fits(state: State, piece: int, post: int) -> bool:
    return state.board.is_normal[post] == 1 or fits_anywhere(piece)


def require_same_country(state: State, lifts: Sequence[Lift]) -> None:
    """Refuse to move a piece to another country with a marker (HT-BRIT-13)."""
    country = state.board.country_of
    for lift in lifts:
        if country[lift.origin] != country[lift.target]:
            raise Violation(
                "HT-BRIT-13",
                "border",
                "A marker moves a piece within its country only.",
                post=state.board.post_names[lift.target],
            )


# ---------------------------------------------------------------- the action


def limit(state: State, seat: int) -> int:
    """Return how many pieces one Move may lift: the value of liber_sophiae (HT-MOVE-1, HT-DESK-6)."""
    return VALUES[LIBER_SOPHIAE][state.levels[seat][LIBER_SOPHIAE]]


def may_cross(origin: int, target: int) -> bool:
    """Return whether a piece may move between two countries. It may stay in its country or go to England
    (HT-BRIT-11)."""
    return target in HOME_OR_ENGLAND[origin]


def decide(decision: Decision, seat: int, command: MovePieces) -> None:
    """Move own pieces. At least one piece changes its post, at any distance, and every lifted piece is set down again
    (HT-MOVE-2, HT-MOVE-4, HT-MOVE-6). Open borders apply to a Move (HT-BRIT-OPT-2)."""
    state = decision.state
    board = state.board
    lifts = require_lifts(state, command.moves, limit(state, seat), "HT-MOVE-1")
    is_free = not board.has_countries or turn.borders_cover(state)
    for lift in lifts:
        if owner_of(lift.piece) != seat:
            raise Violation(
                "HT-MOVE-5",
                "foreign_piece",
                "Move takes your own pieces only.",
                post=board.post_names[lift.origin],
            )
        if not is_free and not may_cross(board.country_of[lift.origin], board.country_of[lift.target]):
            raise Violation(
                "HT-BRIT-11",
                "border",
                "A piece stays in its country or goes to England.",
                post=board.post_names[lift.target],
            )
    turn.spend(decision, seat)
    names = board.post_names
    moved = [MovedPiece(names[origin], names[target], SHAPES[shape_of(piece)]) for origin, target, piece in lifts]
    decision.tell(PiecesMoved(seat, tuple(moved)))


def evolve(new: State, event: PiecesMoved) -> None:
    named = new.board.post_named
    lift_and_set(new, [(named[moved.from_], named[moved.to]) for moved in event.moves])


def lift_and_set(new: State, moves: Sequence[tuple[int, int]]) -> None:
    """Lift all pieces, and then set them down (HT-MOVE-3)."""
    posts = bytearray(new.posts)
    for origin, _ in moves:
        posts[origin] = 0
    for origin, target in moves:
        posts[target] = new.posts[origin]
    new.posts = bytes(posts)
