"""Place: put one piece of the supply on an empty post (HT-PLACE)."""

from dataclasses import dataclass

from domain.hansa.britannia import Permission
from domain.hansa.words import PostName, Seat, Shape


@dataclass(frozen=True, slots=True)
class PlacePiece:
    """Put one piece of the supply on an empty post. `permission` says which one is used in Wales or Scotland."""

    post: PostName
    shape: Shape
    permission: Permission | None = None


@dataclass(frozen=True, slots=True)
class PiecePlaced:
    seat: Seat
    shape: Shape
    post: PostName
