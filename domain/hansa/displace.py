"""Displace: take the post of a foreign piece, for a fee (HT-DISPLACE-1 to -4, -18, -21)."""

from dataclasses import dataclass

from domain.hansa.britannia import Permission
from domain.hansa.words import Count, Owner, PieceCount, PostName, Seat, Shape


@dataclass(frozen=True, slots=True)
class DisplacePiece:
    """Put a piece of the supply in the place of a foreign one; `fee` goes from the supply to the stock."""

    post: PostName
    shape: Shape
    fee: PieceCount
    permission: Permission | None = None


@dataclass(frozen=True, slots=True)
class PieceDisplaced:
    """`shape` of seat `by` stands on the post now; the piece of `owner` waits in hand to be placed again."""

    by: Seat
    owner: Owner
    displaced: Shape
    shape: Shape
    post: PostName
    max_extras: Count


@dataclass(frozen=True, slots=True)
class FeePaid:
    seat: Seat
    traders: Count
    merchants: Count
