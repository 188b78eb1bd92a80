"""The pawn of the two-player province variant (HT-2P-PROV)."""

from dataclasses import dataclass

from domain.hansa.words import PawnMode, Seat
from domain.kernel.dice import Draw


@dataclass(frozen=True, slots=True)
class PlacePawn:
    """Put the pawn into any province before the game."""

    province: str


@dataclass(frozen=True, slots=True)
class MovePawn:
    """Move the pawn: free over one or two borders, once a turn, or as an action to any province."""

    province: str
    mode: PawnMode


@dataclass(frozen=True, slots=True)
class PawnPlacerDrawn:
    """This seat places the pawn, the other one begins; drawn unless the order is fixed (HT-2P-PROV-5)."""

    seat: Seat
    draws: tuple[Draw, ...] = ()


@dataclass(frozen=True, slots=True)
class PawnPlaced:
    province: str


@dataclass(frozen=True, slots=True)
class PawnMoved:
    from_: str
    to: str
    mode: PawnMode
