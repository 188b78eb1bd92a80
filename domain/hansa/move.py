"""Move: shift own pieces between posts (HT-MOVE)."""

from dataclasses import dataclass
from typing import Annotated

from domain.hansa.words import PostName, Seat, Shape
from domain.kernel.model import Size


@dataclass(frozen=True, slots=True)
class Step:
    """One piece from a post to another; all pieces are lifted before any is set down."""

    from_: PostName
    to: PostName


@dataclass(frozen=True, slots=True)
class MovePieces:
    """Move own pieces, up to the value of liber_sophiae."""

    moves: Annotated[tuple[Step, ...], Size(0, 31)]


@dataclass(frozen=True, slots=True)
class MovedPiece:
    from_: PostName
    to: PostName
    shape: Shape


@dataclass(frozen=True, slots=True)
class PiecesMoved:
    seat: Seat
    moves: tuple[MovedPiece, ...]
